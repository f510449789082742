import { type FieldError, isBlank, type Task, type TransitionOption } from '@obieg/contracts';
import { Button, Form, Notice } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { AnswerField, useValueProblemTexts } from '@obieg/ui/questionnaire';
import { isApiError } from '@obieg/web-kit';
import { checkValue } from '@obieg/workflow-rules';
import { type FormEvent, useRef, useState } from 'react';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { offerHeld } from './held-value';
import { useRunTransition } from './task.api';

interface TransitionModalProps {
  option: TransitionOption;
  taskId: number;
  /** The task's answers by parameter id; they go along (spec 3 §7). */
  existing: Readonly<Record<string, string>>;
  onClose: () => void;
  /** The server has it; the task is not read anew yet. */
  onSaved: () => void;
  onDone: (moved: Task | undefined) => void;
  /** The task is not where it was any more, or the transition is gone; the dialog makes no sense now. */
  onConflict: (reason: string) => void;
}

type Values = Readonly<Record<number, string>>;
type Asked = TransitionOption['requiredParameters'][number];

const fieldErrorsOf = (errors: readonly FieldError[]): Values =>
  Object.fromEntries(
    errors.map(({ field, message }) => [Number(field.replace('workflowParameters.', '')), message]),
  );

/**
 * What goes along, existing values included (spec 3 §7) but for one: an asked parameter that the task has answered, and
 * nobody touched here, is left out. The server keeps what the task holds by then, which may be newer than what was read.
 * One that was emptied here goes along empty, and the server takes its answer away.
 */
const describeAnswers = (
  asked: readonly Asked[],
  existing: TransitionModalProps['existing'],
  typed: Values,
): Record<string, string> => {
  const askedIds = new Set(asked.map(({ parameterId }) => String(parameterId)));
  const given = asked.flatMap(({ parameterId, defaultValue }) => {
    const untouched = existing[parameterId] === undefined ? defaultValue : undefined;
    const value = typed[parameterId] ?? untouched ?? '';
    const isEmptied = typed[parameterId] !== undefined && existing[parameterId] !== undefined;
    if (isBlank(value)) return isEmptied ? [[parameterId, ''] as const] : [];
    return [[parameterId, value] as const];
  });
  const others = Object.entries(existing).filter(([id]) => !askedIds.has(id));
  return { ...Object.fromEntries(others), ...Object.fromEntries(given) };
};

/** The parameters that a transition asks for: mandatory ones have to be answered, the others may. */
const TransitionModal = ({
  option,
  taskId,
  existing,
  onClose,
  onSaved,
  onDone,
  onConflict,
}: TransitionModalProps) => {
  const t = useTaskMessages();
  const problemTexts = useValueProblemTexts();
  const { requiredParameters, transitionId, transitionName } = option;
  const { mutateAsync, isPending } = useRunTransition(taskId, onSaved);
  const [typed, setTyped] = useState<Values>({});
  const [problems, setProblems] = useState<Values>({});
  const [failure, setFailure] = useState<string>();
  const shownValue = ({ parameterId, defaultValue }: Asked): string =>
    typed[parameterId] ?? existing[parameterId] ?? defaultValue ?? '';

  const isDirty = requiredParameters.some(({ parameterId }) => !isBlank(typed[parameterId] ?? ''));

  const form = useRef<HTMLFormElement>(null);
  const showProblems = (found: Values): void => {
    setProblems(found);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const findProblems = (): Values =>
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
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const found = findProblems();
    if (Object.keys(found).length > 0) return showProblems(found);
    setProblems({});
    setFailure(undefined);
    const workflowParameters = describeAnswers(requiredParameters, existing, typed);
    try {
      // Awaited, not a callback: in a status without a way on this dialog is gone before the task has been read anew.
      onDone(await mutateAsync({ transitionId, workflowParameters }));
    } catch (error) {
      const reason = describeError(error, t);
      if (isApiError(error) && error.status === 409) return onConflict(reason);
      if (isApiError(error)) showProblems(fieldErrorsOf(error.fieldErrors));
      setFailure(t('task.transitionFailed', { reason }));
    }
  };
  return (
    <Modal isOpen onClose={onClose} isBusy={isPending} isDirty={isDirty} title={transitionName}>
      <Form ref={form} onSubmit={run}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {requiredParameters.map((parameter, index) => (
          <AnswerField
            key={parameter.parameterId}
            parameter={offerHeld(parameter, existing[parameter.parameterId])}
            label={parameter.displayName}
            optional={!parameter.isMandatory}
            value={shownValue(parameter)}
            onChange={(value) => {
              setTyped({ ...typed, [parameter.parameterId]: value });
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
