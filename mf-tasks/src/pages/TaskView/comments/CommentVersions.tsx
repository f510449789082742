import type { CommentVersion, VersionsDeletion } from '@obieg/contracts';
import { Button, Text, Timeline, TimelineEntry, usePersonFormat } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { nameWithAddress } from '../name-with-address';
import { CommentQuery } from './CommentQuery';
import { useCommentVersions } from './comments.api';
import { DeleteComment } from './DeleteComment';
import type { CommentPartProps } from './EditComment';

interface Entries {
  versions: CommentVersion[];
  deletions: VersionsDeletion[];
}

/** The earlier texts and their deletions, the latest first. */
const VersionList = ({ versions, deletions }: Entries) => {
  const t = useTaskMessages();
  const format = usePersonFormat();
  const nameOf = (name: string | null | undefined, email: string | null): string => {
    // Only members read earlier texts.
    const person = nameWithAddress({ view: 'member' }, name, email);
    return person ? format(person) : t('task.unknown');
  };
  const entries = [
    ...versions.map(({ id, content, replacedAt, replacedByEmail, replacedByName }) => ({
      key: `version ${id}`,
      at: replacedAt,
      summary: t('task.comments.replacedBy', { person: nameOf(replacedByName, replacedByEmail) }),
      content,
    })),
    ...deletions.map(({ deletedAt, deletedByEmail, deletedByName }) => ({
      key: `deletion ${deletedAt}`,
      at: deletedAt,
      summary: t('task.comments.versionsDeletedBy', { person: nameOf(deletedByName, deletedByEmail) }),
      content: undefined,
    })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <Timeline label={t('task.comments.versions')}>
      {entries.map(({ key, at, summary, content }) => (
        <TimelineEntry
          key={key}
          icon={content === undefined ? 'delete' : 'history'}
          at={at}
          summary={summary}
          boxed={content !== undefined}
        >
          {content === undefined ? null : <Text preserveLines>{content}</Text>}
        </TimelineEntry>
      ))}
    </Timeline>
  );
};

interface VersionsProps extends Omit<CommentPartProps, 'onClose'> {
  onDelete: () => void;
}

const Versions = ({ taskId, comment, onDelete }: VersionsProps) => {
  const t = useTaskMessages();
  return (
    <CommentQuery
      query={useCommentVersions(taskId, comment)}
      describeFailure={(reason) => t('task.comments.versionsFailed', { reason })}
    >
      {({ versions, deletions = [] }) =>
        versions.length + deletions.length === 0 ? (
          <Text muted>{t('task.comments.noVersions')}</Text>
        ) : (
          <>
            <VersionList versions={versions} deletions={deletions} />
            {comment.canChange && versions.length > 0 ? (
              <div>
                <Button icon="delete" onClick={onDelete}>
                  {t('task.comments.deleteVersions')}
                </Button>
              </div>
            ) : null}
          </>
        )
      }
    </CommentQuery>
  );
};

/** Dialog with the earlier texts of a comment, which its writer may delete. */
const CommentVersions = ({ taskId, comment, onClose }: CommentPartProps) => {
  const t = useTaskMessages();
  const [isDeleting, setDeleting] = useState(false);
  if (isDeleting)
    return (
      <DeleteComment taskId={taskId} comment={comment} part="versions" onClose={() => setDeleting(false)} />
    );
  return (
    <Modal isOpen onClose={onClose} title={t('task.comments.versions')}>
      <Versions taskId={taskId} comment={comment} onDelete={() => setDeleting(true)} />
    </Modal>
  );
};

export default CommentVersions;
