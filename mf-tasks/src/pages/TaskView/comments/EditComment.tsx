import { type Comment, isBlank } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, CopyButton, Form, Notice, Text, useFocusFallback } from '@obieg/ui';
import { describeError, notify, usePermissions } from '@obieg/web-kit';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTaskMessages } from '../../../i18n/messages';
import { FailurePanel } from '../FailurePanel';
import { MentionField } from '../mentions/MentionField';
import UnmatchedMentions from '../mentions/UnmatchedMentions';
import { useCommentMentions } from '../mentions/use-comment-mentions';
import classes from '../task-view.module.css';
import { useEditComment } from './comments.api';
import { keepEditCommentDraft, readEditCommentDraft } from './edit-comment-draft';

export interface CommentPartProps {
  taskId: number;
  comment: Comment;
  onClose: () => void;
}

/** State of the edit. The typed text survives conflicts, failures and leaving the page. */
const useCommentEdit = ({ taskId, comment, onClose }: CommentPartProps) => {
  const t = useTaskMessages();
  const { id, revision = 1 } = comment;
  const [draft] = useState(() => readEditCommentDraft(id));
  const { register, control, handleSubmit, formState, setValue } = useForm({
    defaultValues: { content: draft?.content ?? comment.content },
  });
  const content = useWatch({ control, name: 'content' });
  /** What the edit started from. The text of a draft is always the user's own. */
  const [base, setBase] = useState({
    content: draft ? undefined : comment.content,
    revision: draft?.revision ?? revision,
  });
  const baseRevision = base.revision;
  const isUntouched = content === base.content;
  const [failure, setFailure] = useState<string>();
  // An edit changes no readers, so it gives no one access to the task.
  const {
    names,
    listMentioned,
    add: addMention,
  } = useCommentMentions({
    people: (comment.mentions ?? []).map(({ userId, username }) => ({ id: userId, username })),
    shared: [],
  });
  const { mutateAsync, isPending } = useEditComment(taskId);
  const isDirty = content !== comment.content;
  useEffect(() => {
    keepEditCommentDraft(id, isDirty && !isUntouched ? { content, revision: baseRevision } : undefined);
  }, [id, isDirty, isUntouched, content, baseRevision]);
  useEffect(() => {
    if (!isUntouched || revision === base.revision) return;
    setBase({ content: comment.content, revision });
    setValue('content', comment.content);
  }, [isUntouched, base, comment.content, revision, setValue]);
  const close = (): void => {
    keepEditCommentDraft(id, undefined);
    onClose();
  };
  // While saving, a refetch may already contain the own change.
  const isConflict = !isPending && revision !== baseRevision && isDirty && !isUntouched && !comment.deletedAt;
  const save = handleSubmit(async () => {
    setFailure(undefined);
    if (isPending || comment.deletedAt) return;
    if (!isDirty) return close();
    try {
      // Saving with a visible conflict means to replace the saved text.
      const mentionedUserIds = listMentioned(content).map(({ id: userId }) => userId);
      await mutateAsync({
        comment: isConflict ? comment : { ...comment, revision: baseRevision },
        edit: { content, ...(mentionedUserIds.length > 0 ? { mentionedUserIds } : {}) },
      });
      notify.success(t('task.comments.saved'));
      close();
    } catch (error) {
      setFailure(t('task.comments.saveFailed', { reason: describeError(error) }));
    }
  });
  return {
    content,
    field: register('content', { validate: (text) => !isBlank(text) }),
    names,
    addMention,
    failure,
    setFailure,
    isMissing: formState.errors.content !== undefined,
    isPending,
    isConflict,
    isDirty,
    save,
    close,
  };
};

/** Form that replaces the text of a comment. */
const EditComment = (props: CommentPartProps) => {
  const t = useTaskMessages();
  const { taskId, comment } = props;
  const { hasBasePermission } = usePermissions();
  const edit = useCommentEdit(props);
  const form = useRef<HTMLFormElement>(null);
  const visibility = {
    userIds: comment.visibleUsers.map(({ userId }) => userId),
    groupIds: comment.visibleGroups.map(({ groupId }) => groupId),
    visibleToAuthor: comment.visibleToAuthor,
  };
  useFocusFallback(form);
  useLayoutEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  return (
    <Form ref={form} onSubmit={(event) => void edit.save(event)} aria-label={t('task.comments.edit')}>
      {comment.deletedAt ? (
        <Notice
          tone="danger"
          title={t('task.comments.deleted')}
          actions={<CopyButton value={edit.content} label={t('task.copyEntries')} />}
        >
          {t('task.entriesKept')}
        </Notice>
      ) : null}
      {edit.isConflict ? (
        <Notice tone="warning" title={t('task.comments.savedElsewhere')}>
          <strong>{t('task.comments.savedText')}</strong>
          <Text preserveLines>{comment.content}</Text>
        </Notice>
      ) : null}
      <MentionField
        {...edit.field}
        taskId={taskId}
        visibility={visibility}
        names={edit.names}
        canGrant={false}
        onMention={edit.addMention}
        label={t('task.comments.text')}
        error={edit.isMissing ? t('task.commentRequired') : undefined}
        maxLength={limits.commentMaxLength}
        readOnly={edit.isPending}
        rows={3}
      />
      {hasBasePermission ? (
        <UnmatchedMentions
          taskId={taskId}
          content={edit.content}
          names={edit.names}
          visibility={visibility}
        />
      ) : null}
      {edit.failure === undefined ? null : (
        <FailurePanel message={edit.failure} onDismiss={() => edit.setFailure(undefined)} />
      )}
      <div className={classes['editActions']}>
        <Button onClick={edit.close} disabled={edit.isPending}>
          {t('task.cancel')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          loading={edit.isPending}
          disabledReason={comment.deletedAt ? t('task.comments.deleted') : undefined}
        >
          {t(edit.isConflict ? 'task.comments.overwrite' : 'task.comments.save')}
        </Button>
      </div>
    </Form>
  );
};

export default EditComment;
