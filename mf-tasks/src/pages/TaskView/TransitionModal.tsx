import { type FieldError, isBlank, type TaskResponse, type TransitionOption } from '@obieg/contracts';
import { Button, Form, Notice } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { AnswerField, useValueProblemTexts } from '@obieg/ui/questionnaire';
import { isApiError } from '@obieg/web-kit';
import { checkValue } from '@obieg/workflow-rules';
import { type FormEvent, useRef, useState } from 'react';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { useRunTransition } from './task.api';

interface TransitionModalProps {
  option: TransitionOption;
  taskId: number;
  /** The task's answers by parameter id; they go along (spec 3 §7). */
  existing: Readonly<Record<string, string>>;
  onClose: () => void;
  onDone: (answer: TaskResponse) => void;
  /** The task is not where it was any more; the dialog makes no sense now. */
  onConflict: () => void;
}

type Values = Readonly<Record<number, string>>;

const initialValues = (
  { requiredParameters }: TransitionOption,
  existing: TransitionModalProps['existing'],
): Values =>
  Object.fromEntries(
    requiredParameters.map(({ parameterId, defaultValue }) => [
      parameterId,
      existing[parameterId] ?? defaultValue ?? '',
    ]),
  );

const fieldErrorsOf = (errors: readonly FieldError[]): Values =>
  Object.fromEntries(
    errors.map(({ field, message }) => [Number(field.replace('workflowParameters.', '')), message]),
  );

/** The parameters that a transition asks for: mandatory ones have to be answered, the others may (spec 3 §2, §5). */
const TransitionModal = ({ option, taskId, existing, onClose, onDone, onConflict }: TransitionModalProps) => {
  const t = useTaskMessages();
  const problemTexts = useValueProblemTexts();
  const { requiredParameters, transitionId, transitionName } = option;
  const { mutateAsync, isPending } = useRunTransition(taskId);
  const [values, setValues] = useState(() => initialValues(option, existing));
  const [problems, setProblems] = useState<Values>({});
  const [failure, setFailure] = useState<string>();

  const form = useRef<HTMLFormElement>(null);
  const showProblems = (found: Values): void => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const findProblems = (): Values =>
    Object.fromEntries(
      requiredParameters.flatMap((parameter) => {
        const value = values[parameter.parameterId] ?? '';
        if (isBlank(value) && !parameter.isMandatory) return [];
        const checked = checkValue(parameter, value);
        return checked.isValid ? [] : [[parameter.parameterId, problemTexts[checked.problem]]];
      }),
    );
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = findProblems();
    if (Object.keys(found).length > 0) return showProblems(found);
    setProblems({});
    setFailure(undefined);
    const filled = Object.entries(values).filter(([, value]) => !isBlank(value));
    const workflowParameters = { ...existing, ...Object.fromEntries(filled) };
    try {
      // Awaited, not a callback: in a status without a way on this dialog is gone before the task has been read anew.
      onDone(await mutateAsync({ transitionId, workflowParameters }));
    } catch (error) {
      if (isApiError(error) && error.status === 409) return onConflict();
      if (isApiError(error)) showProblems(fieldErrorsOf(error.fieldErrors));
      setFailure(t('task.transitionFailed', { reason: describeError(error, t) }));
    }
  };
  return (
    <Modal isOpen onClose={onClose} title={transitionName}>
      <Form ref={form} onSubmit={run}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {requiredParameters.map((parameter, index) => (
          <AnswerField
            key={parameter.parameterId}
            parameter={parameter}
            label={parameter.displayName}
            optional={!parameter.isMandatory}
            value={values[parameter.parameterId] ?? ''}
            onChange={(value) => {
              setValues({ ...values, [parameter.parameterId]: value });
              setProblems({ ...problems, [parameter.parameterId]: '' });
            }}
            error={problems[parameter.parameterId] || undefined}
            autoFocus={index === 0}
          />
        ))}
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('task.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('task.run')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default TransitionModal;
