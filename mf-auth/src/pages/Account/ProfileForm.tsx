import { zodResolver } from '@hookform/resolvers/zod';
import {
  type Account,
  type ChangeAccount,
  changeAccountSchema,
  displayNameMaxLength,
} from '@obieg/contracts';
import {
  Button,
  Card,
  DetailList,
  Form,
  focusFirstProblem,
  Group,
  Notice,
  RestoredDraftNotice,
  Stack,
  TextField,
  useProblemFocus,
} from '@obieg/ui';
import {
  ConflictNotice,
  describeJoined,
  type Revision,
  saveJoined,
  useJoinedChanges,
} from '@obieg/ui/conflicts';
import { isApiError, notify, useLanguage } from '@obieg/web-kit';
import { type UnsavedForm, useFormDraft } from '@obieg/web-kit/form-drafts';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useAuthMessages } from '../../i18n/messages';
import { fetchAccount, useChangeAccount } from './account.api';
import { describeFailure } from './describe-failure';
import { UnsavedNames } from './UnsavedNames';

const fields = ['displayName', 'username'] as const;

type Names = Pick<ChangeAccount, (typeof fields)[number]>;

const toRevision = ({ displayName, username }: Account): Revision<Names> => ({
  values: { displayName, username },
  etag: undefined,
});

/** Joins the names with those that another tab or device of the same person saves first. */
const useJoinedNames = (form: UseFormReturn<Names>, loaded: Revision<Names>) => {
  const t = useAuthMessages();
  return useJoinedChanges<Names>({
    fields: {
      displayName: { label: t('account.displayName') },
      username: { label: t('account.username') },
    },
    isOwn: true,
    loaded,
    load: async () => toRevision(await fetchAccount()),
    getValues: () => ({ ...form.getValues() }),
    setValue: (name, value) => form.setValue(name, value, { shouldDirty: true, shouldValidate: true }),
  });
};

/** The names of the account. The address belongs to the sign-in and cannot be changed here. */
export const ProfileForm = ({ account }: { account: Account }) => {
  const t = useAuthMessages();
  const change = useChangeAccount();
  const [failure, setFailure] = useState<string>();
  const loaded = toRevision(account);
  const draft = useFormDraft<Names>({
    name: 'account',
    present: loaded.values,
    read: (): UnsavedForm<Names> | undefined =>
      isDirty ? { base: joined.getBase(), values: { ...form.getValues() } } : undefined,
  });
  // A restored form continues from the revision that it was based on.
  const [base] = useState<Revision<Names>>(draft.restored?.base ?? loaded);
  const form = useForm<Names>({
    resolver: zodResolver(changeAccountSchema),
    defaultValues: base.values,
    ...(draft.restored ? { values: draft.restored.values, resetOptions: { keepDefaultValues: true } } : {}),
  });
  const { register, handleSubmit, formState, setError, reset, control } = form;
  const joined = useJoinedNames(form, base);
  const names = useWatch({ control, compute: (current: Names) => current });
  const language = useLanguage() === 'en' ? 'en' : 'pl';
  const element = useRef<HTMLFormElement>(null);
  const focusMissing = useProblemFocus(() => focusFirstProblem(element.current));
  const { errors, isDirty, isSubmitting } = formState;
  const problemOf = (field: (typeof fields)[number]): string | undefined => {
    const problem = errors[field];
    if (!problem) return undefined;
    return problem.type === 'server' ? problem.message : t(`account.${field}Problem`);
  };
  const show = (revision: Revision<Names>): void => {
    reset(revision.values);
    joined.rebase(revision);
    draft.forget();
  };
  const save = handleSubmit(async () => {
    if (!joined.checkChoices()) {
      focusMissing();
      return;
    }
    setFailure(undefined);
    const send = async (input: Names, { values: expected }: Revision<Names>): Promise<void> => {
      const saved = toRevision(await change.mutateAsync({ ...input, expected }));
      const message = describeJoined(joined, language);
      show(saved);
      notify.success(t('account.saved'));
      if (message !== undefined) notify.info(message);
    };
    try {
      await saveJoined({
        joined,
        getValues: form.getValues,
        send,
        readRefusal: (error) => (isApiError(error) && error.status === 412 ? error : undefined),
      });
    } catch (error) {
      if (isApiError(error) && error.status === 412) return;
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
      <Form ref={element} onSubmit={(event) => void save(event)}>
        <Stack>
          {draft.restored ? (
            <RestoredDraftNotice savedAt={draft.restored.savedAt} onDiscard={() => show(loaded)} />
          ) : null}
          <ConflictNotice language={language} changes={joined} values={names} />
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
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('account.save')}
          </Button>
        </Group>
      </Form>
    </Card>
  );
};
