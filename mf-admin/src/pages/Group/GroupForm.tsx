import { zodResolver } from '@hookform/resolvers/zod';
import { type Group, saveGroupSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Card, Form, FormActions, Notice, SelectField, TextArea, TextField } from '@obieg/ui';
import { useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { z } from 'zod';
import { useGroupList, useSaveGroup } from '../../groups.api';
import { useAdminMessages } from '../../messages';
import { refusalOf } from '../../refusal';

const schema = z.object({
  name: saveGroupSchema.shape.name,
  description: z.string().max(limits.descriptionMaxLength),
  parentGroupId: z.string(),
});

/** A new group, or the given one; once saved the list comes back (spec 2 §2). The server refuses circles. */
export const GroupForm = ({ group }: { group?: Group }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const groups = useGroupList().data ?? [];
  const { mutateAsync: save } = useSaveGroup(group?.id);
  const [failure, setFailure] = useState<string>();
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: {
      name: group?.name ?? '',
      description: group?.description ?? '',
      parentGroupId: group?.parentGroupId ? String(group.parentGroupId) : '',
    },
  });
  const { field: parent } = useController({ control, name: 'parentGroupId' });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ name, description, parentGroupId }) => {
    setFailure(undefined);
    try {
      await save({
        name,
        description: description || null,
        parentGroupId: parentGroupId ? Number(parentGroupId) : null,
      });
      await navigate('/groups');
    } catch (error) {
      setFailure(refusalOf(error) ?? t('group.saveFailed'));
    }
  });
  return (
    <Card>
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
          optional
          rows={3}
          maxLength={limits.descriptionMaxLength}
        />
        <SelectField
          {...parent}
          label={t('group.parent')}
          optional
          placeholder={t('group.noParent')}
          options={groups
            .filter(({ id }) => id !== group?.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
        />
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
