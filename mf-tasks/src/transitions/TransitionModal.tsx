import { Button, CopyButton, Form, Notice } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { AnswerField } from '@obieg/ui/questionnaire';
import { type FormEvent, useRef, useState } from 'react';
import { useTaskMessages } from '../i18n/messages';
import { describeReasons } from './describe-reasons';
import { includeCurrentValue } from './include-current-value';
import { type TransitionFormOptions, useTransitionForm } from './use-transition-form';

interface TransitionModalProps extends TransitionFormOptions {
  /** False if another user's change has made the transition unavailable. */
  isOffered: boolean;
  onClose: () => void;
}

interface TaskChangeNoticeProps {
  /** The task's status when the dialog opened. */
  openedStatus: string;
  status: string;
  isOffered: boolean;
  /** What the user has entered. */
  entries: string;
}

/** Says what another user has changed while the dialog is open. */
const TaskChangeNotice = ({ openedStatus, status, isOffered, entries }: TaskChangeNoticeProps) => {
  const t = useTaskMessages();
  if (isOffered)
    return openedStatus === status ? null : (
      <Notice tone="warning">{t('task.statusMoved', { from: openedStatus, to: status })}</Notice>
    );
  return entries === '' ? (
    <Notice tone="warning">{t('task.transitionGone', { status })}</Notice>
  ) : (
    <Notice
      tone="warning"
      title={t('task.transitionGone', { status })}
      actions={<CopyButton value={entries} label={t('task.copyEntries')} />}
    >
      {t('task.entriesKept')}
    </Notice>
  );
};

/** Dialog with the required parameters of a transition; those that are not mandatory may stay empty. */
const TransitionModal = ({ onClose, isOffered, ...options }: TransitionModalProps) => {
  const t = useTaskMessages();
  const form = useRef<HTMLFormElement>(null);
  const { existing, getValue, errors, failure, isBusy, isDirty, entries, change, run } = useTransitionForm(
    form,
    options,
  );
  const { option, task } = options;
  const { requiredParameters, transitionName } = option;
  const [openedStatus] = useState(task.statusName);
  const reasons = isOffered
    ? describeReasons(option, t)
    : [t('task.transitionGone', { status: task.statusName })];
  const disabledReason = reasons.length > 0 ? reasons.join(' ') : undefined;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (disabledReason === undefined) void run();
  };
  return (
    <Modal isOpen onClose={onClose} isBusy={isBusy} isDirty={isDirty} title={transitionName}>
      <Form ref={form} onSubmit={send}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {/* While sending, the task may already contain the user's own change. */}
        {isBusy ? null : (
          <TaskChangeNotice
            openedStatus={openedStatus}
            status={task.statusName}
            isOffered={isOffered}
            entries={entries}
          />
        )}
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
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabledReason={isBusy ? undefined : disabledReason}
          >
            {t('task.run')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default TransitionModal;
