import type { Comment, Task } from '@obieg/contracts';
import {
  Badge,
  DateTime,
  IconButton,
  LinkButton,
  PersonName,
  Text,
  TimelineEntry,
  usePersonFormat,
} from '@obieg/ui';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { lazyPart } from '../../../lazy-parts/lazy-part';
import { CommentText } from '../mentions/CommentText';
import { nameWithAddress } from '../name-with-address';
import classes from '../task-view.module.css';
import { readEditCommentDraft } from './edit-comment-draft';

const EditComment = lazyPart(() => import(/* webpackChunkName: "mf-tasks-edit-comment" */ './EditComment'));
const DeleteComment = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-delete-comment" */ './DeleteComment'),
);
const CommentMail = lazyPart(() => import(/* webpackChunkName: "mf-tasks-comment-mail" */ './CommentMail'));
const CommentVersions = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-comment-versions" */ './CommentVersions'),
);

interface CommentProps {
  task: Task;
  comment: Comment;
}

/** Whether the comment is not meant for the task's author. Only members see such comments. */
const isInternal = ({ task: { view, createdBy }, comment }: CommentProps): boolean =>
  view === 'member' &&
  !comment.visibleToAuthor &&
  comment.authorEmail !== createdBy &&
  !comment.visibleUsers.some(({ userEmail }) => userEmail === createdBy);

const CommentBadges = ({ task, comment }: CommentProps) => {
  const t = useTaskMessages();
  const formatPerson = usePersonFormat();
  const readers = [
    ...comment.visibleUsers.map(({ userName, addressHint }) => formatPerson({ name: userName, addressHint })),
    ...comment.visibleGroups.map(({ groupName }) => groupName),
  ];
  return (
    <span className={classes['entryBadges']}>
      {isInternal({ task, comment }) ? (
        <span title={t('task.internalCommentHelp')}>
          <Badge icon="hidden" tone="warning">
            {t('task.internalComment')}
          </Badge>
        </span>
      ) : null}
      {readers.length > 0 ? <Badge icon="lock">{readers.join(', ')}</Badge> : null}
      {comment.visibleToAuthor ? (
        <Badge icon="visible" tone="info">
          {t('task.visibleToAuthor')}
        </Badge>
      ) : null}
    </span>
  );
};

/** Says that the text was changed. For members, opens the earlier texts. */
const EditedMark = ({ editedAt, onOpen }: { editedAt: string; onOpen: (() => void) | undefined }) => {
  const t = useTaskMessages();
  return (
    <p className={classes['edited']}>
      {onOpen ? (
        <LinkButton onClick={onOpen}>
          {t('task.comments.edited')}
          <span className="ob-visually-hidden">. {t('task.comments.showVersions')}</span>
        </LinkButton>
      ) : (
        t('task.comments.edited')
      )}{' '}
      <DateTime value={editedAt} format="relative" />
    </p>
  );
};

const DeletedText = ({ deletedAt }: { deletedAt: string }) => {
  const t = useTaskMessages();
  return (
    <Text muted>
      <em>{t('task.comments.deleted')}</em> <DateTime value={deletedAt} format="relative" />
    </Text>
  );
};

/** Opens what the mail of a comment has besides: quotes and signature. */
const MailLink = ({ onOpen }: { onOpen: () => void }) => {
  const t = useTaskMessages();
  return (
    <p className={classes['edited']}>
      <LinkButton onClick={onOpen}>{t('task.comments.showMail')}</LinkButton>
    </p>
  );
};

type OpenPart = 'edit' | 'deletion' | 'versions' | 'mail';

/** A comment in the activity. Its writer may edit and delete it; a deleted one stays without text. */
export const CommentEntry = ({ task, comment, isLinked }: CommentProps & { isLinked: boolean }) => {
  const t = useTaskMessages();
  const [open, setOpen] = useState<OpenPart | undefined>(() =>
    comment.canChange && readEditCommentDraft(comment.id) ? 'edit' : undefined,
  );
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    // The form has taken the focus away with it, unless the user went on.
    if (wasEditing.current && open === undefined && document.activeElement === document.body)
      editButton.current?.focus();
    wasEditing.current = open === 'edit';
  }, [open]);
  const close = (): void => setOpen(undefined);
  const part = { taskId: task.publicTaskId, comment, onClose: close };
  // An edited text stays when another window deletes the comment, so that it can be copied.
  const isEditing = open === 'edit';
  const { deletedAt, editedAt } = comment;
  const author = nameWithAddress(task, comment.authorName, comment.authorEmail);
  return (
    <TimelineEntry
      id={`comment-${comment.id}`}
      isLinked={isLinked}
      icon={deletedAt ? 'delete' : 'comment'}
      summary={<PersonName {...(author ?? { name: t('task.unknown') })} />}
      at={comment.createdAt}
      badges={<CommentBadges task={task} comment={comment} />}
      actions={
        comment.canChange && !isEditing ? (
          <>
            <IconButton
              ref={editButton}
              icon="edit"
              label={t('task.comments.edit')}
              onClick={() => setOpen('edit')}
            />
            <IconButton icon="delete" label={t('task.comments.delete')} onClick={() => setOpen('deletion')} />
          </>
        ) : null
      }
      boxed
      isInternal={isInternal({ task, comment })}
    >
      <Suspense>{isEditing ? <EditComment {...part} /> : null}</Suspense>
      {isEditing ? null : deletedAt ? (
        <DeletedText deletedAt={deletedAt} />
      ) : (
        <CommentText comment={comment} />
      )}
      {comment.hasMailText && !isEditing ? <MailLink onOpen={() => setOpen('mail')} /> : null}
      {editedAt && !deletedAt && !isEditing ? (
        <EditedMark
          editedAt={editedAt}
          onOpen={task.view === 'member' ? () => setOpen('versions') : undefined}
        />
      ) : null}
      <Suspense>
        {open === 'deletion' ? <DeleteComment {...part} /> : null}
        {open === 'mail' ? <CommentMail {...part} /> : null}
        {open === 'versions' ? <CommentVersions {...part} /> : null}
      </Suspense>
    </TimelineEntry>
  );
};
