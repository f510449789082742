import { type BulkTransition, isBlank } from '@obieg/contracts';
import { Button, Notice, QueryView, SelectField, SkeletonLines, useUiTimeZone } from '@obieg/ui';
import { ModalActions } from '@obieg/ui/overlays';
import { AnswerField, useValueProblemTexts } from '@obieg/ui/questionnaire';
import { checkValue } from '@obieg/workflow-rules';
import { useState } from 'react';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { BulkForm, type BulkFormProps } from './BulkForm';
import { useBulkTransitions } from './bulk.api';
import classes from './bulk.module.css';

type Answers = Readonly<Record<string, string>>;

/** The data that the transition asks for, once for all tasks. */
const useAnswers = (transition: BulkTransition | undefined) => {
  const problemTexts = useValueProblemTexts();
  const timeZone = useUiTimeZone();
  const [typed, setTyped] = useState<Answers>({});
  const [errors, setErrors] = useState<Answers>({});
  const parameters = transition?.requiredParameters ?? [];
  const validate = (): boolean => {
    const problems = parameters.flatMap((parameter) => {
      const value = typed[parameter.parameterId] ?? '';
      if (isBlank(value) && !parameter.isMandatory) return [];
      const checked = checkValue(parameter, value, timeZone);
      return checked.isValid ? [] : [[parameter.parameterId, problemTexts[checked.problem]]];
    });
    setErrors(Object.fromEntries(problems));
    return problems.length === 0;
  };
  return {
    typed,
    errors,
    validate,
    change: (id: number, value: string): void => {
      setTyped({ ...typed, [id]: value });
      setErrors({ ...errors, [id]: '' });
    },
    given: (): Record<string, string> =>
      Object.fromEntries(
        parameters.flatMap(({ parameterId }) => {
          const value = typed[parameterId] ?? '';
          return isBlank(value) ? [] : [[String(parameterId), value]];
        }),
      ),
  };
};

const TransitionForm = ({
  transitions,
  publicTaskIds,
  onSubmit,
  onClose,
}: BulkFormProps & { transitions: readonly BulkTransition[] }) => {
  const t = useTaskMessages();
  const [name, setName] = useState(transitions[0]?.transitionName ?? '');
  const transition = transitions.find(({ transitionName }) => transitionName === name);
  const { typed, errors, validate, change, given } = useAnswers(transition);
  const parameters = transition?.requiredParameters ?? [];
  const submit = (): void => {
    if (validate()) onSubmit({ action: 'TRANSITION', transitionName: name, workflowParameters: given() });
  };
  return (
    <BulkForm publicTaskIds={publicTaskIds} onSubmit={submit} onClose={onClose}>
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
      {parameters.length > 0 ? <p className={classes['hint']}>{t('bulk.answersHelp')}</p> : null}
      {parameters.map((parameter) => (
        <AnswerField
          key={parameter.parameterId}
          parameter={parameter}
          label={parameter.displayName}
          optional={!parameter.isMandatory}
          value={typed[parameter.parameterId] ?? ''}
          onChange={(value) => change(parameter.parameterId, value)}
          error={errors[parameter.parameterId] || undefined}
        />
      ))}
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
      describeFailure={(error) => describeError(error, t)}
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
