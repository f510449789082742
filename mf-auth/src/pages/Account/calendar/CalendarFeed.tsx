import type { CalendarKeyState } from '@obieg/contracts';
import {
  Button,
  Card,
  CopyButton,
  DateTime,
  Group,
  Notice,
  QueryView,
  SkeletonLines,
  Stack,
  Text,
} from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../../i18n/messages';
import classes from '../account.module.css';
import { describeFailure } from '../describe-failure';
import { useCalendarKey, useCreateCalendarKey, useRevokeCalendarKey } from './calendar.api';

/** The only time that the address is on the screen. */
const CreatedAddress = ({ address }: { address: string }) => {
  const t = useAuthMessages();
  return (
    <Notice tone="success" title={t('calendar.created')} takesFocus>
      <Stack>
        <Text>{t('calendar.createdHelp')}</Text>
        <code className={classes['token']}>{address}</code>
        <Group>
          <CopyButton value={address} label={t('calendar.copy')} />
          <a href={address.replace(/^https?:/, 'webcal:')}>{t('calendar.open')}</a>
        </Group>
      </Stack>
    </Notice>
  );
};

const KeyState = ({ createdAt, lastUsedAt }: NonNullable<CalendarKeyState['key']>) => {
  const t = useAuthMessages();
  return (
    <Text muted>
      {t('calendar.createdAt')} <DateTime value={createdAt} /> ·{' '}
      {lastUsedAt === null ? (
        t('calendar.neverUsed')
      ) : (
        <>
          {t('calendar.lastUsed')} <DateTime value={lastUsedAt} format="relative" />
        </>
      )}
    </Text>
  );
};

type Question = 'replace' | 'revoke';

interface LoadedProps {
  state: CalendarKeyState;
  onCreated: (address: string) => void;
  onRevoked: () => void;
}

const Loaded = ({ state: { key }, onCreated, onRevoked }: LoadedProps) => {
  const t = useAuthMessages();
  const create = useCreateCalendarKey();
  const revoke = useRevokeCalendarKey();
  const [question, setQuestion] = useState<Question>();
  const [failure, setFailure] = useState<string>();
  const makeAddress = async (): Promise<void> => onCreated((await create.mutateAsync()).address);
  const makeFirst = (): void => {
    setFailure(undefined);
    makeAddress().catch((error: unknown) => setFailure(describeFailure(error, t)));
  };
  const actions: Record<Question, () => Promise<void>> = {
    replace: makeAddress,
    revoke: async () => {
      await revoke.mutateAsync();
      onRevoked();
      notify.success(t('calendar.revoked'));
    },
  };
  return (
    <Stack>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {key ? <KeyState {...key} /> : <Text muted>{t('calendar.none')}</Text>}
      {key ? (
        <Group>
          <Button onClick={() => setQuestion('replace')}>{t('calendar.replace')}</Button>
          <Button variant="danger" onClick={() => setQuestion('revoke')}>
            {t('calendar.revoke')}
          </Button>
        </Group>
      ) : (
        <div>
          <Button icon="add" onClick={makeFirst} loading={create.isPending}>
            {t('calendar.create')}
          </Button>
        </div>
      )}
      {question ? (
        <ConfirmAction
          title={t(`calendar.${question}Title`)}
          confirmLabel={t(`calendar.${question}`)}
          isDestructive
          action={actions[question]}
          describeFailure={(error) => describeFailure(error, t)}
          onClose={() => setQuestion(undefined)}
        >
          {t(`calendar.${question}Text`)}
        </ConfirmAction>
      ) : null}
    </Stack>
  );
};

/** The person's feed of due dates in this organization, for a calendar program. */
export const CalendarFeed = () => {
  const t = useAuthMessages();
  const [address, setAddress] = useState<string>();
  return (
    <Card title={t('calendar.title')}>
      <Stack>
        <Text muted>{t('calendar.help')}</Text>
        {address ? <CreatedAddress key={address} address={address} /> : null}
        <QueryView
          query={useCalendarKey()}
          failure={t('calendar.failed')}
          skeleton={<SkeletonLines lines={2} />}
        >
          {(state) => <Loaded state={state} onCreated={setAddress} onRevoked={() => setAddress(undefined)} />}
        </QueryView>
      </Stack>
    </Card>
  );
};
