import type { BulkResult } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, IconButton, Notice } from '@obieg/ui';
import { ActionMenu } from '@obieg/ui/overlays';
import { useCommands, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { BulkDialog, type BulkTask } from './BulkDialog';
import classes from './bulk.module.css';
import type { Selection } from './selection';

interface BulkBarProps {
  selection: Selection;
  titles: ReadonlyMap<number, string>;
  /** More tasks match than are selected. */
  hasMore: boolean;
  isSelectingAll: boolean;
  /** Why not all that match could be selected. */
  failure: string | undefined;
  selectAll: () => void;
}

/** Number of actions beside the menu of a phone; bulk.module.css shows as many. */
const shownOnPhones = 2;

/** The bar of the selected tasks: their number and what can be done with all of them. */
const BulkBar = ({ selection, titles, hasMore, isSelectingAll, failure, selectAll }: BulkBarProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const [open, setOpen] = useState<BulkTask>();
  const { selected, clear, replace } = selection;
  const actions: { id: string; keys?: string; task: BulkTask }[] = [
    { id: 'TRANSITION', keys: 't', task: 'TRANSITION' },
    { id: 'ASSIGN', keys: 'a', task: 'ASSIGN' },
    ...(hasOperatorPermission ? [{ id: 'PRIORITY', keys: 'p', task: 'PRIORITY' } as const] : []),
    { id: 'DUE', keys: 'd', task: 'DUE' },
    { id: 'WATCH', keys: 'w', task: { action: 'WATCH', isWatching: true } },
    { id: 'MUTE', task: { action: 'WATCH', isWatching: false } },
  ];
  const labelled = actions.map((action) => ({ ...action, label: t(`bulk.actions.${action.id}`) }));
  useCommands(
    labelled.map(({ id, keys, label, task }) => ({
      id: `bulk.${id}`,
      label,
      ...(keys === undefined ? {} : { keys }),
      run: () => setOpen(task),
    })),
  );
  /** Tasks that an action did not change stay selected. */
  const close = (results: readonly BulkResult[] | undefined): void => {
    setOpen(undefined);
    if (results)
      replace(results.filter(({ status }) => status !== 200).map(({ publicTaskId }) => publicTaskId));
  };
  const count = selected.size;
  return (
    <section className={classes['bar']} aria-label={t('bulk.bar')}>
      <p className={classes['count']} role="status">
        {t('bulk.selected', { count })}
      </p>
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      {hasMore && count < limits.bulkTasksMax ? (
        <Button
          variant="quiet"
          size="small"
          className={classes['all']}
          loading={isSelectingAll}
          onClick={selectAll}
        >
          {t('bulk.selectAll')}
        </Button>
      ) : null}
      <div className={classes['buttons']}>
        {labelled.slice(0, -1).map(({ id, label, task }) => (
          <Button key={id} size="small" onClick={() => setOpen(task)}>
            {label}
          </Button>
        ))}
      </div>
      <div className={classes['menu']}>
        <ActionMenu
          label={t('bulk.menu')}
          items={labelled
            .slice(shownOnPhones)
            .map(({ label, task }) => ({ label, onSelect: () => setOpen(task) }))}
        />
      </div>
      <IconButton icon="clear" label={t('bulk.clear')} onClick={clear} />
      {open === undefined ? null : (
        <BulkDialog task={open} publicTaskIds={[...selected]} titles={titles} onClose={close} />
      )}
    </section>
  );
};

export default BulkBar;
