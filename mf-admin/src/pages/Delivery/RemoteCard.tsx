import type { RemoteDelivery } from '@obieg/contracts';
import { Card, DateTime, type Detail, DetailList, Notice, Text } from '@obieg/ui';
import type { Translate } from '@obieg/web-kit';
import { useAdminMessages } from '../../i18n/messages';
import classes from './delivery.module.css';
import { describeLastChange } from './describe-history';
import { RemoteActions } from './RemoteActions';
import { ReportChart } from './ReportChart';
import { describeAudience } from './release-change';
import { VersionSummary } from './VersionSummary';

const none = '-';

const listDetails = ({ stable, canary, lastChange, reports }: RemoteDelivery, t: Translate): Detail[] => [
  {
    label: t('delivery.stable'),
    value: (
      <>
        {stable ? <VersionSummary version={stable} /> : t('delivery.notReleased')}
        <ReportChart label={t('delivery.stable')} reports={reports} channel="stable" />
      </>
    ),
  },
  {
    label: t('delivery.canary'),
    value: canary ? (
      <>
        <VersionSummary version={canary} />
        {/* After the chart, so that it is level with the chart of the stable version. */}
        <ReportChart label={t('delivery.canary')} reports={reports} channel="canary" />
        <Text size="small">
          {describeAudience(canary, t)}, {t('delivery.since')} <DateTime value={canary.since} />
        </Text>
      </>
    ) : (
      none
    ),
  },
  {
    label: t('delivery.lastChange'),
    value: lastChange ? (
      <>
        {describeLastChange(lastChange, t)} <DateTime value={lastChange.at} />
      </>
    ) : (
      none
    ),
  },
];

/** State of a remote or of the shell: versions, loads and failures, last change and actions. */
export const RemoteCard = ({ remote }: { remote: RemoteDelivery }) => {
  const t = useAdminMessages();
  return (
    <Card title={remote.id}>
      <div className={classes['card']}>
        {remote.problem ? (
          <Notice tone="danger" title={t('delivery.problem')}>
            {remote.problem}
          </Notice>
        ) : null}
        <DetailList columns={2} items={listDetails(remote, t)} />
        <RemoteActions remote={remote} />
      </div>
    </Card>
  );
};
