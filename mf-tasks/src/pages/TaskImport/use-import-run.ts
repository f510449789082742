import { describeError } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { describeFileError } from './FileStep';
import { FileError } from './read-csv';
import { type ImportPlan, type ImportProgress, runImport } from './run-import';

export interface ImportRun {
  state: 'running' | 'done' | 'stopped' | 'failed';
  progress: ImportProgress;
  /** Why it failed. */
  failure: string | undefined;
  /** The refused rows as CSV, when it is done. */
  refusedRows: Blob | undefined;
}

const noProgress: ImportProgress = { share: 0, created: 0, unchanged: 0, refused: 0, problems: [] };

/** Runs one dry run or import at a time. Leaving the page stops it. */
export const useImportRun = () => {
  const t = useTaskMessages();
  const [run, setRun] = useState<ImportRun>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (plan: ImportPlan, isDryRun: boolean): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const change = (changes: Partial<ImportRun>): void => {
      if (running.current === controller)
        setRun((current) => ({
          state: 'running',
          progress: noProgress,
          failure: undefined,
          refusedRows: undefined,
          ...current,
          ...changes,
        }));
    };
    setRun(undefined);
    change({});
    try {
      const refusedRows = await runImport(plan, {
        isDryRun,
        signal: controller.signal,
        texts: {
          problem: t('import.problemColumn'),
          unstorable: t('import.unstorable'),
          tooLarge: t('import.rowTooLarge'),
        },
        onProgress: (progress) => change({ progress }),
      });
      change({ state: 'done', refusedRows });
    } catch (error) {
      if (controller.signal.aborted) return change({ state: 'stopped' });
      const reason = error instanceof FileError ? t(describeFileError(error)) : describeError(error);
      change({ state: 'failed', failure: reason });
    }
  };
  return { run, start, stop: () => running.current?.abort(), isRunning: run?.state === 'running' };
};
