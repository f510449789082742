import { isBlank, type Task, type TransitionOption } from '@obieg/contracts';
import { focusFirstProblem, useProblemFocus } from '@obieg/ui';
import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { isApiError } from '@obieg/web-kit';
import { checkValue } from '@obieg/workflow-rules';
import { type RefObject, useState } from 'react';
import { describeValidationError, readAnswerErrors } from '../../answer-errors';
import { useTaskMessages } from '../../messages';
import { useRunTransition } from './task.api';
import { type Answers, type Asked, answersOf, describeAnswers } from './transition-answers';

export interface TransitionFormOptions {
  option: TransitionOption;
  task: Task;
  /** The server has it; the task is not read anew yet. */
  onSaved: () => void;
  onDone: (moved: Task | undefined) => void;
  /** Answers the transition as it is offered now, which the form goes on with; undefined where it is offered no more. */
  onRefused: () => Promise<TransitionOption | undefined>;
  /** The task is not where it was any more, or the transition is gone; the dialog makes no sense now. */
  onGone: (reason: string) => void;
}

/** Others may have changed meanwhile what it asks, or who runs it. */
const mayBeOutdated = (error: unknown): boolean =>
  isApiError(error) && (error.status === 403 || error.status === 422);

/** State and sending of the dialog that runs a transition. */
export const useTransitionForm = (
  form: RefObject<HTMLFormElement | null>,
  { option, task, onSaved, onDone, onRefused, onGone }: TransitionFormOptions,
) => {
  const t = useTaskMessages();
  const problemTexts = useValueProblemTexts();
  const { requiredParameters, transitionId } = option;
  const existing = answersOf(task);
  const { mutateAsync } = useRunTransition(task.publicTaskId, onSaved);
  const [typed, setTyped] = useState<Answers>({});
  const [problems, setProblems] = useState<Answers>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const shownValue = ({ parameterId, defaultValue }: Asked): string =>
    typed[parameterId] ?? existing[parameterId] ?? defaultValue ?? '';

  const focusProblem = useProblemFocus(() => focusFirstProblem(form.current));
  const showProblems = (found: Answers): void => {
    setProblems(found);
    focusProblem();
  };
  const findProblems = (): Answers =>
    Object.fromEntries(
      requiredParameters.flatMap((parameter) => {
        const value = shownValue(parameter);
        // An answer that stays as it was is always good.
        if (value === existing[parameter.parameterId]) return [];
        if (isBlank(value) && !parameter.isMandatory) return [];
        const checked = checkValue(parameter, value);
        return checked.isValid ? [] : [[parameter.parameterId, problemTexts[checked.problem]]];
      }),
    );
  const tellFailure = async (error: unknown): Promise<void> => {
    const isMovedOn = isApiError(error) && error.status === 409;
    const now = mayBeOutdated(error) ? await onRefused() : option;
    const known = [...(now?.requiredParameters ?? []), ...requiredParameters];
    const nameOf = (id: number): string | undefined =>
      known.find(({ parameterId }) => parameterId === id)?.displayName ??
      task.parameterDetails.find(({ parameterId }) => parameterId === id)?.parameterName;
    const reason = describeValidationError(error, nameOf, t);
    if (isMovedOn || !now) return onGone(reason);
    if (isApiError(error)) showProblems(readAnswerErrors(error));
    setFailure(t('task.transitionFailed', { reason }));
  };
  const run = async (): Promise<void> => {
    const found = findProblems();
    if (Object.keys(found).length > 0) return showProblems(found);
    setProblems({});
    setFailure(undefined);
    setIsBusy(true);
    const workflowParameters = describeAnswers(requiredParameters, existing, typed);
    try {
      // Awaited, not a callback: in a status without a way on this dialog is gone before the task has been read anew.
      onDone(await mutateAsync({ transitionId, workflowParameters }));
    } catch (error) {
      await tellFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return {
    existing,
    shownValue,
    problems,
    failure,
    isBusy,
    isDirty: requiredParameters.some(({ parameterId }) => !isBlank(typed[parameterId] ?? '')),
    change: (parameterId: number, value: string): void => {
      setTyped({ ...typed, [parameterId]: value });
      setProblems({ ...problems, [parameterId]: '' });
    },
    run,
  };
};
