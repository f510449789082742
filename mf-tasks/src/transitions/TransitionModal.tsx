import { CopyButton, Notice } from '@obieg/ui';
import { ActionDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import { useTaskMessages } from '../i18n/messages';
import { LockOutDialog } from '../task-readers/LockOutDialog';
import { TaskReadersNotice } from '../task-readers/TaskReadersNotice';
import { AnswerInput } from './AnswerInput';
import { describeReasons } from './describe-reasons';
import { OpenWorkNotice } from './OpenWorkNotice';
import type { OpenWork } from './open-work';
import { type TransitionFormOptions, useTransitionForm } from './use-transition-form';

interface TransitionModalProps extends TransitionFormOptions {
  /** False if another user's change has made the transition unavailable. */
  isOffered: boolean;
  openWork: OpenWork;
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

/**
 * Dialog with the required parameters of a transition; those that are not mandatory may stay empty. Names the tasks that
 * are still open if the transition finishes the task, and the readers if it changes who sees the task.
 */
const TransitionModal = ({ onClose, isOffered, openWork, ...options }: TransitionModalProps) => {
  const t = useTaskMessages();
  const { control, existing, action, isDirty, entries, readers, lockOut, submit } =
    useTransitionForm(options);
  const { option, task } = options;
  const { requiredParameters, transitionName } = option;
  const [openedStatus] = useState(task.statusName);
  const reasons = isOffered
    ? describeReasons(option, t)
    : [t('task.transitionGone', { status: task.statusName })];
  return (
    <ActionDialog
      title={transitionName}
      isDirty={isDirty}
      action={action}
      onSubmit={submit}
      submitLabel={t('task.run')}
      disabledReason={reasons.length > 0 ? reasons.join(' ') : undefined}
      focusesCancel={requiredParameters.length === 0}
      onClose={onClose}
    >
      {/* While sending, the task may already contain the user's own change. */}
      {action.isRunning ? null : (
        <>
          <TaskChangeNotice
            openedStatus={openedStatus}
            status={task.statusName}
            isOffered={isOffered}
            entries={entries}
          />
          <OpenWorkNotice work={openWork} />
        </>
      )}
      {requiredParameters.map((parameter, index) => {
        const current = existing[parameter.parameterId];
        return (
          <AnswerInput
            key={parameter.parameterId}
            control={control}
            parameter={parameter}
            current={current}
            initial={current ?? parameter.defaultValue ?? ''}
            autoFocus={index === 0}
          />
        );
      })}
      {readers && !action.isRunning ? <TaskReadersNotice readers={readers} /> : null}
      <LockOutDialog question={lockOut} />
    </ActionDialog>
  );
};

export default TransitionModal;
