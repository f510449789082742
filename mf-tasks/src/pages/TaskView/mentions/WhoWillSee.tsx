import type { CommentReaders } from '@obieg/contracts';
import { Icon, LinkButton, useDeferredWhilePressed, usePersonFormat } from '@obieg/ui';
import type { Translate } from '@obieg/web-kit';
import { useTaskMessages } from '../../../i18n/messages';
import classes from '../../../task-readers/task-readers.module.css';
import { type DraftVisibility, useCommentReaders } from './mentions.api';
import type { MentionedPerson } from './use-comment-mentions';

interface Texts {
  t: Translate;
  formatPerson: ReturnType<typeof usePersonFormat>;
}

/** Names of those who will see the comment, the caller first. */
const listReaders = (
  { allMembers, groups, users, author, visitors }: CommentReaders,
  shared: readonly MentionedPerson[],
  isMember: boolean,
  { t, formatPerson }: Texts,
): string[] => [
  t('task.readers.you'),
  ...(allMembers ? [t('task.readers.allMembers')] : []),
  ...(!allMembers && !isMember ? [t('task.readers.staff')] : []),
  ...groups
    .filter(({ reach }) => reach !== 'NONE')
    .map(({ groupName, reach }) =>
      t(reach === 'ALL' ? 'task.readers.group' : 'task.readers.groupPartly', { name: groupName }),
    ),
  ...users
    .filter(({ userId, reads }) => reads || shared.some(({ id }) => id === userId))
    .map(({ userName, addressHint }) => formatPerson({ name: userName, addressHint })),
  ...shared
    .filter(({ id }) => !users.some(({ userId }) => userId === id))
    .map(({ username, addressHint }) => formatPerson({ name: username, addressHint })),
  ...(author?.reads ? [t('task.readers.author', { name: formatPerson(author) })] : []),
  ...(visitors ? [t('task.readers.visitors')] : []),
];

/** Names of those who were chosen as readers, but do not see the task, and of the author who is left out. */
const listExcluded = (
  { groups, users, author }: CommentReaders,
  shared: readonly MentionedPerson[],
  { t, formatPerson }: Texts,
): string[] => [
  ...groups
    .filter(({ reach }) => reach === 'NONE')
    .map(({ groupName }) => t('task.readers.blindGroup', { name: groupName })),
  ...users
    .filter(({ userId, reads }) => !reads && !shared.some(({ id }) => id === userId))
    .map(({ userName, addressHint }) =>
      t('task.readers.blind', { name: formatPerson({ name: userName, addressHint }) }),
    ),
  ...(author && !author.reads ? [t('task.readers.author', { name: formatPerson(author) })] : []),
];

interface WhoWillSeeProps {
  taskId: number;
  visibility: DraftVisibility;
  shared: readonly MentionedPerson[];
  onUnshare: (id: number) => void;
  isMember: boolean;
  isNeeded: boolean;
}

/** Says who will see the comment before it is sent. */
export const WhoWillSee = ({
  taskId,
  visibility,
  shared,
  onUnshare,
  isMember,
  isNeeded,
}: WhoWillSeeProps) => {
  const t = useTaskMessages();
  const formatPerson = usePersonFormat();
  const answer = useCommentReaders(taskId, visibility, isNeeded);
  const readers = useDeferredWhilePressed(answer.data);
  const isError = useDeferredWhilePressed(answer.isError);
  if (!isNeeded) return null;
  if (!readers) return isError ? <p className={classes['readers']}>{t('task.readers.failed')}</p> : null;
  const texts = { t, formatPerson };
  const excluded = listExcluded(readers, shared, texts);
  return (
    <div className={classes['readers']}>
      <p>
        <Icon name="visible" size={14} /> <strong>{t('task.readers.seenBy')}</strong>{' '}
        {listReaders(readers, shared, isMember, texts).join(', ')}
      </p>
      {excluded.length > 0 ? (
        <p>
          <Icon name="hidden" size={14} /> <strong>{t('task.readers.notSeenBy')}</strong>{' '}
          {excluded.join(', ')}
        </p>
      ) : null}
      {shared.map(({ id, username, addressHint }) => (
        <p key={id}>
          <Icon name="lock" size={14} />{' '}
          {t('task.readers.shared', { name: formatPerson({ name: username, addressHint }) })}{' '}
          <LinkButton onClick={() => onUnshare(id)}>
            {t('task.readers.unshare', { name: username })}
          </LinkButton>
        </p>
      ))}
    </div>
  );
};
