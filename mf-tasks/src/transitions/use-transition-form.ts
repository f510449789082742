import { isBlank, type Task, type TransitionOption } from '@obieg/contracts';
import { useAction } from '@obieg/ui/overlays';
import { isApiError } from '@obieg/web-kit';
import { useForm, useWatch } from 'react-hook-form';
import { describeValidationError, readAnswerErrors } from '../failures/answer-errors';
import { useTaskMessages } from '../i18n/messages';
import { useRunTransition } from '../task/task.api';
import { useTaskReaders } from '../task-readers/task-readers.api';
import { useLockOutQuestion } from '../task-readers/use-lock-out-question';
import { type AnswerFields, answerName, readTyped } from './answer-form';
import { buildAnswers, toAnswers } from './transition-answers';

export interface TransitionFormOptions {
  option: TransitionOption;
  task: Task;
  /** Called when the server has saved the change, before the task is refetched. */
  onSaved: () => void;
  /** @param isLockedOut the user has agreed to lose access to the task */
  onDone: (task: Task | undefined, isLockedOut: boolean) => void;
  /** Returns the reloaded transition, with which the form continues, or undefined if it is no longer available. */
  onRejected: () => Promise<TransitionOption | undefined>;
  /** Called when the transition is no longer available and the user has entered nothing. The dialog must close. */
  onUnavailable: (reason: string) => void;
}

const staleStatuses: readonly unknown[] = [403, 409, 412, 422];
/** The task's status, the required parameters or the caller's permission may have changed since loading. */
const mayBeStale = (error: unknown): boolean => isApiError(error) && staleStatuses.includes(error.status);

/** State and submission of the transition dialog. */
export const useTransitionForm = ({
  option,
  task,
  onSaved,
  onDone,
  onRejected,
  onUnavailable,
}: TransitionFormOptions) => {
  const t = useTaskMessages();
  const { requiredParameters, transitionId } = option;
  const existing = toAnswers(task);
  const { mutateAsync } = useRunTransition(task.publicTaskId, onSaved);
  const { control, handleSubmit, setError } = useForm<AnswerFields>({ defaultValues: {} });
  const typed = readTyped(useWatch({ control }), requiredParameters);
  const entered = requiredParameters.filter(({ parameterId }) => !isBlank(typed[parameterId] ?? ''));

  const describeFailure = async (error: unknown): Promise<string | undefined> => {
    const reloaded = mayBeStale(error) ? await onRejected() : option;
    const knownParameters = [...(reloaded?.requiredParameters ?? []), ...requiredParameters];
    const getParameterName = (id: number): string | undefined =>
      knownParameters.find(({ parameterId }) => parameterId === id)?.displayName ??
      task.parameterDetails.find(({ parameterId }) => parameterId === id)?.parameterName;
    const reason = describeValidationError(error, getParameterName);
    if (!reloaded && entered.length === 0) {
      onUnavailable(reason);
      return undefined;
    }
    const messages = isApiError(error) ? readAnswerErrors(error) : {};
    for (const { parameterId } of knownParameters) {
      const message = messages[parameterId];
      if (message !== undefined) setError(answerName(parameterId), { message });
    }
    return t('task.transitionFailed', { reason });
  };
  const action = useAction({ describeFailure });
  const { readers, isChecking } = useTaskReaders(
    task.publicTaskId,
    option.sightChange ? { transitionId } : undefined,
  );
  const lockOut = useLockOutQuestion({
    isChecking,
    isLockingOut: readers ? !readers.caller : option.sightChange === 'LOST',
    onSave: (isLockedOut) =>
      void handleSubmit((fields) =>
        action.run(async () => {
          const answers = buildAnswers(requiredParameters, existing, readTyped(fields, requiredParameters));
          // Await instead of a mutation callback: the dialog may unmount before the refetch, and callbacks would not run.
          onDone(await mutateAsync({ transitionId, workflowParameters: answers }), isLockedOut);
        }),
      )(),
  });
  return {
    control,
    existing,
    action: { ...action, isRunning: action.isRunning || lockOut.isWaiting },
    readers,
    lockOut,
    isDirty: entered.length > 0,
    /** What the user has entered, as text to copy. */
    entries: entered
      .map(({ parameterId, displayName }) => `${displayName}: ${typed[parameterId]}`)
      .join('\n'),
    submit: handleSubmit(lockOut.submit),
  };
};
