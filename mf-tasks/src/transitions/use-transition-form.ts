import { isBlank, type Task, type TransitionOption } from '@obieg/contracts';
import { focusFirstProblem, useProblemFocus, useUiTimeZone } from '@obieg/ui';
import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { isApiError } from '@obieg/web-kit';
import { checkValue } from '@obieg/workflow-rules';
import { type RefObject, useState } from 'react';
import { describeValidationError, readAnswerErrors } from '../failures/answer-errors';
import { useTaskMessages } from '../i18n/messages';
import { useRunTransition } from '../task/task.api';
import { type Answers, buildAnswers, type RequiredParameter, toAnswers } from './transition-answers';

export interface TransitionFormOptions {
  option: TransitionOption;
  task: Task;
  /** Called when the server has saved the change, before the task is refetched. */
  onSaved: () => void;
  onDone: (task: Task | undefined) => void;
  /** Returns the reloaded transition, with which the form continues, or undefined if it is no longer available. */
  onRejected: () => Promise<TransitionOption | undefined>;
  /** Called when the transition is no longer available and the user has entered nothing. The dialog must close. */
  onUnavailable: (reason: string) => void;
}

const staleStatuses: readonly unknown[] = [403, 409, 412, 422];
/** The task's status, the required parameters or the caller's permission may have changed since loading. */
const mayBeStale = (error: unknown): boolean => isApiError(error) && staleStatuses.includes(error.status);

/** State and submission of the transition dialog. */
export const useTransitionForm = (
  form: RefObject<HTMLFormElement | null>,
  { option, task, onSaved, onDone, onRejected, onUnavailable }: TransitionFormOptions,
) => {
  const t = useTaskMessages();
  const problemTexts = useValueProblemTexts();
  const timeZone = useUiTimeZone();
  const { requiredParameters, transitionId } = option;
  const existing = toAnswers(task);
  const { mutateAsync } = useRunTransition(task.publicTaskId, onSaved);
  const [typed, setTyped] = useState<Answers>({});
  const [errors, setErrors] = useState<Answers>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const getValue = ({ parameterId, defaultValue }: RequiredParameter): string =>
    typed[parameterId] ?? existing[parameterId] ?? defaultValue ?? '';

  const focusFirstError = useProblemFocus(() => focusFirstProblem(form.current));
  const showErrors = (newErrors: Answers): void => {
    setErrors(newErrors);
    focusFirstError();
  };
  const validate = (): Answers =>
    Object.fromEntries(
      requiredParameters.flatMap((parameter) => {
        const value = getValue(parameter);
        // The server accepts an unchanged answer, even if it no longer satisfies the parameter.
        if (value === existing[parameter.parameterId]) return [];
        if (isBlank(value) && !parameter.isMandatory) return [];
        const checked = checkValue(parameter, value, timeZone);
        return checked.isValid ? [] : [[parameter.parameterId, problemTexts[checked.problem]]];
      }),
    );
  const isDirty = requiredParameters.some(({ parameterId }) => !isBlank(typed[parameterId] ?? ''));
  const handleFailure = async (error: unknown): Promise<void> => {
    const reloaded = mayBeStale(error) ? await onRejected() : option;
    const knownParameters = [...(reloaded?.requiredParameters ?? []), ...requiredParameters];
    const getParameterName = (id: number): string | undefined =>
      knownParameters.find(({ parameterId }) => parameterId === id)?.displayName ??
      task.parameterDetails.find(({ parameterId }) => parameterId === id)?.parameterName;
    const reason = describeValidationError(error, getParameterName, t);
    if (!reloaded && !isDirty) return onUnavailable(reason);
    if (isApiError(error)) showErrors(readAnswerErrors(error));
    setFailure(t('task.transitionFailed', { reason }));
  };
  const run = async (): Promise<void> => {
    const newErrors = validate();
    if (Object.keys(newErrors).length > 0) return showErrors(newErrors);
    setErrors({});
    setFailure(undefined);
    setIsBusy(true);
    const workflowParameters = buildAnswers(requiredParameters, existing, typed);
    try {
      // Await instead of a mutation callback: the dialog may unmount before the refetch, and callbacks would not run.
      onDone(await mutateAsync({ transitionId, workflowParameters }));
    } catch (error) {
      await handleFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    existing,
    getValue,
    errors,
    failure,
    isBusy,
    isDirty,
    /** What the user has entered, as text to copy. */
    entries: requiredParameters
      .filter(({ parameterId }) => !isBlank(typed[parameterId] ?? ''))
      .map(({ parameterId, displayName }) => `${displayName}: ${typed[parameterId]}`)
      .join('\n'),
    change: (parameterId: number, value: string): void => {
      setTyped({ ...typed, [parameterId]: value });
      setErrors({ ...errors, [parameterId]: '' });
    },
    run,
  };
};
