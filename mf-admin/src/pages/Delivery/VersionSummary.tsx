import type { RemoteDelivery } from '@obieg/contracts';
import { DateTime, Text } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import classes from './delivery.module.css';
import { shortenVersion } from './release-change';

type Version = NonNullable<RemoteDelivery['stable']>;

const commitLength = 8;

/** Short version, commit and build time. */
export const VersionSummary = ({ version: { version, commit, builtAt } }: { version: Version }) => {
  const t = useAdminMessages();
  return (
    <span className={classes['version']}>
      <code title={version}>{shortenVersion(version)}</code>
      <Text as="span" size="small" muted>
        {commit ? t('delivery.commit', { commit: commit.slice(0, commitLength) }) : t('delivery.noCommit')}
      </Text>
      <Text as="span" size="small" muted>
        {t('delivery.built')} <DateTime value={builtAt} />
      </Text>
    </span>
  );
};
