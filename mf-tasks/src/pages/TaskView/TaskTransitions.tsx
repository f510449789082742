import type { Task, TransitionOption } from '@obieg/contracts';
import { Button, Heading, Loading, SkeletonLines, Text } from '@obieg/ui';
import { isApiError, type Translate } from '@obieg/web-kit';
import { lazy, Suspense, useId, useState } from 'react';
import { useTaskMessages } from '../../messages';
import { useRefreshTask, useRunTransition, useTransitions } from './task.api';
import classes from './task-view.module.css';

const TransitionModal = lazy(
  () => import(/* webpackChunkName: "mf-tasks-transition-modal" */ './TransitionModal'),
);

interface TaskTransitionsProps {
  task: Task;
  /** Undefined takes back what was said before. */
  onFailure: (message: string | undefined) => void;
}

interface TransitionButtonProps {
  option: TransitionOption;
  isFirst: boolean;
  isRunning: boolean;
  isDisabled: boolean;
  onRun: () => void;
}

const TransitionButton = ({ option, isFirst, isRunning, isDisabled, onRun }: TransitionButtonProps) => {
  const t = useTaskMessages();
  const reasonId = useId();
  const reasons = option.reasons.map((reason) => t(`task.reasons.${reason}`)).join(' ');
  return (
    <div className={classes['transition']}>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        fullWidth
        loading={isRunning}
        disabled={!option.canExecute || isDisabled}
        onClick={onRun}
        aria-describedby={reasons ? reasonId : undefined}
      >
        {option.transitionName}
      </Button>
      {reasons ? (
        <div id={reasonId} className={classes['reason']}>
          <Text size="small" muted>
            {reasons}
          </Text>
        </div>
      ) : null}
    </div>
  );
};

const describeFailure = (error: unknown, t: Translate): string => {
  if (isApiError(error) && error.status === 409) return error.serverMessage ?? t('task.movedOn');
  return t('task.transitionFailed', { reason: error instanceof Error ? error.message : '' });
};

/** What can be done with the task now; the first that can be run stands out (spec 3 §2). */
export const TaskTransitions = ({ task, onFailure }: TaskTransitionsProps) => {
  const t = useTaskMessages();
  const { data: options, error } = useTransitions(task.publicTaskId, true);
  const refresh = useRefreshTask(task.publicTaskId);
  const { mutate, isPending, variables } = useRunTransition(task.publicTaskId);
  const [asking, setAsking] = useState<TransitionOption>();
  const existing = Object.fromEntries(
    task.parameterDetails.map(({ parameterId, parameterValue }) => [parameterId, parameterValue]),
  );

  const run = (option: TransitionOption): void => {
    if (option.requiredParameters.length > 0) {
      setAsking(option);
      return;
    }
    onFailure(undefined);
    mutate(
      { transitionId: option.transitionId, workflowParameters: existing },
      {
        onError: (failure) => {
          onFailure(describeFailure(failure, t));
          // Somebody else may have moved it on; what is offered now is another thing.
          void refresh();
        },
      },
    );
  };
  if (options?.length === 0) return null;
  const first = options?.find(({ canExecute }) => canExecute);
  return (
    <>
      <section className={classes['bar']} aria-label={t('task.transitions')}>
        <div className={classes['barTitle']}>
          <Heading level={3}>{t('task.transitions')}</Heading>
        </div>
        {options ? (
          <div className={classes['transitions']}>
            {options.map((option) => (
              <TransitionButton
                key={option.transitionId}
                option={option}
                isFirst={option === first}
                isRunning={isPending && variables?.transitionId === option.transitionId}
                isDisabled={isPending}
                onRun={() => run(option)}
              />
            ))}
          </div>
        ) : null}
        {!options && !error ? (
          <Loading>
            <SkeletonLines lines={2} />
          </Loading>
        ) : null}
        {!options && error ? <Text muted>{t('task.transitionsUnavailable')}</Text> : null}
      </section>
      {asking ? (
        <Suspense>
          <TransitionModal
            key={asking.transitionId}
            option={asking}
            taskId={task.publicTaskId}
            existing={existing}
            onClose={() => setAsking(undefined)}
            onConflict={(message) => {
              setAsking(undefined);
              onFailure(message ?? t('task.movedOn'));
              void refresh();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};
