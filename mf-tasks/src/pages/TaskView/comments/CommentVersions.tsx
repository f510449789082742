import { Button, Loading, Notice, SkeletonLines, Text, Timeline, TimelineEntry } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { describeError } from '../../../describe-error';
import { useTaskMessages } from '../../../messages';
import { useCommentVersions } from './comments.api';
import type { CommentPartProps } from './EditComment';

/** The earlier texts, the latest first. */
const Versions = ({ taskId, comment }: Omit<CommentPartProps, 'onClose'>) => {
  const t = useTaskMessages();
  const { data: versions, error, isFetching, refetch } = useCommentVersions(taskId, comment);
  if (versions && versions.length > 0)
    return (
      <Timeline label={t('task.comments.versions')}>
        {versions.toReversed().map(({ id, content, replacedAt, replacedByEmail }) => (
          <TimelineEntry
            key={id}
            icon="history"
            at={replacedAt}
            summary={t('task.comments.replacedBy', { person: replacedByEmail ?? t('task.unknown') })}
            boxed
          >
            <Text preserveLines>{content}</Text>
          </TimelineEntry>
        ))}
      </Timeline>
    );
  if (versions) return <Text muted>{t('task.comments.noVersions')}</Text>;
  if (error)
    return (
      <Notice
        tone="danger"
        actions={
          <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
            {t('task.refresh')}
          </Button>
        }
      >
        {t('task.comments.versionsFailed', { reason: describeError(error, t) })}
      </Notice>
    );
  return (
    <Loading>
      <SkeletonLines lines={3} />
    </Loading>
  );
};

/** Dialog with the earlier texts of a comment. */
const CommentVersions = ({ taskId, comment, onClose }: CommentPartProps) => {
  const t = useTaskMessages();
  return (
    <Modal isOpen onClose={onClose} title={t('task.comments.versions')}>
      <Versions taskId={taskId} comment={comment} />
    </Modal>
  );
};

export default CommentVersions;
