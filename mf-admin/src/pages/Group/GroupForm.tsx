import { zodResolver } from '@hookform/resolvers/zod';
import { type Group, saveGroupSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Card, Form, FormActions, Notice, TextArea, TextField } from '@obieg/ui';
import { GroupPicker } from '@obieg/ui/overlays';
import { isApiError, type Translate, useNavigate } from '@obieg/web-kit';
import { useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import * as z from 'zod';
import { useGroupList, useSaveGroup } from '../../api/groups.api';
import { appendReason } from '../../failures/rejection';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../../i18n/messages';
import { type NewMember, NewMembers } from './NewMembers';

const schema = z.object({
  name: saveGroupSchema.shape.name,
  description: z.string().max(limits.descriptionMaxLength),
  parentGroupId: z.number().nullable(),
});

/** Names the refused user, because the list can be long. */
const describeRefusedMember = (
  t: Translate,
  members: readonly NewMember[],
  error: unknown,
): string | undefined => {
  const problem = isApiError(error)
    ? error.fieldErrors.find(({ field }) => field.startsWith('members.'))
    : undefined;
  const member = problem && members[Number(problem.field.split('.')[1])];
  return member && t('group.newMembers.failed', { name: member.user.username, reason: problem.message });
};

/** Creates a group or edits the given one, then opens the list (spec 2 §2). The server rejects parent cycles. */
export const GroupForm = ({ group }: { group?: Group }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const groups = useGroupList();
  const { mutateAsync: save } = useSaveGroup(group?.id);
  const [failure, setFailure] = useState<string>();
  const { register, control, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      parentGroupId: group?.parentGroupId ?? null,
    },
  });
  const { field: parent, fieldState: parentState } = useController({ control, name: 'parentGroupId' });
  const { errors, isSubmitting, isDirty } = formState;
  const isSaved = useRef(false);
  const [members, setMembers] = useState<NewMember[]>([]);

  const parentOptions = (groups.data ?? []).filter(({ id }) => id !== group?.id);
  const isSearchable = parentOptions.length >= limits.groupPickerSearchFrom;

  const submit = handleSubmit(async ({ name, description, parentGroupId }) => {
    setFailure(undefined);
    try {
      await save({
        body: {
          name,
          description: description || null,
          parentGroupId,
          ...(members.length > 0
            ? { members: members.map(({ user, role }) => ({ userId: user.id, role })) }
            : {}),
        },
      });
      isSaved.current = true;
      await navigate('/groups');
    } catch (error) {
      const problem = isApiError(error)
        ? error.fieldErrors.find(({ field }) => field === 'parentGroupId')
        : undefined;
      if (problem) setError('parentGroupId', { type: 'server', message: problem.message });
      else setFailure(describeRefusedMember(t, members, error) ?? appendReason(t('group.saveFailed'), error));
    }
  });
  return (
    <Card>
      <UnsavedChangesDialog hasChanges={() => (isDirty || members.length > 0) && !isSaved.current} />
      <Form onSubmit={(event) => void submit(event)}>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        <TextField
          {...register('name')}
          label={t('group.name')}
          error={errors.name ? t('group.nameRequired') : undefined}
          maxLength={limits.groupNameMaxLength}
        />
        <TextArea
          {...register('description')}
          label={t('group.description')}
          optional={t('optional')}
          rows={3}
          maxLength={limits.descriptionMaxLength}
        />
        <GroupPicker
          label={t('group.parent')}
          optional={t('optional')}
          {...(isSearchable ? {} : { placeholder: t('group.noParent') })}
          groups={parentOptions}
          value={parent.value}
          onChange={parent.onChange}
          disabled={!groups.data}
          error={groups.error && !groups.data ? t('groups.failed') : parentState.error?.message}
        />
        {group ? null : <NewMembers members={members} onChange={setMembers} />}
        <FormActions>
          <Button to={group ? `/groups/${group.id}` : '/groups'}>{t('groups.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('group.save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
