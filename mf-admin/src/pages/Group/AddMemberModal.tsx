import type { UserSummary } from '@obieg/contracts';
import { Button, Form } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useAddMember } from '../../api/groups.api';
import { appendReason } from '../../failures/rejection';
import { ChoiceField } from '../../forms/ChoiceField';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { initialRoles, listRoleOptions } from './member-roles';
import { NewMemberField } from './NewMemberField';

interface AddMemberModalProps {
  groupId: number;
  /** Existing members; the modal does not offer them. */
  memberIds: ReadonlySet<number>;
  onClose: () => void;
}

const schema = z.object({
  user: z.custom<UserSummary | null>().pipe(z.custom<UserSummary>(Boolean)),
  role: z.enum(initialRoles),
});

export const AddMemberModal = ({ groupId, memberIds, onClose }: AddMemberModalProps) => {
  const t = useAdminMessages();
  const { mutateAsync } = useAddMember(groupId);
  const form = useSaveForm({
    schema,
    defaultValues: { user: null, role: 'MEMBER' },
    send: ({ user, role }) => mutateAsync({ userId: user.id, role }),
    onSaved: onClose,
  });
  const { control } = form.form;
  const [user, role] = useWatch({ control, name: ['user', 'role'] });
  return (
    <Modal isOpen onClose={onClose} title={t('group.members.addTitle')}>
      <Form {...form.formProps}>
        <FormFailure form={form} describe={(error) => appendReason(t('group.members.addFailed'), error)} />
        <Controller
          control={control}
          name="user"
          render={({ field: { value, onChange } }) => (
            <NewMemberField memberIds={memberIds} value={value} onChange={onChange} />
          )}
        />
        <ChoiceField
          control={control}
          name="role"
          label={t('group.members.role')}
          help={t(`memberRoles.${role}.help`)}
          options={listRoleOptions(t, initialRoles)}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={form.isSaving}>
            {t('groups.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={form.isSaving} disabled={!user}>
            {t('group.members.addButton')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
