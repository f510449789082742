import { Button, EmptyState, Heading, Loading, Page, PageHead, QueryFailure, SkeletonCard } from '@obieg/ui';
import { describeError, useArePermissionsLoading, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useRef, useState } from 'react';
import { LeaveGuard } from '../../browser/LeaveGuard';
import { useTaskMessages } from '../../i18n/messages';
import { useFilterOptions } from '../../task-list/views.api';
import { ColumnsStep } from './ColumnsStep';
import { FileStep, type OpenedFile } from './FileStep';
import { nameQuestions } from './guess-columns';
import { RunStep } from './RunStep';
import type { ImportPlan } from './run-import';
import classes from './task-import.module.css';
import { useImportRun } from './use-import-run';

const steps = ['file', 'columns', 'check', 'import'] as const;
type Step = (typeof steps)[number];

/** File, columns, dry run and import. */
const ImportWizard = ({ questions }: { questions: readonly string[] }) => {
  const t = useTaskMessages();
  const [step, setStep] = useState<Step>('file');
  const [opened, setOpened] = useState<OpenedFile>();
  const [plan, setPlan] = useState<ImportPlan>();
  const { run, start, stop, isRunning } = useImportRun();
  const section = useRef<HTMLElement>(null);
  const goTo = (next: Step): void => {
    setStep(next);
    // Its button is gone, and screen readers begin with the new step.
    section.current?.focus();
  };
  const check = (checked: ImportPlan): void => {
    setPlan(checked);
    goTo('check');
    void start(checked, true);
  };
  const importAll = (): void => {
    if (!plan) return;
    goTo('import');
    void start(plan, false);
  };
  const title = t('import.step', {
    number: steps.indexOf(step) + 1,
    total: steps.length,
    name: t(`import.steps.${step}`),
  });
  return (
    <section ref={section} className={classes['step']} tabIndex={-1} aria-label={title}>
      <Heading level={2}>{title}</Heading>
      {step === 'file' ? (
        <FileStep
          onOpen={(file) => {
            setOpened(file);
            goTo('columns');
          }}
        />
      ) : null}
      {step === 'columns' && opened ? (
        <ColumnsStep opened={opened} questions={questions} onBack={() => goTo('file')} onDone={check} />
      ) : null}
      {step === 'check' && run && plan ? (
        <RunStep
          run={run}
          isDryRun
          onStop={stop}
          onRetry={() => void start(plan, true)}
          actions={
            <>
              <Button icon="back" onClick={() => goTo('columns')}>
                {t('import.toColumns')}
              </Button>
              {run.state === 'done' && run.progress.created > 0 ? (
                <Button variant="primary" icon="upload" onClick={importAll}>
                  {t('import.start', { count: run.progress.created })}
                </Button>
              ) : null}
            </>
          }
        />
      ) : null}
      {step === 'import' && run && plan ? (
        <RunStep
          run={run}
          isDryRun={false}
          onStop={stop}
          onRetry={() => void start(plan, false)}
          actions={
            <>
              <Button icon="tasks" to="/tasks">
                {t('import.toList')}
              </Button>
              <Button onClick={() => goTo('file')}>{t('import.another')}</Button>
            </>
          }
        />
      ) : null}
      <LeaveGuard
        hasChanges={() => isRunning}
        isDraftKept={false}
        question={{ title: t('import.leaveTitle'), text: t('import.leaveText') }}
      />
    </section>
  );
};

/** Loads the questions, to which columns can be answers. */
const ImportPage = () => {
  const t = useTaskMessages();
  const options = useFilterOptions([], true);
  if (options.data) return <ImportWizard questions={nameQuestions(options.data.parameters)} />;
  return options.error ? (
    <QueryFailure title={t('import.optionsFailed')} query={options}>
      {describeError(options.error)}
    </QueryFailure>
  ) : (
    <Loading>
      <SkeletonCard />
    </Loading>
  );
};

/** Page `/tasks/import`, for people who manage the workflow. */
export const Component = () => {
  const t = useTaskMessages();
  const { canManageWorkflow } = usePermissions();
  const areLoading = useArePermissionsLoading();
  usePageTitle(t('import.title'));
  const forbidden = areLoading ? (
    <Loading>
      <SkeletonCard />
    </Loading>
  ) : (
    <EmptyState icon="lock" title={t('import.forbidden')} />
  );
  return (
    <Page width="wizard">
      <PageHead
        title={t('import.title')}
        lead={t('import.lead')}
        breadcrumb={[{ label: t('list.title'), to: '/tasks' }, { label: t('import.title') }]}
      />
      {canManageWorkflow ? <ImportPage /> : forbidden}
    </Page>
  );
};
