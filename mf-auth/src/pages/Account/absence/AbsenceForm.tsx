import type { Absence, UserSummary } from '@obieg/contracts';
import { Button, Card, Group, Notice, QueryView, SkeletonLines, Stack, Text, TextField } from '@obieg/ui';
import { UserSearchBox } from '@obieg/ui/overlays';
import { isApiError, notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../../i18n/messages';
import { describeFailure } from '../describe-failure';
import { searchSubstitutes, useAbsence, useSaveAbsence } from './absence.api';

type Substitute = Pick<UserSummary, 'id' | 'username' | 'email'>;

const substituteOf = (absence: Absence | null): Substitute | null =>
  absence?.substitute
    ? { id: absence.substitute.userId, username: absence.substitute.name, email: '' }
    : null;

interface FieldsProps {
  absence: Absence | null;
  etag: string | undefined;
}

const Fields = ({ absence, etag }: FieldsProps) => {
  const t = useAuthMessages();
  const { mutateAsync, isPending } = useSaveAbsence();
  const [from, setFrom] = useState(absence?.from ?? '');
  const [until, setUntil] = useState(absence?.until ?? '');
  const [substitute, setSubstitute] = useState(substituteOf(absence));
  const [failure, setFailure] = useState<unknown>();
  const errorOf = (field: string): string | undefined =>
    isApiError(failure) ? failure.fieldErrors.find((one) => one.field === field)?.message : undefined;
  const send = async (isEnd: boolean): Promise<void> => {
    setFailure(undefined);
    try {
      const saved = { from, until, substituteUserId: substitute?.id ?? null };
      await mutateAsync({ absence: isEnd ? null : saved, etag });
      notify.success(t(isEnd ? 'absence.ended' : 'absence.saved'));
    } catch (error) {
      setFailure(error);
    }
  };
  const text = failure === undefined ? undefined : describeFailure(failure, t);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <Stack>
        <Text muted>{t('absence.help')}</Text>
        {text ? <Notice tone="danger">{text}</Notice> : null}
        <Group>
          <TextField
            type="date"
            label={t('absence.from')}
            value={from}
            error={errorOf('from')}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            type="date"
            label={t('absence.until')}
            value={until}
            error={errorOf('until')}
            onChange={({ target }) => setUntil(target.value)}
          />
        </Group>
        <UserSearchBox
          label={t('absence.substitute')}
          help={t('absence.substituteHelp')}
          search={searchSubstitutes}
          value={substitute as UserSummary | null}
          onChange={setSubstitute}
          error={errorOf('substituteUserId')}
        />
        <Group>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('absence.save')}
          </Button>
          {absence ? (
            <Button disabled={isPending} onClick={() => void send(true)}>
              {t('absence.end')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
};

/** The person's absence in this organization, and who decides about approvals meanwhile. */
export const AbsenceForm = () => {
  const t = useAuthMessages();
  return (
    <Card title={t('absence.title')}>
      <QueryView query={useAbsence()} failure={t('absence.failed')} skeleton={<SkeletonLines lines={3} />}>
        {({ absence, etag }) => <Fields key={etag} absence={absence} etag={etag} />}
      </QueryView>
    </Card>
  );
};
