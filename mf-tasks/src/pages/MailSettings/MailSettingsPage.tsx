import type { MailChoice, MailSubscription } from '@obieg/contracts';
import { Button, Notice, QueryFailure, QueryView, SkeletonLines, Stack, Text } from '@obieg/ui';
import { describeError, isApiError, useLocation } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { useChangeMailSubscription, useMailSubscription } from './mail-settings.api';
import classes from './mail-settings.module.css';
import { PublicPage } from './PublicPage';

interface ChoicesProps {
  linkKey: string;
  subscription: MailSubscription;
}

const nameOf = ({ reason, scope }: MailChoice): string => `${reason ?? 'all'}-${scope}`;

/** What can be stopped and resumed. Each choice is saved at once. */
const Choices = ({ linkKey, subscription: { email, publicTaskId, choices } }: ChoicesProps) => {
  const t = useTaskMessages();
  const { mutateAsync, isPending, variables } = useChangeMailSubscription(linkKey);
  const [failure, setFailure] = useState<string>();
  const [saved, setSaved] = useState<string>();
  const describe = ({ reason, scope }: MailChoice): string => {
    if (reason === null) return t('mailSettings.all');
    const kind = t(`mailSettings.reasons.${reason}`);
    return scope === 'TASK'
      ? t('mailSettings.ofTask', { kind, task: publicTaskId ?? '' })
      : t('mailSettings.ofAllTasks', { kind });
  };
  const change = async (choice: MailChoice): Promise<void> => {
    setFailure(undefined);
    setSaved(undefined);
    try {
      await mutateAsync({ ...choice, isStopped: !choice.isStopped });
      setSaved(t(choice.isStopped ? 'mailSettings.resumed' : 'mailSettings.stopped'));
    } catch (error) {
      setFailure(t('mailSettings.failed', { reason: describeError(error) }));
    }
  };
  return (
    <Stack gap="md">
      <Text muted>{t('mailSettings.recipient', { email })}</Text>
      <ul className={classes['choices']}>
        {choices.map((choice) => (
          <li key={nameOf(choice)} className={classes['choice']}>
            <div>
              <Text>{describe(choice)}</Text>
              <Text muted size="small">
                {t(choice.isStopped ? 'mailSettings.isStopped' : 'mailSettings.isSent')}
              </Text>
            </div>
            <Button
              loading={isPending && variables !== undefined && nameOf(variables) === nameOf(choice)}
              onClick={() => void change(choice)}
            >
              {t(choice.isStopped ? 'mailSettings.resume' : 'mailSettings.stop')}
              <span className="ob-visually-hidden">{describe(choice)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      {saved === undefined ? null : <Notice tone="success">{saved}</Notice>}
    </Stack>
  );
};

const Settings = ({ linkKey }: { linkKey: string }) => {
  const t = useTaskMessages();
  const query = useMailSubscription(linkKey);
  const { error } = query;
  const isInvalid =
    isApiError(error) && error.status !== undefined && error.status < 500 && error.status !== 429;
  return (
    <QueryView
      query={query}
      failure={() => (
        <QueryFailure
          title={isInvalid ? t('mailSettings.invalid') : t('mailSettings.loadFailed')}
          query={query}
          canRetry={!isInvalid}
        >
          {isInvalid ? t('mailSettings.invalidHelp') : describeError(error)}
        </QueryFailure>
      )}
      skeleton={<SkeletonLines lines={4} />}
    >
      {(subscription) => <Choices linkKey={linkKey} subscription={subscription} />}
    </QueryView>
  );
};

/** Page `/mail-settings#key=…`: stops and resumes mails without signing in. The fragment is in no request's address. */
export const Component = () => {
  const t = useTaskMessages();
  const key = new URLSearchParams(useLocation().hash.slice(1)).get('key') ?? '';
  return (
    <PublicPage title={t('mailSettings.title')}>
      <Settings key={key} linkKey={key} />
    </PublicPage>
  );
};
