import type { BulkResult } from '@obieg/contracts';
import { Modal } from '@obieg/ui/overlays';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { AssignFields } from './AssignFields';
import type { BulkFormProps } from './BulkForm';
import { BulkResults } from './BulkResults';
import { BulkRunStatus } from './BulkRunStatus';
import type { BulkInput, FormAction } from './bulk.api';
import { DueFields } from './DueFields';
import { PriorityFields } from './PriorityFields';
import { TransitionFields } from './TransitionFields';
import { useBulkRun } from './use-bulk-run';

const forms: Readonly<Record<Exclude<FormAction, 'WATCH'>, ComponentType<BulkFormProps>>> = {
  TRANSITION: TransitionFields,
  ASSIGN: AssignFields,
  PRIORITY: PriorityFields,
  DUE: DueFields,
};

/** What the dialog does: asks for the data of an action, or runs one that needs none. */
export type BulkTask = Exclude<FormAction, 'WATCH'> | Extract<BulkInput, { action: 'WATCH' }>;

interface BulkDialogProps {
  task: BulkTask;
  publicTaskIds: readonly number[];
  /** Titles of the loaded tasks. */
  titles: ReadonlyMap<number, string>;
  /** @param results of the last action; undefined if none has run */
  onClose: (results: readonly BulkResult[] | undefined) => void;
}

/** Asks for the data of an action, then shows its progress and its result for each task. */
export const BulkDialog = ({ task, publicTaskIds, titles, onClose }: BulkDialogProps) => {
  const t = useTaskMessages();
  // A live change must not change the tasks under the open dialog.
  const [ids] = useState(publicTaskIds);
  const run = useBulkRun();
  const { isRunning, failure, results, start } = run;
  const input = typeof task === 'string' ? undefined : task;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!input || hasStarted.current) return;
    hasStarted.current = true;
    start(ids, input);
  });
  const close = (): void => onClose(results);
  const Fields = typeof task === 'string' ? forms[task] : undefined;
  const renderContent = () => {
    if (results) return <BulkResults results={results} run={run} titles={titles} onClose={close} />;
    if (isRunning || failure !== undefined || !Fields) return <BulkRunStatus run={run} onClose={close} />;
    return <Fields publicTaskIds={ids} onSubmit={(chosen) => start(ids, chosen)} onClose={close} />;
  };
  const name = typeof task === 'string' ? task : task.isWatching === false ? 'MUTE' : 'WATCH';
  return (
    <Modal isOpen onClose={close} isBusy={isRunning} title={t(`bulk.titles.${name}`)}>
      {renderContent()}
    </Modal>
  );
};
