import type { Task } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, DetailList, Form, Notice, SelectField, TextArea } from '@obieg/ui';
import { GroupPicker, Modal, ModalActions, UserSearchBox } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../messages';
import { searchUsers, useGroups } from '../../people/people.api';
import { Assignee } from './Assignee';
import type { AssignmentForm } from './assignment-form';
import { FailureNotice } from './FailureNotice';
import { useAssignmentForm } from './use-assignment-form';

type FormState = ReturnType<typeof useAssignmentForm>;

const CurrentAssignment = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const isAssigned = task.assignedUserName !== null || task.assignedGroupName !== null;
  return (
    <DetailList
      items={[
        {
          label: t('task.assign.current'),
          value: isAssigned ? <Assignee task={task} /> : t('task.assign.none'),
        },
      ]}
    />
  );
};

const AssignmentFields = ({ type, user, group, isOperator, isMine }: FormState) => {
  const t = useTaskMessages();
  const groups = useGroups(isOperator);
  return (
    <>
      {isOperator ? null : <Notice announce={false}>{t('task.assign.operatorsOnly')}</Notice>}
      <SelectField
        label={t('task.assign.type')}
        value={type.value}
        onChange={({ target }) => type.change(target.value as AssignmentForm['assignmentType'])}
        options={type.offered.map((one) => ({
          value: one,
          label: t(`task.assign.types.${one}`),
          disabled: one === 'ASSIGN_TO_ME' && isMine,
        }))}
        help={isMine ? t('task.assign.alreadyMine') : undefined}
        data-autofocus
      />
      {type.value === 'ASSIGN_TO_USER' ? (
        <UserSearchBox {...user} label={t('task.assign.user')} search={searchUsers} />
      ) : null}
      {type.value === 'ASSIGN_TO_GROUP' ? (
        <GroupPicker {...group} label={t('task.assign.group')} groups={groups} />
      ) : null}
    </>
  );
};

interface AssignmentModalProps {
  task: Task;
  onClose: () => void;
}

/** Who shall do it; without OPERATOR one takes it oneself or leaves it (spec 3 §2, §4, §6). */
const AssignmentModal = ({ task, onClose }: AssignmentModalProps) => {
  const t = useTaskMessages();
  const form = useAssignmentForm(task, onClose);
  return (
    <Modal isOpen onClose={onClose} title={t('task.changeAssignment')}>
      <Form onSubmit={(event) => void form.assign(event)}>
        {form.failure === undefined ? null : (
          <FailureNotice title={t('task.assign.failed')} reason={form.failure} />
        )}
        <CurrentAssignment task={task} />
        <AssignmentFields {...form} />
        <TextArea
          {...form.comment}
          label={t('task.optionalComment')}
          optional
          maxLength={limits.commentMaxLength}
          rows={2}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSubmitting}>
            {t('task.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSubmitting} disabled={!form.isPossible}>
            {t('task.assign.save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default AssignmentModal;
