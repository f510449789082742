import type { Task, TransitionOption } from '@obieg/contracts';
import { focusUnlessElsewhere, Heading } from '@obieg/ui';
import { describeError, isApiError, notify, useCommands, useNavigate } from '@obieg/web-kit';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { useRefreshTask, useRunTransition, useTaskPart } from '../../task/task.api';
import { findOpenWork, needsDialog } from '../../transitions/open-work';
import { toAnswers } from '../../transitions/transition-answers';
import { splitTransitions, TransitionBar } from './TransitionBar';
import classes from './task-view.module.css';
import { useBottomBar } from './use-bottom-bar';

const TransitionModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transition-modal" */ '../../transitions/TransitionModal'),
);
const TransitionSheet = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transition-sheet" */ './TransitionSheet'),
);

interface TaskTransitionsProps {
  task: Task;
  /** Undefined clears the error. */
  onFailure: (message: string | undefined) => void;
  onMoved: (task: Task) => void;
}

/**
 * Clicks within this time after an update were meant for the previous buttons, for example the second click of a
 * double click.
 */
const clickGuardMs = 500;

const serializeOptions = (options: readonly TransitionOption[]): string =>
  options.map(({ transitionId, canExecute }) => `${transitionId} ${canExecute}`).join();

/**
 * Ignores clicks shortly after the transitions change, so that users run only transitions that they have seen. The
 * buttons are not disabled, because a disabled button loses the focus.
 */
const useClickGuard = (optionsKey: string) => {
  const [acceptedKey, setAcceptedKey] = useState(optionsKey);
  const ignoresClicks = acceptedKey !== optionsKey;
  useEffect(() => {
    if (!ignoresClicks) return;
    const timer = setTimeout(() => setAcceptedKey(optionsKey), clickGuardMs);
    return () => clearTimeout(timer);
  }, [ignoresClicks, optionsKey]);
  return { ignoresClicks, startGuard: () => setAcceptedKey('') };
};

/** The available transitions. The first executable one is the primary button (spec 3 §2). */
const TaskTransitions = ({ task, onFailure, onMoved }: TaskTransitionsProps) => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  const { data: options = [], refetch } = useTaskPart(task.publicTaskId, 'transitions');
  const { data: links = [] } = useTaskPart(task.publicTaskId, 'links');
  const refresh = useRefreshTask(task.publicTaskId);
  const { mutateAsync, isPending, variables } = useRunTransition(task.publicTaskId);
  const [dialog, setDialog] = useState<{ option: TransitionOption; isSaved: boolean }>();
  const [sheet, setSheet] = useState<'overflow' | 'all'>();
  const { ignoresClicks, startGuard } = useClickGuard(serializeOptions(options));
  const isInFlight = useRef(false);
  const section = useRef<HTMLElement>(null);
  useBottomBar(section, options.length > 0);

  const handleDone = (changedTask: Task | undefined, isLockedOut = false): void => {
    startGuard();
    onFailure(undefined);
    setDialog(undefined);
    setSheet(undefined);
    if (changedTask) notify.success(t('task.moved', { status: changedTask.statusName }));
    focusUnlessElsewhere(section.current, section.current);
    // The task is no longer found, so the list of tasks replaces its page.
    if (isLockedOut) void navigate('/tasks');
    else if (changedTask) onMoved(changedTask);
  };
  const refetchOption = async (transitionId: number): Promise<TransitionOption | undefined> =>
    (await refetch()).data?.find((one) => one.transitionId === transitionId);
  /** Reloads the transition of the open dialog after another user changed the workflow. */
  const refreshDialog = async (transitionId: number): Promise<TransitionOption | undefined> => {
    const option = await refetchOption(transitionId);
    if (option) setDialog({ option, isSaved: false });
    return option;
  };
  /**
   * Opens the dialog if a configuration change has added required parameters.
   *
   * @returns whether the dialog opened.
   */
  const openDialogIfRequired = async (transitionId: number, failure: unknown): Promise<boolean> => {
    if (!isApiError(failure) || failure.status !== 422) return false;
    const option = await refetchOption(transitionId);
    if (!option?.canExecute || option.requiredParameters.length === 0) return false;
    setDialog({ option, isSaved: false });
    return true;
  };
  const run = async (option: TransitionOption): Promise<void> => {
    if (ignoresClicks) return;
    if (needsDialog(option, findOpenWork(option, task, links))) {
      setSheet(undefined);
      setDialog({ option, isSaved: false });
      return;
    }
    // A second click can arrive before the button renders as disabled.
    if (isInFlight.current) return;
    isInFlight.current = true;
    onFailure(undefined);
    try {
      handleDone(
        await mutateAsync({ transitionId: option.transitionId, workflowParameters: toAnswers(task) }),
      );
    } catch (failure) {
      setSheet(undefined);
      if (await openDialogIfRequired(option.transitionId, failure)) return;
      onFailure(t('task.transitionFailed', { reason: describeError(failure) }));
      // Another user may have changed the status, so the transitions are out of date.
      void refresh();
    } finally {
      isInFlight.current = false;
    }
  };
  useCommands(
    options.length > 0
      ? [
          {
            id: 'task.transition',
            label: t('task.transitions'),
            keys: 't',
            icon: 'transitions',
            run: () => setSheet('all'),
          },
          ...options
            .filter(({ canExecute }) => canExecute)
            .map((option) => ({
              id: `task.transition.${option.transitionId}`,
              label: option.transitionName,
              icon: 'run',
              run: () => void run(option),
            })),
        ]
      : [],
  );
  // Keep an open dialog, even if another user's change leaves no transition.
  if (options.length === 0 && dialog?.isSaved !== false) return null;
  const runProps = {
    runningId: isPending ? variables?.transitionId : undefined,
    isBusy: isPending,
    ignoresClicks,
    run: (option: TransitionOption) => void run(option),
  };
  return (
    <>
      <section ref={section} tabIndex={-1} className={classes['bar']} aria-label={t('task.transitions')}>
        <div className={classes['barTitle']}>
          <Heading level={3}>{t('task.transitions')}</Heading>
        </div>
        <TransitionBar options={options} onMore={() => setSheet('overflow')} {...runProps} />
      </section>
      {sheet ? (
        <Suspense>
          <TransitionSheet
            title={t(sheet === 'all' ? 'task.transitions' : 'task.otherTransitions')}
            options={sheet === 'all' ? options : splitTransitions(options).overflow}
            onClose={() => setSheet(undefined)}
            {...runProps}
          />
        </Suspense>
      ) : null}
      {dialog ? (
        <Suspense>
          <TransitionModal
            key={dialog.option.transitionId}
            option={dialog.option}
            task={task}
            isOffered={options.some(({ transitionId }) => transitionId === dialog.option.transitionId)}
            openWork={findOpenWork(dialog.option, task, links)}
            onClose={() => setDialog(undefined)}
            onSaved={() => setDialog({ ...dialog, isSaved: true })}
            onDone={handleDone}
            onRejected={() => refreshDialog(dialog.option.transitionId)}
            onUnavailable={(reason) => {
              setDialog(undefined);
              onFailure(t('task.transitionFailed', { reason }));
              void refresh();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};

export default TaskTransitions;
