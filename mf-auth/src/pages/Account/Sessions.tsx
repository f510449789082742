import type { AccountSession } from '@obieg/contracts';
import {
  Badge,
  Button,
  Card,
  DateTime,
  Notice,
  QueryView,
  RowList,
  RowListItem,
  SkeletonLines,
  Stack,
  Text,
} from '@obieg/ui';
import { notify, type Translate } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../../i18n/messages';
import { useAccountSessions, useEndSessions } from './account.api';
import { describeFailure } from './describe-failure';

const nameDevice = ({ browser, operatingSystem, isMobile }: AccountSession, t: Translate): string => {
  const name = [browser, operatingSystem].filter(Boolean).join(', ');
  return name || t(isMobile ? 'account.unknownPhone' : 'account.unknownDevice');
};

interface SessionItemProps {
  session: AccountSession;
  onEnd: () => void;
  isEnding: boolean;
}

const SessionItem = ({ session, onEnd, isEnding }: SessionItemProps) => {
  const t = useAuthMessages();
  const device = nameDevice(session, t);
  const place = [session.organizationName ?? t('account.mainDomain'), session.network].filter(Boolean);
  return (
    <RowListItem
      title={
        <>
          {device} {session.isCurrent ? <Badge tone="success">{t('account.thisSession')}</Badge> : null}
        </>
      }
      action={
        session.isCurrent ? null : (
          <Button onClick={onEnd} loading={isEnding} aria-label={t('account.endSessionOf', { device })}>
            {t('account.endSession')}
          </Button>
        )
      }
    >
      <Text as="span" muted>
        {place.join(' · ')}
      </Text>
      <Text as="span" muted>
        {t('account.signedIn')} <DateTime value={session.signedInAt} /> · {t('account.lastSeen')}{' '}
        <DateTime value={session.lastSeenAt} format="relative" />
      </Text>
    </RowListItem>
  );
};

const SessionList = ({ sessions }: { sessions: readonly AccountSession[] }) => {
  const t = useAuthMessages();
  const end = useEndSessions();
  const [failure, setFailure] = useState<string>();
  const endSessions = (id: string | undefined): void => {
    setFailure(undefined);
    end.mutate(id, {
      onSuccess: () => notify.success(t(id === undefined ? 'account.othersEnded' : 'account.sessionEnded')),
      onError: (error) => setFailure(describeFailure(error, t)),
    });
  };
  return (
    <Stack>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <RowList>
        {sessions.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            onEnd={() => endSessions(session.id)}
            isEnding={end.isPending && end.variables === session.id}
          />
        ))}
      </RowList>
      {sessions.length > 1 ? (
        <div>
          <Button
            variant="danger"
            onClick={() => endSessions(undefined)}
            loading={end.isPending && end.variables === undefined}
          >
            {t('account.endOthers')}
          </Button>
        </div>
      ) : null}
    </Stack>
  );
};

/** The sessions of the account on all addresses. */
export const Sessions = () => {
  const t = useAuthMessages();
  return (
    <Card title={t('account.sessions')}>
      <QueryView
        query={useAccountSessions()}
        failure={t('account.sessionsFailed')}
        skeleton={<SkeletonLines lines={4} />}
      >
        {(sessions) => <SessionList sessions={sessions} />}
      </QueryView>
    </Card>
  );
};
