import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { IconButton } from '@obieg/ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { bothViewsMedia } from '../../browser/media';
import { useAdminMessages } from '../../i18n/messages';
import type { Selection } from '../../workflow-picture/geometry/focus';
import { StatusFacts } from './StatusFacts';
import { TransitionFacts } from './TransitionFacts';
import classes from './workflow.module.css';

interface SelectionPanelProps {
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
  selection: Selection;
  /** Changes when the reader selects in a list: the focus then moves here. */
  focusRequest: number;
  onSelect: (selection: Selection) => void;
  onClose: () => void;
}

interface FrameProps extends Pick<SelectionPanelProps, 'focusRequest' | 'onClose'> {
  title: string;
  children: ReactNode;
}

const Frame = ({ title, focusRequest, onClose, children }: FrameProps) => {
  const t = useAdminMessages();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focusRequest > 0) heading.current?.focus();
  }, [focusRequest]);
  useEffect(() => {
    // On small screens the panel is below the picture.
    if (title && !matchMedia(bothViewsMedia).matches) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [title]);
  return (
    <aside ref={panel} className={classes['panel']} aria-labelledby={id}>
      <div className={classes['panelHead']}>
        <h2 id={id} ref={heading} tabIndex={-1} className={classes['panelTitle']}>
          {title}
        </h2>
        <IconButton icon="clear" label={t('picture.close')} onClick={onClose} />
      </div>
      {children}
    </aside>
  );
};

/** Shows what a reader needs to know about the selected status or transition. */
export const SelectionPanel = ({ selection, focusRequest, onClose, ...data }: SelectionPanelProps) => {
  const t = useAdminMessages();
  const frame = { focusRequest, onClose };
  if ('transitionId' in selection) {
    const transition = data.transitions.find(({ id }) => id === selection.transitionId);
    return (
      <Frame {...frame} title={transition?.name ?? t('picture.gone')}>
        {transition ? <TransitionFacts {...data} transition={transition} /> : null}
      </Frame>
    );
  }
  const status = data.statuses.find(({ id }) => id === selection.statusId);
  const isKnown = status !== undefined || selection.statusId === null;
  return (
    <Frame {...frame} title={status?.name ?? t(isKnown ? 'diagram.start' : 'picture.gone')}>
      {isKnown ? <StatusFacts {...data} status={status} /> : null}
    </Frame>
  );
};
