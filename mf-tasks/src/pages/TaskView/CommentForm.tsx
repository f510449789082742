import { zodResolver } from '@hookform/resolvers/zod';
import { addCommentSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Badge, Button, CheckboxField, Form, Icon, Loading, SkeletonLines, TextArea } from '@obieg/ui';
import type { Visibility } from '@obieg/ui/overlays';
import { usePermissions } from '@obieg/web-kit';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { describeError } from '../../describe-error';
import { lazyPart } from '../../lazy-part';
import { useTaskMessages } from '../../messages';
import { useGroups } from '../../people/people.api';
import { deleteCommentDraft, readCommentDraft, saveCommentDraft, unrestricted } from './comment-draft';
import { FailurePanel } from './FailurePanel';
import { RestoredDraftNotice } from './RestoredDraftNotice';
import { useAddComment } from './task.api';
import classes from './task-view.module.css';

const CommentVisibility = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-comment-visibility" */ './CommentVisibility'),
);

interface CommentFormProps {
  taskId: number;
  /** Called when sending starts. The page then removes an earlier error. */
  onSend: () => void;
}

const schema = addCommentSchema.pick({ content: true, visibleToAuthor: true });

/** Names of the users and groups that may read the comment. A group shows its id until its name is loaded. */
const SelectedReaders = ({ visibility: { users, groupIds } }: { visibility: Visibility }) => {
  const groups = useGroups(groupIds.length > 0);
  const names = [
    ...users.map(({ username }) => username),
    ...groupIds.map((id) => groups.find((group) => group.id === id)?.name ?? `#${id}`),
  ];
  return names.map((name) => <Badge key={name}>{name}</Badge>);
};

/** Form for a new comment. Only members can restrict its visibility (spec 3 §2). */
export const CommentForm = ({ taskId, onSend }: CommentFormProps) => {
  const t = useTaskMessages();
  const { hasBasePermission } = usePermissions();
  const form = useRef<HTMLFormElement>(null);
  const [restored, setRestored] = useState(() => readCommentDraft(taskId));
  const [visibility, setVisibility] = useState<Visibility>(restored?.visibility ?? unrestricted);
  const [isVisibilityOpen, setIsVisibilityOpen] = useState(
    visibility.users.length + visibility.groupIds.length > 0,
  );
  // Keeps the pickers mounted after closing. Their unfinished input must still prevent sending.
  const [isVisibilityMounted, setIsVisibilityMounted] = useState(isVisibilityOpen);
  if (isVisibilityOpen && !isVisibilityMounted) setIsVisibilityMounted(true);
  const { register, handleSubmit, formState, reset, control, getValues } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { content: restored?.content ?? '', visibleToAuthor: restored?.visibleToAuthor ?? false },
  });
  const { errors, isSubmitting } = formState;
  const [content, visibleToAuthor] = useWatch({ control, name: ['content', 'visibleToAuthor'] });
  useEffect(() => {
    saveCommentDraft(taskId, { content, visibleToAuthor: visibleToAuthor ?? false, visibility });
  }, [taskId, content, visibleToAuthor, visibility]);
  const resetForm = (): void => {
    reset({ content: '', visibleToAuthor: false });
    // The effect above does not run if the user has left the page.
    deleteCommentDraft(taskId);
    setVisibility(unrestricted);
    setIsVisibilityOpen(false);
    setIsVisibilityMounted(false);
    setRestored(undefined);
    setFailure(undefined);
    // The pressed button may have been removed. The user can write the next comment.
    form.current?.querySelector('textarea')?.focus();
  };

  const [failure, setFailure] = useState<string>();
  const [isAdded, setIsAdded] = useState(false);
  const sentText = useRef('');
  const { mutateAsync } = useAddComment(taskId, () => {
    setIsAdded(true);
    // Text typed while sending is the next comment.
    if (getValues('content') === sentText.current) resetForm();
    else setRestored(undefined);
  });
  const add = handleSubmit(async (comment) => {
    onSend();
    setFailure(undefined);
    setIsAdded(false);
    sentText.current = getValues('content');
    try {
      await mutateAsync({
        ...comment,
        visibleUserIds: visibility.users.map(({ id }) => id),
        visibleGroupIds: [...visibility.groupIds],
      });
    } catch (error) {
      setFailure(t('task.commentFailed', { reason: describeError(error, t) }));
    }
  });
  return (
    <Form ref={form} onSubmit={(event) => void add(event)}>
      {restored ? <RestoredDraftNotice savedAt={restored.savedAt} onDiscard={resetForm} /> : null}
      <TextArea
        {...register('content')}
        label={t('task.comment')}
        error={errors.content ? t('task.commentRequired') : undefined}
        maxLength={limits.commentMaxLength}
        rows={3}
      />
      {hasBasePermission ? (
        <>
          <CheckboxField {...register('visibleToAuthor')} label={t('task.showToAuthor')} />
          <details
            className={classes['commentOptions']}
            open={isVisibilityOpen}
            onToggle={({ currentTarget }) => setIsVisibilityOpen(currentTarget.open)}
          >
            <summary>
              {t('task.restrictComment')}
              <Icon name="chevronDown" size={16} />
              <SelectedReaders visibility={visibility} />
            </summary>
            {isVisibilityMounted ? (
              <Suspense
                fallback={
                  <Loading>
                    <SkeletonLines lines={3} />
                  </Loading>
                }
              >
                <CommentVisibility value={visibility} onChange={setVisibility} />
              </Suspense>
            ) : null}
          </details>
        </>
      ) : null}
      {failure === undefined ? null : (
        <FailurePanel message={failure} onDismiss={() => setFailure(undefined)} />
      )}
      <div>
        <Button type="submit" variant="primary" icon="send" loading={isSubmitting}>
          {t('task.addComment')}
        </Button>
      </div>
      <span role="status" className="ob-visually-hidden">
        {isAdded ? t('task.commentAdded') : null}
      </span>
    </Form>
  );
};
