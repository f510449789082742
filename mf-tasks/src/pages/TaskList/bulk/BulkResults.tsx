import type { BulkResult } from '@obieg/contracts';
import { Button, Notice, Stack, TextLink } from '@obieg/ui';
import { ModalActions } from '@obieg/ui/overlays';
import { describeError } from '@obieg/web-kit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { LockOutDialog } from '../../../task-readers/LockOutDialog';
import { useLostTasks } from '../../../task-readers/task-readers.api';
import { useLockOutQuestion } from '../../../task-readers/use-lock-out-question';
import classes from './bulk.module.css';
import type { BulkRun } from './use-bulk-run';

const groupByReason = (results: readonly BulkResult[]): [string, number[]][] => {
  const groups = new Map<string, number[]>();
  for (const { status, message = '', publicTaskId } of results)
    if (status !== 200) groups.set(message, [...(groups.get(message) ?? []), publicTaskId]);
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
};

interface UndoButtonProps extends Pick<BulkRun, 'start'> {
  undoable: NonNullable<BulkRun['undoable']>;
}

/** Undoes the action. Asks first if the earlier assignees take tasks out of the user's sight. */
const UndoButton = ({ undoable: { action, undoneKey, publicTaskIds }, start }: UndoButtonProps) => {
  const t = useTaskMessages();
  const [isPressed, setIsPressed] = useState(false);
  // Asks the server only now: who sees the tasks may have changed since the action.
  const { lostCount, ...access } = useLostTasks(
    publicTaskIds,
    action === 'ASSIGN' && isPressed ? { undoneKey } : undefined,
  );
  const lockOut = useLockOutQuestion({
    ...access,
    onSave: () => start(publicTaskIds, { action: 'UNDO', undoneKey }),
  });
  const submit = useEffectEvent(lockOut.submit);
  useEffect(() => {
    if (isPressed) submit();
  }, [isPressed]);
  const cancel = (): void => {
    setIsPressed(false);
    lockOut.cancel();
  };
  return (
    <>
      <Button loading={lockOut.isWaiting} onClick={() => setIsPressed(true)}>
        {t('bulk.undo')}
      </Button>
      <LockOutDialog question={{ ...lockOut, cancel }} lostCount={lostCount} />
    </>
  );
};

interface ResultsProps {
  results: readonly BulkResult[];
  run: BulkRun;
  titles: ReadonlyMap<number, string>;
  onClose: () => void;
}

/** How many tasks changed, and for the others the reason, with a link to each. */
export const BulkResults = ({ results, run, titles, onClose }: ResultsProps) => {
  const t = useTaskMessages();
  const closeButton = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => closeButton.current?.focus(), []);
  const refused = groupByReason(results);
  const count = results.filter(({ status }) => status === 200).length;
  return (
    <Stack gap="md">
      <Notice tone={count > 0 ? 'success' : 'warning'}>
        {t(run.isUndo ? 'bulk.undone' : 'bulk.changed', { count })}
      </Notice>
      {refused.length > 0 ? (
        <section aria-label={t('bulk.refused')}>
          <h3 className={classes['reasonsTitle']}>{t('bulk.refused')}</h3>
          {refused.map(([reason, ids]) => (
            <details key={reason} className={classes['reason']}>
              <summary>
                {t('bulk.reason', { count: ids.length, reason: reason || describeError(undefined) })}
              </summary>
              <ul>
                {ids.map((id) => (
                  <li key={id}>
                    <TextLink to={`/task/${id}`}>{titles.get(id) ?? id}</TextLink>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </section>
      ) : null}
      <ModalActions>
        {run.undoable ? <UndoButton undoable={run.undoable} start={run.start} /> : null}
        <Button variant="primary" onClick={onClose} ref={closeButton}>
          {t('bulk.close')}
        </Button>
      </ModalActions>
    </Stack>
  );
};
