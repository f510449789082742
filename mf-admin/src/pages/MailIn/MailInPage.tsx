import type { MailInSettings } from '@obieg/contracts';
import { Card, CheckboxField, Loading, Notice, SkeletonCard, Stack, Text } from '@obieg/ui';
import { describeError, notify } from '@obieg/web-kit';
import { useMailInSettings, useSaveMailInSettings } from '../../api/mail-in-settings.api';
import type { Versioned } from '../../api/optimistic-concurrency';
import { ConnectionsFrame } from '../../connections/ConnectionsFrame';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';

/** The setting, which is saved at once. */
const Setting = ({ entity: { acceptsTasks, address }, etag }: Versioned<MailInSettings>) => {
  const t = useAdminMessages();
  const { mutate, isPending, error } = useSaveMailInSettings();
  if (address === null) return <Notice tone="info">{t('mailIn.unavailable')}</Notice>;
  return (
    <Card title={t('mailIn.title')}>
      <Stack gap="md">
        <CheckboxField
          label={t('mailIn.acceptsTasks')}
          checked={acceptsTasks}
          onChange={({ target }) => {
            // A disabled checkbox would lose the focus.
            if (isPending) return;
            mutate(
              { acceptsTasks: target.checked, etag },
              { onSuccess: () => notify.success(t('mailIn.saved')) },
            );
          }}
        />
        <Text muted>{t('mailIn.help')}</Text>
        <Text>{t('mailIn.address', { address })}</Text>
        {error ? (
          <Notice tone="danger">{t('mailIn.saveFailed', { reason: describeError(error) })}</Notice>
        ) : null}
      </Stack>
    </Card>
  );
};

/** Page `/connections/mail`: whether mails to the organization's address make tasks. */
export const Component = () => {
  const t = useAdminMessages();
  const query = useMailInSettings();
  return (
    <ConnectionsFrame current="mail">
      {query.data ? (
        <Setting {...query.data} />
      ) : query.error ? (
        <LoadFailure title={t('mailIn.failed')} query={query} />
      ) : (
        <Loading>
          <SkeletonCard />
        </Loading>
      )}
    </ConnectionsFrame>
  );
};
