import { type CreateGroup, type Group, saveGroupSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Card, Form, FormActions, TextArea, TextField } from '@obieg/ui';
import type { JoinedFields, Revision } from '@obieg/ui/conflicts';
import { GroupPicker } from '@obieg/ui/overlays';
import { isApiError, type Translate, useNavigate } from '@obieg/web-kit';
import { Controller } from 'react-hook-form';
import * as z from 'zod';
import { loadGroup, useGroupList, useSaveGroup } from '../../api/groups.api';
import type { Versioned } from '../../api/optimistic-concurrency';
import { appendReason } from '../../failures/rejection';
import { FormFailure } from '../../forms/FormFailure';
import { findFieldProblems } from '../../forms/field-problems';
import { RestoredForm } from '../../forms/RestoredForm';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { type NewMember, NewMembers } from './NewMembers';
import { listParentOptions } from './parent-options';

const schema = z.object({
  name: saveGroupSchema.shape.name,
  description: z.string().max(limits.descriptionMaxLength),
  parentGroupId: z.number().nullable(),
  members: z.array(z.custom<NewMember>()),
});

type GroupValues = z.infer<typeof schema>;

const toFormValues = (group: Group | undefined): GroupValues => ({
  name: group?.name ?? '',
  description: group?.description ?? '',
  parentGroupId: group?.parentGroupId ?? null,
  members: [],
});

const loadRevision = async (id: number): Promise<Revision<GroupValues>> => {
  const { entity, etag } = await loadGroup(id);
  return { values: toFormValues(entity), etag };
};

const toRequest = ({ members, description, ...group }: GroupValues): CreateGroup => ({
  ...group,
  description: description || null,
  ...(members.length > 0 ? { members: members.map(({ user, role }) => ({ userId: user.id, role })) } : {}),
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
export const GroupForm = ({ versioned }: { versioned?: Versioned<Group> }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const groups = useGroupList();
  const group = versioned?.entity;
  const { mutateAsync: save } = useSaveGroup(group?.id);
  const nameOf = (id: number): string => groups.data?.find((one) => one.id === id)?.name ?? `#${id}`;
  const fields: JoinedFields<GroupValues> = {
    name: { label: t('group.name') },
    description: { label: t('group.description') },
    parentGroupId: {
      label: t('group.parent'),
      describe: (id) => [id === null ? t('group.noParent') : nameOf(id)],
    },
    // Members of an existing group are changed beside this form.
    members: { label: '' },
  };
  const form = useSaveForm({
    schema,
    mode: 'onTouched',
    defaultValues: toFormValues(group),
    draftName: `group/${group?.id ?? 'new'}`,
    versioning: versioned && { etag: versioned.etag, load: () => loadRevision(versioned.entity.id), fields },
    send: (values, { etag }) => save({ body: toRequest(values), etag }),
    onSaved: () => navigate('/groups'),
    findFieldProblems: (error) => findFieldProblems(error, { parentGroupId: 'field' }),
  });
  const { register, control, getValues, formState } = form.form;

  const parentOptions = listParentOptions(groups.data ?? [], group?.id);
  const isSearchable = parentOptions.length >= limits.groupPickerSearchFrom;

  return (
    <Card>
      <UnsavedChangesDialog hasChanges={form.hasUnsavedChanges} />
      <Form {...form.formProps}>
        <RestoredForm form={form} />
        <FormFailure
          form={form}
          describe={(error) =>
            describeRefusedMember(t, getValues('members'), error) ??
            appendReason(t('group.saveFailed'), error)
          }
        />
        <TextField
          {...register('name')}
          label={t('group.name')}
          error={formState.errors.name ? t('group.nameRequired') : undefined}
          maxLength={limits.groupNameMaxLength}
        />
        <TextArea
          {...register('description')}
          label={t('group.description')}
          optional={t('optional')}
          rows={3}
          maxLength={limits.descriptionMaxLength}
        />
        <Controller
          control={control}
          name="parentGroupId"
          render={({ field: { value, onChange }, fieldState }) => (
            <GroupPicker
              label={t('group.parent')}
              optional={t('optional')}
              {...(isSearchable ? {} : { placeholder: t('group.noParent') })}
              groups={parentOptions}
              value={value}
              onChange={onChange}
              disabled={!groups.data}
              error={groups.error && !groups.data ? t('groups.failed') : fieldState.error?.message}
            />
          )}
        />
        {group ? null : (
          <Controller
            control={control}
            name="members"
            render={({ field: { value, onChange } }) => <NewMembers members={value} onChange={onChange} />}
          />
        )}
        <FormActions>
          <Button to={group ? `/groups/${group.id}` : '/groups'}>{t('groups.cancel')}</Button>
          <Button type="submit" variant="primary" loading={form.isSaving}>
            {t('group.save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
