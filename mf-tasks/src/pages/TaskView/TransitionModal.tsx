import { Button, Form, Notice } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { AnswerField } from '@obieg/ui/questionnaire';
import { type FormEvent, useRef } from 'react';
import { useTaskMessages } from '../../messages';
import { includeCurrentValue } from './include-current-value';
import { type TransitionFormOptions, useTransitionForm } from './use-transition-form';

interface TransitionModalProps extends TransitionFormOptions {
  onClose: () => void;
}

/** Dialog with the required parameters of a transition; those that are not mandatory may stay empty. */
const TransitionModal = ({ onClose, ...options }: TransitionModalProps) => {
  const t = useTaskMessages();
  const form = useRef<HTMLFormElement>(null);
  const { existing, getValue, errors, failure, isBusy, isDirty, change, run } = useTransitionForm(
    form,
    options,
  );
  const { requiredParameters, transitionName } = options.option;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void run();
  };
  return (
    <Modal isOpen onClose={onClose} isBusy={isBusy} isDirty={isDirty} title={transitionName}>
      <Form ref={form} onSubmit={send}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {requiredParameters.map((parameter, index) => (
          <AnswerField
            key={parameter.parameterId}
            parameter={includeCurrentValue(parameter, existing[parameter.parameterId])}
            label={parameter.displayName}
            optional={!parameter.isMandatory}
            value={getValue(parameter)}
            onChange={(value) => change(parameter.parameterId, value)}
            error={errors[parameter.parameterId] || undefined}
            autoFocus={index === 0}
          />
        ))}
        <ModalActions>
          <Button onClick={onClose} disabled={isBusy}>
            {t('task.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {t('task.run')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default TransitionModal;
