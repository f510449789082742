import type { BulkResult } from '@obieg/contracts';
import { createRandomKey, describeError, sharedKeys, useQueryClient } from '@obieg/web-kit';
import { useState } from 'react';
import { ownKey } from '../../../query-keys';
import { type BulkInput, sendBulk, useBulkProgress } from './bulk.api';

interface Run {
  key: string;
  publicTaskIds: readonly number[];
  input: BulkInput;
}

const undoable: readonly BulkInput['action'][] = ['ASSIGN', 'PRIORITY', 'DUE'];

/** Runs an action on several tasks, continues it after a failure, and undoes it. */
export const useBulkRun = () => {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>();
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [results, setResults] = useState<readonly BulkResult[]>();
  const progress = useBulkProgress(run?.key ?? '', isRunning);

  const send = async (next: Run): Promise<void> => {
    setRun(next);
    setFailure(undefined);
    setResults(undefined);
    setIsRunning(true);
    try {
      setResults(await sendBulk(next.publicTaskIds, next.input, next.key));
    } catch (error) {
      setFailure(describeError(error));
    } finally {
      setIsRunning(false);
      void client.invalidateQueries({ queryKey: sharedKeys.tasks });
      void client.invalidateQueries({ queryKey: ownKey('task') });
    }
  };
  const start = (publicTaskIds: readonly number[], input: BulkInput): void =>
    void send({ key: createRandomKey(), publicTaskIds, input });
  const done = results?.filter(({ status }) => status === 200).map(({ publicTaskId }) => publicTaskId) ?? [];
  return {
    isRunning,
    failure,
    results,
    isUndo: run?.input.action === 'UNDO',
    done: progress?.done ?? 0,
    total: run?.publicTaskIds.length ?? 0,
    start,
    /** Sends the interrupted action again, with its key. */
    resume: (): void => {
      if (run) void send(run);
    },
    /** What can be undone. */
    undoable:
      run && done.length > 0 && undoable.includes(run.input.action)
        ? { action: run.input.action, undoneKey: run.key, publicTaskIds: done }
        : undefined,
  };
};
export type BulkRun = ReturnType<typeof useBulkRun>;
