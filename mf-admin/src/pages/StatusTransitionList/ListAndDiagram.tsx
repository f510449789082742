import type { StatusTransition } from '@obieg/contracts';
import { ViewSwitch } from '@obieg/ui';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { DiagramPanel } from '../WorkflowDiagram/DiagramPanel';
import classes from './transition-list.module.css';
import { roomForBoth, roomSideBySide, useMedia } from './use-media';

interface ListAndDiagramProps {
  transitions: readonly StatusTransition[] | undefined;
  /** The list, each row with a link to its transition. */
  children: ReactNode;
}

/** The transition whose row an event is in. */
const transitionAt = ({ target }: SyntheticEvent): number | undefined => {
  const link = (target as Element).closest('tr')?.querySelector('a[href^="/status-transitions/"]');
  const id = Number(link?.getAttribute('href')?.split('/')[2]);
  return Number.isNaN(id) ? undefined : id;
};

/** The list and the picture of the same; a row that is pointed at is shown in the picture. */
export const ListAndDiagram = ({ transitions, children }: ListAndDiagramProps) => {
  const t = useAdminMessages();
  const hasRoomForBoth = useMedia(roomForBoth);
  const isSideBySide = useMedia(roomSideBySide);
  const [view, setView] = useState<'list' | 'diagram'>('list');
  const [pointedId, setPointedId] = useState<number>();
  const point = (event: SyntheticEvent): void => setPointedId(transitionAt(event));
  const picture = <DiagramPanel transitions={transitions} pointedId={pointedId} />;
  if (!hasRoomForBoth) {
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
        {view === 'list' ? children : <div className={classes['alone']}>{picture}</div>}
      </div>
    );
  }
  const list = (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing to press; what is pointed at is shown elsewhere, too
    <div
      key="list"
      className={classes['list']}
      onPointerOver={point}
      onPointerLeave={() => setPointedId(undefined)}
      onFocus={point}
      onBlur={() => setPointedId(undefined)}
    >
      {children}
    </div>
  );
  const panel = (
    <div key="picture" className={classes['picture']}>
      {picture}
    </div>
  );
  // The order in the page is the one that is seen, for whoever goes through it by keyboard.
  return <div className={classes['both']}>{isSideBySide ? [list, panel] : [panel, list]}</div>;
};
