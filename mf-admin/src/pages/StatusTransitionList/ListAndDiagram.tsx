import { Button, useMedia } from '@obieg/ui';
import { ViewSwitch } from '@obieg/ui/lists';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import type { useTransitionList } from '../../api/transitions.api';
import { bothViewsMedia, sideBySideMedia, wideListMedia } from '../../browser/media';
import { useAdminMessages } from '../../i18n/messages';
import { DiagramPanel } from './DiagramPanel';
import classes from './transition-list.module.css';
import { useHiddenDiagram } from './use-hidden-diagram';

interface ListAndDiagramProps {
  transitions: Pick<ReturnType<typeof useTransitionList>, 'data' | 'error'>;
  /**
   * The list. Each row contains a link to its transition.
   *
   * @param isWide whether there is room for all columns
   */
  children: (isWide: boolean) => ReactNode;
}

/** Above this number, the diagram is higher, so that its names stay legible. */
const manyTransitions = 30;

/** Returns the id of the transition in whose row the event occurred. */
const findTransitionId = ({ target }: SyntheticEvent): number | undefined => {
  const link = (target as Element).closest('tr')?.querySelector('a[href^="/status-transitions/"]');
  const id = Number(link?.getAttribute('href')?.split('/')[2]);
  return Number.isNaN(id) ? undefined : id;
};

/**
 * Shows the list and the diagram of the transitions. Hovering or focusing a row highlights it in the diagram. Without
 * transitions because of a failure, only the list is there, which explains the failure.
 */
export const ListAndDiagram = ({ transitions: { data, error }, children }: ListAndDiagramProps) => {
  const t = useAdminMessages();
  const hasBothViews = useMedia(bothViewsMedia);
  const isSideBySide = useMedia(sideBySideMedia);
  const isWide = useMedia(wideListMedia);
  const [view, setView] = useState<'list' | 'diagram'>('list');
  const [isDiagramHidden, setDiagramHidden] = useHiddenDiagram();
  const [highlightedId, setHighlightedId] = useState<number>();
  const highlight = (event: SyntheticEvent): void => setHighlightedId(findTransitionId(event));
  const clearHighlight = (): void => setHighlightedId(undefined);
  if (!data && error) return children(false);
  const diagram = <DiagramPanel transitions={data} highlightedId={highlightedId} />;
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
        {view === 'list' ? children(false) : <div className={classes['alone']}>{diagram}</div>}
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
      {children(isWide)}
    </div>
  );
  const hide = (
    <div key="hide" className={classes['hide']}>
      <Button
        variant="quiet"
        size="small"
        icon={isDiagramHidden ? 'visible' : 'hidden'}
        aria-pressed={isDiagramHidden}
        onClick={() => setDiagramHidden(!isDiagramHidden)}
      >
        {t('transitions.hideDiagram')}
      </Button>
    </div>
  );
  const panel = isDiagramHidden ? null : (
    <div key="diagram" className={classes['diagram']} data-large={(data?.length ?? 0) > manyTransitions}>
      {diagram}
    </div>
  );
  // The DOM order matches the visual order, so that the tab order does too.
  return (
    <>
      {hide}
      <div className={classes['both']} data-alone={isDiagramHidden}>
        {isSideBySide ? [list, panel] : [panel, list]}
      </div>
    </>
  );
};
