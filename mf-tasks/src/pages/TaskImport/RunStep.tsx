import { Button, Notice } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import { saveFile } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import type { ImportProblem } from './run-import';
import classes from './task-import.module.css';
import type { ImportRun } from './use-import-run';

interface RunStepProps {
  run: ImportRun;
  isDryRun: boolean;
  onStop: () => void;
  /** Starts again after a stop or a failure. */
  onRetry: () => void;
  /** Next steps of a run that is done. */
  actions: ReactNode;
}

const useColumns = (): Column<ImportProblem>[] => {
  const t = useTaskMessages();
  return [
    { id: 'line', header: t('import.row'), isMain: true, width: '80px', cell: ({ line }) => line },
    { id: 'field', header: t('import.column'), width: '200px', cell: ({ field }) => field },
    { id: 'message', header: t('import.problemColumn'), cell: ({ message }) => message },
  ];
};

const Problems = ({ run }: { run: ImportRun }) => {
  const t = useTaskMessages();
  const columns = useColumns();
  const { problems, refused } = run.progress;
  const { refusedRows } = run;
  if (refused === 0) return null;
  return (
    <>
      <DataTable
        label={t('import.problems')}
        columns={columns}
        rows={problems}
        rowKey={(problem) => `${problem.line} ${problems.indexOf(problem)}`}
        empty={null}
      />
      {refusedRows ? (
        <div>
          <Button icon="download" onClick={() => saveFile(refusedRows, `${t('import.refusedFile')}.csv`)}>
            {t('import.saveRefused')}
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** Progress of a dry run or an import, its counts and the problems by row. */
export const RunStep = ({ run, isDryRun, onStop, onRetry, actions }: RunStepProps) => {
  const t = useTaskMessages();
  const { progress, state, failure } = run;
  const kind = isDryRun ? 'dryRun' : 'run';
  return (
    <>
      {state === 'running' ? (
        <progress
          className={classes['progress']}
          value={progress.share}
          aria-label={t(`import.${kind}.running`)}
        />
      ) : null}
      {state === 'failed' ? (
        <Notice tone="danger">{t('import.failed', { reason: failure ?? '' })}</Notice>
      ) : null}
      {state === 'stopped' ? <Notice tone="warning">{t(`import.${kind}.stopped`)}</Notice> : null}
      {state === 'done' ? (
        <Notice tone={progress.refused > 0 ? 'warning' : 'success'}>{t(`import.${kind}.done`)}</Notice>
      ) : null}
      <div role={state === 'running' ? undefined : 'status'}>
        <ul className={classes['counts']}>
          <li>{t(`import.${kind}.created`, { count: progress.created })}</li>
          <li>{t('import.unchanged', { count: progress.unchanged })}</li>
          <li>{t('import.refused', { count: progress.refused })}</li>
        </ul>
      </div>
      <div className={classes['actions']}>
        {state === 'running' ? <Button onClick={onStop}>{t('import.stop')}</Button> : null}
        {state === 'failed' || state === 'stopped' ? (
          <Button icon="refresh" onClick={onRetry}>
            {t('import.continue')}
          </Button>
        ) : null}
        {state === 'running' ? null : actions}
      </div>
      <Problems run={run} />
    </>
  );
};
