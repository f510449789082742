import type { Task, TransitionOption } from '@obieg/contracts';
import { Button, Heading, Loading, SkeletonLines, Text, useFocusFallback } from '@obieg/ui';
import { isApiError, notify } from '@obieg/web-kit';
import { Suspense, useEffect, useRef, useState } from 'react';
import { describeError } from '../../describe-error';
import { lazyPart } from '../../lazy-part';
import { useTaskMessages } from '../../messages';
import { splitTransitions, TransitionBar } from './TransitionBar';
import { useRefreshTask, useRunTransition, useTransitions } from './task.api';
import classes from './task-view.module.css';
import { toAnswers } from './transition-answers';
import { useBottomBar } from './use-bottom-bar';

const TransitionModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transition-modal" */ './TransitionModal'),
);
const TransitionSheet = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transition-sheet" */ './TransitionSheet'),
);

interface TaskTransitionsProps {
  task: Task;
  /** Undefined clears the error. */
  onFailure: (message: string | undefined) => void;
}

const TransitionsUnavailable = ({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) => {
  const t = useTaskMessages();
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={classes['unavailable']}>
      <Text muted>{t('task.transitionsUnavailable')}</Text>
      <Button icon="refresh" loading={isRetrying} onClick={onRetry}>
        {t('task.retry')}
      </Button>
    </div>
  );
};

/**
 * Clicks within this time after an update were meant for the previous buttons, for example the second click of a
 * double click.
 */
const clickGuardMs = 500;

const serializeOptions = (options: readonly TransitionOption[] | undefined): string | undefined =>
  options?.map(({ transitionId, canExecute }) => `${transitionId} ${canExecute}`).join();

/**
 * Ignores clicks shortly after the transitions change, so that users run only transitions that they have seen. The
 * buttons are not disabled, because a disabled button loses the focus.
 */
const useClickGuard = (optionsKey: string | undefined) => {
  const [acceptedKey, setAcceptedKey] = useState(optionsKey);
  // The first transitions replace nothing, so they need no guard.
  if (acceptedKey === undefined && optionsKey !== undefined) setAcceptedKey(optionsKey);
  const ignoresClicks = acceptedKey !== optionsKey;
  useEffect(() => {
    if (!ignoresClicks) return;
    const timer = setTimeout(() => setAcceptedKey(optionsKey), clickGuardMs);
    return () => clearTimeout(timer);
  }, [ignoresClicks, optionsKey]);
  return { ignoresClicks, startGuard: () => setAcceptedKey('') };
};

/** The available transitions. The first executable one is the primary button (spec 3 §2). */
export const TaskTransitions = ({ task, onFailure }: TaskTransitionsProps) => {
  const t = useTaskMessages();
  const { data: options, error, isFetching, refetch } = useTransitions(task.publicTaskId, true);
  const refresh = useRefreshTask(task.publicTaskId);
  const { mutateAsync, isPending, variables } = useRunTransition(task.publicTaskId);
  const [dialog, setDialog] = useState<{ option: TransitionOption; isSaved: boolean }>();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { ignoresClicks, startGuard } = useClickGuard(serializeOptions(options));
  const isInFlight = useRef(false);
  const section = useRef<HTMLElement>(null);
  useBottomBar(section, options?.length !== 0);

  const handleDone = (changedTask: Task | undefined): void => {
    startGuard();
    onFailure(undefined);
    setDialog(undefined);
    setIsSheetOpen(false);
    if (changedTask) notify.success(t('task.moved', { status: changedTask.statusName }));
    // The pressed button has been removed.
    section.current?.focus();
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
    if (option.requiredParameters.length > 0) {
      setIsSheetOpen(false);
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
      setIsSheetOpen(false);
      if (await openDialogIfRequired(option.transitionId, failure)) return;
      onFailure(t('task.transitionFailed', { reason: describeError(failure, t) }));
      // Another user may have changed the status, so the transitions are out of date.
      void refresh();
    } finally {
      isInFlight.current = false;
    }
  };
  // Keep an open dialog, even if another user's change leaves no transition.
  if (options?.length === 0 && dialog?.isSaved !== false) return null;
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
        {options ? (
          <TransitionBar options={options} onMore={() => setIsSheetOpen(true)} {...runProps} />
        ) : null}
        {!options && !error ? (
          <Loading>
            <SkeletonLines lines={2} />
          </Loading>
        ) : null}
        {!options && error ? (
          <TransitionsUnavailable isRetrying={isFetching} onRetry={() => void refetch()} />
        ) : null}
      </section>
      {options && isSheetOpen ? (
        <Suspense>
          <TransitionSheet
            options={splitTransitions(options).overflow}
            onClose={() => setIsSheetOpen(false)}
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
