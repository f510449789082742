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
import { dropCommentDraft, everybody, keepCommentDraft, readCommentDraft } from './comment-draft';
import { FailurePanel } from './FailurePanel';
import { RestoredDraft } from './RestoredDraft';
import { useAddComment } from './task.api';
import classes from './task-view.module.css';

const CommentVisibility = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-comment-visibility" */ './CommentVisibility'),
);

interface CommentFormProps {
  taskId: number;
  /** What failed elsewhere on the page before is past. */
  onSend: () => void;
}

const schema = addCommentSchema.pick({ content: true, visibleToAuthor: true });

/** Whom a comment is restricted to, by name; a group that has no name yet has its number. */
const ChosenReaders = ({ visibility: { users, groupIds } }: { visibility: Visibility }) => {
  const groups = useGroups(groupIds.length > 0);
  const names = [
    ...users.map(({ username }) => username),
    ...groupIds.map((id) => groups.find((group) => group.id === id)?.name ?? `#${id}`),
  ];
  return names.map((name) => <Badge key={name}>{name}</Badge>);
};

/** Writing a comment; who may read it is asked of members only (spec 3 §2). */
export const CommentForm = ({ taskId, onSend }: CommentFormProps) => {
  const t = useTaskMessages();
  const { hasBasePermission } = usePermissions();
  const form = useRef<HTMLFormElement>(null);
  const [restored, setRestored] = useState(() => readCommentDraft(taskId));
  const [visibility, setVisibility] = useState<Visibility>(restored?.visibility ?? everybody);
  const [isChoosing, setIsChoosing] = useState(visibility.users.length + visibility.groupIds.length > 0);
  // Folded away, the pickers keep what is typed in them: it stands between the comment and its sending.
  const [wasChoosing, setWasChoosing] = useState(isChoosing);
  if (isChoosing && !wasChoosing) setWasChoosing(true);
  const { register, handleSubmit, formState, reset, control, getValues } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { content: restored?.content ?? '', visibleToAuthor: restored?.visibleToAuthor ?? false },
  });
  const { errors, isSubmitting } = formState;
  const [content, visibleToAuthor] = useWatch({ control, name: ['content', 'visibleToAuthor'] });
  useEffect(() => {
    keepCommentDraft(taskId, { content, visibleToAuthor: visibleToAuthor ?? false, visibility });
  }, [taskId, content, visibleToAuthor, visibility]);
  const startAnew = (): void => {
    reset({ content: '', visibleToAuthor: false });
    // Also for who has left the page meanwhile.
    dropCommentDraft(taskId);
    setVisibility(everybody);
    setIsChoosing(false);
    setWasChoosing(false);
    setRestored(undefined);
    setFailure(undefined);
    // What was pressed may be gone, and who has said one thing goes on from here.
    form.current?.querySelector('textarea')?.focus();
  };

  const [failure, setFailure] = useState<string>();
  const [isAdded, setIsAdded] = useState(false);
  const sentText = useRef('');
  const { mutateAsync } = useAddComment(taskId, () => {
    setIsAdded(true);
    // What was written while it was on its way is the next comment.
    if (getValues('content') === sentText.current) startAnew();
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
      {restored ? <RestoredDraft savedAt={restored.savedAt} onDrop={startAnew} /> : null}
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
            open={isChoosing}
            onToggle={({ currentTarget }) => setIsChoosing(currentTarget.open)}
          >
            <summary>
              {t('task.restrictComment')}
              <Icon name="chevronDown" size={16} />
              <ChosenReaders visibility={visibility} />
            </summary>
            {wasChoosing ? (
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
