import type { StatusTransition } from '@obieg/contracts';
import { ViewSwitch } from '@obieg/ui';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { DiagramPanel } from '../WorkflowDiagram/DiagramPanel';
import classes from './transition-list.module.css';
import { bothViewsMedia, sideBySideMedia, useMedia } from './use-media';

interface ListAndDiagramProps {
  transitions: readonly StatusTransition[] | undefined;
  /** The list. Each row contains a link to its transition. */
  children: ReactNode;
}

/** Returns the id of the transition in whose row the event occurred. */
const findTransitionId = ({ target }: SyntheticEvent): number | undefined => {
  const link = (target as Element).closest('tr')?.querySelector('a[href^="/status-transitions/"]');
  const id = Number(link?.getAttribute('href')?.split('/')[2]);
  return Number.isNaN(id) ? undefined : id;
};

/** Shows the list and the diagram of the transitions. Hovering or focusing a row highlights it in the diagram. */
export const ListAndDiagram = ({ transitions, children }: ListAndDiagramProps) => {
  const t = useAdminMessages();
  const hasBothViews = useMedia(bothViewsMedia);
  const isSideBySide = useMedia(sideBySideMedia);
  const [view, setView] = useState<'list' | 'diagram'>('list');
  const [highlightedId, setHighlightedId] = useState<number>();
  const highlight = (event: SyntheticEvent): void => setHighlightedId(findTransitionId(event));
  const clearHighlight = (): void => setHighlightedId(undefined);
  const diagram = <DiagramPanel transitions={transitions} highlightedId={highlightedId} />;
  if (!hasBothViews) {
    return (
      <div className={classes['one']}>
        <ViewSwitch
          label={t('diagram.switch')}
          value={view}
          onChange={setView}
          options={[
            { value: 'list', label: t('diagram.list'), icon: 'listView' },
            { value: 'diagram', label: t('diagram.title'), icon: 'transitions' },
          ]}
        />
        {view === 'list' ? children : <div className={classes['alone']}>{diagram}</div>}
      </div>
    );
  }
  const list = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only highlight; there is nothing to activate
    <div
      key="list"
      className={classes['list']}
      onPointerOver={highlight}
      onPointerLeave={clearHighlight}
      onFocus={highlight}
      onBlur={clearHighlight}
    >
      {children}
    </div>
  );
  const panel = (
    <div key="diagram" className={classes['diagram']}>
      {diagram}
    </div>
  );
  // The DOM order matches the visual order, so that the tab order does too.
  return <div className={classes['both']}>{isSideBySide ? [list, panel] : [panel, list]}</div>;
};
