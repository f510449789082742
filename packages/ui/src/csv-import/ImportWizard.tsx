import { Button, Heading } from '@obieg/ui';
import { useRef, useState } from 'react';
import { ColumnsStep } from './ColumnsStep';
import classes from './csv-import.module.css';
import { FileStep, type OpenedFile } from './FileStep';
import type { ImportKind } from './import-kind';
import { RunStep } from './RunStep';
import { importTexts } from './texts';
import { type ChosenImport, type ImportRun, useImportRun } from './use-import-run';

const steps = ['file', 'columns', 'check', 'import'] as const;
type Step = (typeof steps)[number];

/** Rows that the import would change something with. */
const countChanges = <Settings,>({ outcomes }: ImportKind<Settings>, { progress }: ImportRun): number =>
  outcomes.filter(({ isChange }) => isChange).reduce((sum, { id }) => sum + (progress.counts[id] ?? 0), 0);

/** Imports a CSV file: file, columns, dry run and import. */
export const ImportWizard = <Settings,>({ kind }: { kind: ImportKind<Settings> }) => {
  const texts = importTexts[kind.language];
  const [step, setStep] = useState<Step>('file');
  const [opened, setOpened] = useState<OpenedFile>();
  const [plan, setPlan] = useState<ChosenImport<Settings>>();
  const { run, start, stop, isRunning } = useImportRun(kind);
  const section = useRef<HTMLElement>(null);
  const goTo = (next: Step): void => {
    setStep(next);
    // Its button is gone, and screen readers begin with the new step.
    section.current?.focus();
  };
  const check = (checked: ChosenImport<Settings>): void => {
    setPlan(checked);
    goTo('check');
    void start(checked, true);
  };
  const importAll = (): void => {
    if (!plan) return;
    goTo('import');
    void start(plan, false);
  };
  const title = texts.step(steps.indexOf(step) + 1, steps.length, texts.steps[step]);
  const changes = run?.state === 'done' ? countChanges(kind, run) : 0;
  return (
    <section ref={section} className={classes['step']} tabIndex={-1} aria-label={title}>
      <Heading level={2}>{title}</Heading>
      {step === 'file' ? (
        <FileStep
          language={kind.language}
          onOpen={(file) => {
            setOpened(file);
            goTo('columns');
          }}
        />
      ) : null}
      {step === 'columns' && opened ? (
        <ColumnsStep kind={kind} opened={opened} onBack={() => goTo('file')} onDone={check} />
      ) : null}
      {step === 'check' && run && plan ? (
        <RunStep
          kind={kind}
          run={run}
          isDryRun
          onStop={stop}
          onRetry={() => void start(plan, true)}
          actions={
            <>
              <Button icon="back" onClick={() => goTo('columns')}>
                {texts.toColumns}
              </Button>
              {changes > 0 ? (
                <Button variant="primary" icon="upload" onClick={importAll}>
                  {texts.start(changes)}
                </Button>
              ) : null}
            </>
          }
        />
      ) : null}
      {step === 'import' && run && plan ? (
        <RunStep
          kind={kind}
          run={run}
          isDryRun={false}
          onStop={stop}
          onRetry={() => void start(plan, false)}
          actions={
            <>
              {kind.doneAction}
              <Button onClick={() => goTo('file')}>{texts.another}</Button>
            </>
          }
        />
      ) : null}
      {kind.renderLeaveGuard({
        hasChanges: () => isRunning,
        title: texts.leaveTitle,
        text: texts.leaveText,
      })}
    </section>
  );
};
