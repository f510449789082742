import { zodResolver } from '@hookform/resolvers/zod';
import { type Account, changeAccountSchema, displayNameMaxLength } from '@obieg/contracts';
import { Button, Card, DetailList, Form, Group, Notice, Stack, TextField } from '@obieg/ui';
import { isApiError, notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAuthMessages } from '../../i18n/messages';
import { useChangeAccount } from './account.api';
import { describeFailure } from './describe-failure';
import { UnsavedNames } from './UnsavedNames';

const fields = ['displayName', 'username'] as const;

/** The names of the account. The address belongs to the sign-in and cannot be changed here. */
export const ProfileForm = ({ account }: { account: Account }) => {
  const t = useAuthMessages();
  const change = useChangeAccount();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: zodResolver(changeAccountSchema),
    defaultValues: { displayName: account.displayName, username: account.username },
  });
  const { errors, isDirty, isSubmitting } = formState;
  const problemOf = (field: (typeof fields)[number]): string | undefined => {
    const problem = errors[field];
    if (!problem) return undefined;
    return problem.type === 'server' ? problem.message : t(`account.${field}Problem`);
  };
  const save = handleSubmit(async (input) => {
    setFailure(undefined);
    try {
      const saved = await change.mutateAsync(input);
      reset({ displayName: saved.displayName, username: saved.username });
      notify.success(t('account.saved'));
    } catch (error) {
      setFailure(describeFailure(error, t));
      const rejected = isApiError(error) ? error.fieldErrors : [];
      for (const { field, message } of rejected)
        if (field === 'displayName' || field === 'username')
          setError(field, { type: 'server', message }, { shouldFocus: true });
    }
  });
  return (
    <Card title={t('account.profile')}>
      <UnsavedNames isDirty={isDirty} />
      <Form onSubmit={(event) => void save(event)}>
        <Stack>
          {failure ? (
            <Notice tone="danger" takesFocus>
              {failure}
            </Notice>
          ) : null}
          <TextField
            {...register('displayName')}
            label={t('account.displayName')}
            help={t('account.displayNameHelp')}
            error={problemOf('displayName')}
            maxLength={displayNameMaxLength}
            autoComplete="name"
          />
          <TextField
            {...register('username')}
            label={t('account.username')}
            help={t('account.usernameHelp')}
            error={problemOf('username')}
            maxLength={60}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <DetailList items={[{ label: t('account.email'), value: account.email }]} />
        </Stack>
        <Group>
          <Button type="submit" variant="primary" disabled={!isDirty} loading={isSubmitting}>
            {t('account.save')}
          </Button>
        </Group>
      </Form>
    </Card>
  );
};
