import { isBlank, type Task } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, CheckboxField, Form, Notice, RestoredDraftNotice, TextArea } from '@obieg/ui';
import { useCommands, usePermissions, useSession } from '@obieg/web-kit';
import { Suspense } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { CommentReadersFields } from './CommentReadersFields';
import { FailurePanel } from './FailurePanel';
import { MentionField } from './mentions/MentionField';
import { WhoWillSee } from './mentions/WhoWillSee';
import classes from './task-view.module.css';
import { useCommentForm } from './use-comment-form';

const CannedReplyButton = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-canned-reply-button" */ './canned-replies/CannedReplyButton'),
);

const AskOpenGaps = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-comment-checks" */ './canned-replies/AskOpenGaps'),
);

const UnmatchedMentions = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-comment-checks" */ './mentions/UnmatchedMentions'),
);

interface CommentFormProps {
  task: Task;
  /** Called when sending starts. The page then removes an earlier error. */
  onSend: () => void;
}

type State = ReturnType<typeof useCommentForm>;

/** The text. Members can mention people in it. */
const CommentField = ({ state, taskId }: { state: State; taskId: number }) => {
  const t = useTaskMessages();
  const { hasBasePermission } = usePermissions();
  const { register, isTextMissing, draftVisibility, names, mention } = state;
  const field = {
    label: t('task.comment'),
    error: isTextMissing ? t('task.commentRequired') : undefined,
    maxLength: limits.commentMaxLength,
    rows: 3,
  };
  return hasBasePermission ? (
    <MentionField
      {...register('content')}
      {...field}
      taskId={taskId}
      visibility={draftVisibility}
      names={names}
      canGrant
      onMention={mention}
    />
  ) : (
    <TextArea {...register('content')} {...field} />
  );
};

/** Form for a new comment. Only members can restrict its visibility (spec 3 §2). */
export const CommentForm = ({ task, onSend }: CommentFormProps) => {
  const t = useTaskMessages();
  const taskId = task.publicTaskId;
  const { hasBasePermission } = usePermissions();
  const isLinkHolder = useSession() === undefined;
  const state = useCommentForm(taskId, onSend);
  const { form, savedAt, failure, isFileIncoming } = state;
  const { userIds, groupIds, visibleToAuthor } = state.draftVisibility;
  const isRestricted = userIds.length + groupIds.length > 0;
  useCommands([
    {
      id: 'task.comment',
      label: t('task.addComment'),
      keys: 'c',
      icon: 'comment',
      run: () => form.current?.querySelector('textarea')?.focus(),
    },
  ]);
  return (
    <Form ref={form} onSubmit={(event) => void state.send(event)}>
      {savedAt === undefined ? null : <RestoredDraftNotice savedAt={savedAt} onDiscard={state.resetForm} />}
      <CommentField state={state} taskId={taskId} />
      <Suspense>
        {hasBasePermission && state.content.includes('@') ? (
          <UnmatchedMentions
            taskId={taskId}
            content={state.content}
            names={state.names}
            visibility={state.draftVisibility}
          />
        ) : null}
      </Suspense>
      {hasBasePermission ? (
        <>
          <CheckboxField {...state.register('visibleToAuthor')} label={t('task.showToAuthor')} />
          <CommentReadersFields readers={state.readers} />
        </>
      ) : null}
      {hasBasePermission && (isRestricted || (isFileIncoming && !visibleToAuthor)) ? (
        <Notice>{t('task.filesAreVisible')}</Notice>
      ) : null}
      {isLinkHolder ? null : (
        <WhoWillSee
          taskId={taskId}
          visibility={state.draftVisibility}
          shared={state.shared}
          onUnshare={state.unshare}
          isMember={hasBasePermission}
          isNeeded={!isBlank(state.content)}
        />
      )}
      {failure === undefined ? null : <FailurePanel message={failure} onDismiss={state.clearFailure} />}
      <div className={classes['commentActions']}>
        <Button type="submit" variant="primary" icon="send" loading={state.isSending}>
          {t('task.addComment')}
        </Button>
        <Suspense>{hasBasePermission ? <CannedReplyButton task={task} form={form} /> : null}</Suspense>
      </div>
      <Suspense>
        {state.openGaps.length > 0 ? (
          <AskOpenGaps gaps={state.openGaps} onSend={() => void state.sendNow()} onClose={state.closeGaps} />
        ) : null}
      </Suspense>
      <span role="status" className="ob-visually-hidden">
        {state.isAdded ? t('task.commentAdded') : null}
      </span>
    </Form>
  );
};
