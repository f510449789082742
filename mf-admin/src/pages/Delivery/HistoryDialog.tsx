import { EmptyState, Loading, SkeletonLines, Text, Timeline, TimelineEntry } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { useReleaseHistory } from '../../api/delivery.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import { actionIcons, describeEntry } from './describe-history';

const History = ({ id }: { id: string }) => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = useReleaseHistory(id);
  if (error)
    return <LoadFailure title={t('delivery.historyFailed')} query={{ error, isFetching, refetch }} />;
  if (!data)
    return (
      <Loading>
        <SkeletonLines lines={5} />
      </Loading>
    );
  if (data.length === 0) return <EmptyState icon="history" title={t('delivery.historyEmpty')} />;
  return (
    <Timeline label={t('delivery.historyOf', { id })}>
      {data.map((entry) => (
        <TimelineEntry
          key={`${entry.at} ${entry.action} ${entry.version}`}
          icon={actionIcons[entry.action] ?? 'info'}
          summary={describeEntry(entry, t)}
          at={entry.at}
        >
          {entry.reason ? (
            <Text size="small" muted>
              {entry.reason}
            </Text>
          ) : null}
        </TimelineEntry>
      ))}
    </Timeline>
  );
};

/** Who released what, when and why. */
export const HistoryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useAdminMessages();
  return (
    <Modal isOpen onClose={onClose} title={t('delivery.historyOf', { id })} width="wide">
      <History id={id} />
    </Modal>
  );
};
