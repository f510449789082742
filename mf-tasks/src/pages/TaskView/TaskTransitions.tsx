import type { Task, TaskResponse, TransitionOption, TransitionReason } from '@obieg/contracts';
import { Button, Heading, Loading, SkeletonLines, Text } from '@obieg/ui';
import { isApiError, notify, type Translate } from '@obieg/web-kit';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import { describeError } from '../../describe-error';
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

/** On a phone the reasons stand once for all buttons, above them. */
const PhoneReasons = ({ options }: { options: readonly TransitionOption[] }) => {
  const t = useTaskMessages();
  const namesByReason = new Map<TransitionReason, string[]>();
  for (const { reasons, transitionName } of options) {
    for (const reason of reasons)
      namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), transitionName]);
  }
  if (namesByReason.size === 0) return null;
  return (
    // Screen readers have the reason at each button.
    <div className={classes['phoneReasons']} aria-hidden="true">
      {[...namesByReason].map(([reason, names]) => (
        <Text key={reason} size="small" muted>
          {`${names.join(', ')}: ${t(`task.reasons.${reason}`)}`}
        </Text>
      ))}
    </div>
  );
};

const describeFailure = (error: unknown, t: Translate): string => {
  if (isApiError(error) && error.status === 409) return t('task.movedOn');
  return t('task.transitionFailed', { reason: describeError(error, t) });
};

/** What can be done with the task now; the first that can be run stands out (spec 3 §2). */
export const TaskTransitions = ({ task, onFailure }: TaskTransitionsProps) => {
  const t = useTaskMessages();
  const { data: options, error } = useTransitions(task.publicTaskId, true);
  const refresh = useRefreshTask(task.publicTaskId);
  const { mutateAsync, isPending, variables } = useRunTransition(task.publicTaskId);
  const [asking, setAsking] = useState<TransitionOption>();
  const section = useRef<HTMLElement>(null);
  const existing = Object.fromEntries(
    task.parameterDetails.map(({ parameterId, parameterValue }) => [parameterId, parameterValue]),
  );

  const tellWhereItIs = ({ task: { statusName } }: TaskResponse): void => {
    setAsking(undefined);
    notify.success(t('task.moved', { status: statusName }));
    // The button that was pressed is gone.
    section.current?.focus();
  };
  const run = async (option: TransitionOption): Promise<void> => {
    if (option.requiredParameters.length > 0) {
      setAsking(option);
      return;
    }
    onFailure(undefined);
    try {
      tellWhereItIs(await mutateAsync({ transitionId: option.transitionId, workflowParameters: existing }));
    } catch (failure) {
      onFailure(describeFailure(failure, t));
      // Somebody else may have moved it on; what is offered now is another thing.
      void refresh();
    }
  };
  if (options?.length === 0) return null;
  const first = options?.find(({ canExecute }) => canExecute);
  return (
    <>
      <section ref={section} tabIndex={-1} className={classes['bar']} aria-label={t('task.transitions')}>
        <div className={classes['barTitle']}>
          <Heading level={3}>{t('task.transitions')}</Heading>
        </div>
        {options ? <PhoneReasons options={options} /> : null}
        {options ? (
          <div className={classes['transitions']}>
            {options.map((option) => (
              <TransitionButton
                key={option.transitionId}
                option={option}
                isFirst={option === first}
                isRunning={isPending && variables?.transitionId === option.transitionId}
                isDisabled={isPending}
                onRun={() => void run(option)}
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
            onDone={tellWhereItIs}
            onConflict={() => {
              setAsking(undefined);
              onFailure(t('task.movedOn'));
              void refresh();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};
