import type { Task, TransitionOption } from '@obieg/contracts';
import { Button, Heading, Loading, SkeletonLines, Text, useFocusFallback } from '@obieg/ui';
import { isApiError, notify } from '@obieg/web-kit';
import { Suspense, useEffect, useRef, useState } from 'react';
import { describeError } from '../../describe-error';
import { lazyPart } from '../../lazy-part';
import { useTaskMessages } from '../../messages';
import { shareBar, TransitionBar } from './TransitionBar';
import { useRefreshTask, useRunTransition, useTransitions } from './task.api';
import classes from './task-view.module.css';
import { answersOf } from './transition-answers';
import { useBottomBar } from './use-bottom-bar';

const TransitionModal = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transition-modal" */ './TransitionModal'),
);
const TransitionSheet = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-transition-sheet" */ './TransitionSheet'),
);

interface TaskTransitionsProps {
  task: Task;
  /** Undefined takes back what was said before. */
  onFailure: (message: string | undefined) => void;
}

const Unavailable = ({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) => {
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

/** A press so soon was meant for what stood there before: the second of a double click, or one that others came before. */
const settlingMs = 500;

const describeOffer = (options: readonly TransitionOption[] | undefined): string | undefined =>
  options?.map(({ transitionId, canExecute }) => `${transitionId} ${canExecute}`).join();

/**
 * Whether what is offered has been there for a moment, so that who presses a button has seen it. Buttons that wait for
 * that are not disabled: one that was would lose the focus of a keyboard.
 */
const useSettling = (offer: string | undefined) => {
  const [settled, setSettled] = useState(offer);
  // What is there first has taken nothing's place.
  if (settled === undefined && offer !== undefined) setSettled(offer);
  const isSettling = settled !== offer;
  useEffect(() => {
    if (!isSettling) return;
    const timer = setTimeout(() => setSettled(offer), settlingMs);
    return () => clearTimeout(timer);
  }, [isSettling, offer]);
  return { isSettling, settle: () => setSettled('') };
};

/** What can be done with the task now; the first that can be run stands out (spec 3 §2). */
export const TaskTransitions = ({ task, onFailure }: TaskTransitionsProps) => {
  const t = useTaskMessages();
  const { data: options, error, isFetching, refetch } = useTransitions(task.publicTaskId, true);
  const refresh = useRefreshTask(task.publicTaskId);
  const { mutateAsync, isPending, variables } = useRunTransition(task.publicTaskId);
  const [asking, setAsking] = useState<{ option: TransitionOption; isSaved: boolean }>();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { isSettling, settle } = useSettling(describeOffer(options));
  const isUnderWay = useRef(false);
  const section = useRef<HTMLElement>(null);
  useBottomBar(section, options?.length !== 0);

  const tellWhereItIs = (moved: Task | undefined): void => {
    settle();
    onFailure(undefined);
    setAsking(undefined);
    setIsSheetOpen(false);
    if (moved) notify.success(t('task.moved', { status: moved.statusName }));
    // The button that was pressed is gone.
    section.current?.focus();
  };
  const readOffer = async (transitionId: number): Promise<TransitionOption | undefined> =>
    (await refetch()).data?.find((one) => one.transitionId === transitionId);
  /** What the dialog asks from now on, when others have changed it. */
  const askAnew = async (transitionId: number): Promise<TransitionOption | undefined> => {
    const option = await readOffer(transitionId);
    if (option) setAsking({ option, isSaved: false });
    return option;
  };
  /** Whether it asks by now for what nobody had to answer when it was offered; then the dialog does. */
  const asksByNow = async (transitionId: number, failure: unknown): Promise<boolean> => {
    if (!isApiError(failure) || failure.status !== 422) return false;
    const option = await readOffer(transitionId);
    if (!option?.canExecute || option.requiredParameters.length === 0) return false;
    setAsking({ option, isSaved: false });
    return true;
  };
  const run = async (option: TransitionOption): Promise<void> => {
    if (isSettling) return;
    if (option.requiredParameters.length > 0) {
      setIsSheetOpen(false);
      setAsking({ option, isSaved: false });
      return;
    }
    // Two presses may come before the first is drawn.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    onFailure(undefined);
    try {
      tellWhereItIs(
        await mutateAsync({ transitionId: option.transitionId, workflowParameters: answersOf(task) }),
      );
    } catch (failure) {
      setIsSheetOpen(false);
      if (await asksByNow(option.transitionId, failure)) return;
      onFailure(t('task.transitionFailed', { reason: describeError(failure, t) }));
      // Somebody else may have moved it on; what is offered now is another thing.
      void refresh();
    } finally {
      isUnderWay.current = false;
    }
  };
  // What somebody fills in stays open, also when others have left nothing to run meanwhile.
  if (options?.length === 0 && asking?.isSaved !== false) return null;
  const running = {
    runningId: isPending ? variables?.transitionId : undefined,
    isBusy: isPending,
    isSettling,
    run: (option: TransitionOption) => void run(option),
  };
  return (
    <>
      <section ref={section} tabIndex={-1} className={classes['bar']} aria-label={t('task.transitions')}>
        <div className={classes['barTitle']}>
          <Heading level={3}>{t('task.transitions')}</Heading>
        </div>
        {options ? (
          <TransitionBar options={options} onMore={() => setIsSheetOpen(true)} {...running} />
        ) : null}
        {!options && !error ? (
          <Loading>
            <SkeletonLines lines={2} />
          </Loading>
        ) : null}
        {!options && error ? <Unavailable isRetrying={isFetching} onRetry={() => void refetch()} /> : null}
      </section>
      {options && isSheetOpen ? (
        <Suspense>
          <TransitionSheet
            options={shareBar(options).others}
            onClose={() => setIsSheetOpen(false)}
            {...running}
          />
        </Suspense>
      ) : null}
      {asking ? (
        <Suspense>
          <TransitionModal
            key={asking.option.transitionId}
            option={asking.option}
            task={task}
            onClose={() => setAsking(undefined)}
            onSaved={() => setAsking({ ...asking, isSaved: true })}
            onDone={tellWhereItIs}
            onRefused={() => askAnew(asking.option.transitionId)}
            onGone={(reason) => {
              setAsking(undefined);
              onFailure(t('task.transitionFailed', { reason }));
              void refresh();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};
