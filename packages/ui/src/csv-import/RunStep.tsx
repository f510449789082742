import { Button, Notice } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import type { ReactNode } from 'react';
import classes from './csv-import.module.css';
import type { ImportKind } from './import-kind';
import type { LineProblem } from './run-import';
import { type ImportLanguage, importTexts } from './texts';
import type { ImportRun } from './use-import-run';

interface RunStepProps<Settings> {
  kind: ImportKind<Settings>;
  run: ImportRun;
  isDryRun: boolean;
  onStop: () => void;
  /** Starts again after a stop or a failure. */
  onRetry: () => void;
  /** Next steps of a run that is done. */
  actions: ReactNode;
}

const createColumns = (language: ImportLanguage): Column<LineProblem>[] => {
  const texts = importTexts[language];
  return [
    { id: 'line', header: texts.row, width: '80px', cell: ({ line }) => line },
    { id: 'field', header: texts.column, width: '200px', cell: ({ field }) => field },
    { id: 'message', header: texts.problem, cell: ({ message }) => message },
  ];
};

const Problems = <Settings,>({
  kind: { language, saveFile },
  run,
}: Pick<RunStepProps<Settings>, 'kind' | 'run'>) => {
  const texts = importTexts[language];
  const { problems, refused } = run.progress;
  const { refusedRows } = run;
  if (refused === 0) return null;
  return (
    <>
      <DataTable
        label={texts.problems}
        columns={createColumns(language)}
        rows={problems}
        rowKey={(problem) => `${problem.line} ${problems.indexOf(problem)}`}
        empty={null}
      />
      {refusedRows ? (
        <div>
          <Button icon="download" onClick={() => saveFile(refusedRows, `${texts.refusedFile}.csv`)}>
            {texts.saveRefused}
          </Button>
        </div>
      ) : null}
    </>
  );
};

/** Progress of a dry run or an import, its counts and the problems by row. */
export const RunStep = <Settings,>({
  kind,
  run,
  isDryRun,
  onStop,
  onRetry,
  actions,
}: RunStepProps<Settings>) => {
  const texts = importTexts[kind.language];
  const { progress, state, failure } = run;
  const stateTexts = isDryRun ? texts.dryRun : texts.run;
  return (
    <>
      {state === 'running' ? (
        <progress className={classes['progress']} value={progress.share} aria-label={stateTexts.running} />
      ) : null}
      {state === 'failed' ? <Notice tone="danger">{texts.failed(failure ?? '')}</Notice> : null}
      {state === 'stopped' ? <Notice tone="warning">{stateTexts.stopped}</Notice> : null}
      {state === 'done' ? (
        <Notice tone={progress.refused > 0 ? 'warning' : 'success'}>{stateTexts.done}</Notice>
      ) : null}
      <div role={state === 'running' ? undefined : 'status'}>
        <ul className={classes['counts']}>
          {kind.outcomes.map(({ id, describe }) => (
            <li key={id}>{describe(progress.counts[id] ?? 0, isDryRun)}</li>
          ))}
          <li>{texts.refused(progress.refused)}</li>
        </ul>
      </div>
      <div className={classes['actions']}>
        {state === 'running' ? <Button onClick={onStop}>{texts.stop}</Button> : null}
        {state === 'failed' || state === 'stopped' ? (
          <Button icon="refresh" onClick={onRetry}>
            {texts.continue}
          </Button>
        ) : null}
        {state === 'running' ? null : actions}
      </div>
      <Problems kind={kind} run={run} />
    </>
  );
};
