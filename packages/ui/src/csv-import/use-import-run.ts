import { useEffect, useRef, useState } from 'react';
import { describeFileError } from './describe-file-error';
import type { ImportKind } from './import-kind';
import { FileError } from './read-csv';
import { type ImportPlan, type ImportProgress, runImport } from './run-import';
import { importTexts } from './texts';

export interface ImportRun {
  state: 'running' | 'done' | 'stopped' | 'failed';
  progress: ImportProgress;
  /** Why it failed. */
  failure: string | undefined;
  /** The refused rows as CSV, when it is done. */
  refusedRows: Blob | undefined;
}

const noProgress: ImportProgress = { share: 0, counts: {}, refused: 0, problems: [] };

/** A plan with its settings. */
export interface ChosenImport<Settings> extends ImportPlan {
  settings: Settings;
}

/** Runs one dry run or import at a time. Leaving the page stops it. */
export const useImportRun = <Settings>({
  language,
  outcomes,
  send,
  describeFailure,
}: ImportKind<Settings>) => {
  const [run, setRun] = useState<ImportRun>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (plan: ChosenImport<Settings>, isDryRun: boolean): Promise<void> => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
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
        signal,
        texts: importTexts[language],
        outcomes: outcomes.map(({ id }) => id),
        send: (batch) => send(batch, { settings: plan.settings, isDryRun, signal }),
        onProgress: (progress) => change({ progress }),
      });
      change({ state: 'done', refusedRows });
    } catch (error) {
      if (signal.aborted) return change({ state: 'stopped' });
      const reason = error instanceof FileError ? describeFileError(error, language) : describeFailure(error);
      change({ state: 'failed', failure: reason });
    }
  };
  return { run, start, stop: () => running.current?.abort(), isRunning: run?.state === 'running' };
};
