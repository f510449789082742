import { type BulkTransition, isBlank } from '@obieg/contracts';
import { Button, Notice, QueryView, SelectField, SkeletonLines, useAnswerFormat } from '@obieg/ui';
import { ModalActions } from '@obieg/ui/overlays';
import { describeError } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTaskMessages } from '../../../i18n/messages';
import { LockOutDialog } from '../../../task-readers/LockOutDialog';
import { useLockOutQuestion } from '../../../task-readers/use-lock-out-question';
import { AnswerInput } from '../../../transitions/AnswerInput';
import { type AnswerFields, readTyped } from '../../../transitions/answer-form';
import type { Answers, RequiredParameter } from '../../../transitions/transition-answers';
import { BulkForm, type BulkFormProps } from './BulkForm';
import { useBulkTransitions } from './bulk.api';
import classes from './bulk.module.css';

const omitBlank = (answers: Answers): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isBlank(answer)));

interface TransitionFormProps extends BulkFormProps {
  transitions: readonly BulkTransition[];
}

/** The data that the transition asks for, once for all tasks. */
const TransitionForm = ({ transitions, publicTaskIds, onSubmit, onClose }: TransitionFormProps) => {
  const t = useTaskMessages();
  const format = useAnswerFormat();
  const [name, setName] = useState(transitions[0]?.transitionName ?? '');
  const { control, handleSubmit } = useForm<AnswerFields>({ defaultValues: {} });
  const transition = transitions.find(({ transitionName }) => transitionName === name);
  const parameters = transition?.requiredParameters ?? [];
  /** Not a filled field: that would replace the answers that tasks have. */
  const describeDefault = ({ parameterType, defaultValue }: RequiredParameter): string | undefined =>
    defaultValue === null ? undefined : t('bulk.default', { value: format(parameterType, defaultValue) });
  const lostCount = transition?.lostCount ?? 0;
  const lockOut = useLockOutQuestion({
    isChecking: false,
    isLockingOut: lostCount > 0,
    onSave: () =>
      void handleSubmit((fields) =>
        onSubmit({
          action: 'TRANSITION',
          transitionName: name,
          workflowParameters: omitBlank(readTyped(fields, parameters)),
        }),
      )(),
  });
  return (
    <BulkForm
      publicTaskIds={publicTaskIds}
      taskCount={transition?.taskCount ?? 0}
      onSubmit={handleSubmit(lockOut.submit)}
      onClose={onClose}
    >
      <SelectField
        label={t('bulk.transition')}
        value={name}
        onChange={({ target }) => setName(target.value)}
        options={transitions.map(({ transitionName, taskCount }) => ({
          value: transitionName,
          label: t('bulk.transitionFor', {
            name: transitionName,
            count: taskCount,
            total: publicTaskIds.length,
          }),
        }))}
        help={transition && t('bulk.leadsTo', { statuses: transition.toStatusNames.join(', ') })}
        autoFocus
      />
      {transition?.openWorkCount ? (
        <Notice tone="warning">{t('bulk.openWork', { count: transition.openWorkCount })}</Notice>
      ) : null}
      {parameters.length > 0 ? <p className={classes['hint']}>{t('bulk.answersHelp')}</p> : null}
      {parameters.map((parameter) => (
        <AnswerInput
          key={parameter.parameterId}
          control={control}
          parameter={parameter}
          optionalText={describeDefault(parameter)}
        />
      ))}
      {lostCount > 0 ? <Notice tone="warning">{t('task.lockOut.lost', { count: lostCount })}</Notice> : null}
      <LockOutDialog question={lockOut} lostCount={lostCount} />
    </BulkForm>
  );
};

/** Chooses a transition by name. It runs on the tasks whose status offers it. */
export const TransitionFields = (props: BulkFormProps) => {
  const t = useTaskMessages();
  return (
    <QueryView
      query={useBulkTransitions(props.publicTaskIds)}
      failure={t('bulk.transitionsFailed')}
      describeFailure={(error) => describeError(error)}
      skeleton={<SkeletonLines />}
    >
      {(transitions) =>
        transitions.length > 0 ? (
          <TransitionForm {...props} transitions={transitions} />
        ) : (
          <>
            <Notice tone="warning">{t('bulk.noTransitions')}</Notice>
            <ModalActions>
              <Button onClick={props.onClose}>{t('bulk.close')}</Button>
            </ModalActions>
          </>
        )
      }
    </QueryView>
  );
};
