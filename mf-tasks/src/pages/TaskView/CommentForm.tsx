import { zodResolver } from '@hookform/resolvers/zod';
import { addCommentSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, CheckboxField, Form, Loading, SkeletonLines, TextArea } from '@obieg/ui';
import type { Visibility } from '@obieg/ui/overlays';
import { usePermissions } from '@obieg/web-kit';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { useAddComment } from './task.api';
import classes from './task-view.module.css';

const CommentVisibility = lazy(
  () => import(/* webpackChunkName: "mf-tasks-comment-visibility" */ './CommentVisibility'),
);

interface CommentFormProps {
  taskId: number;
  onFailure: (message: string | undefined) => void;
}

const everybody: Visibility = { users: [], groupIds: [] };
const schema = addCommentSchema.pick({ content: true, visibleToAuthor: true });

/** Writing a comment; who may read it is asked of members only (spec 3 §2). */
export const CommentForm = ({ taskId, onFailure }: CommentFormProps) => {
  const t = useTaskMessages();
  const { hasBasePermission } = usePermissions();
  const { mutateAsync } = useAddComment(taskId);
  const [visibility, setVisibility] = useState(everybody);
  const [isChoosing, setIsChoosing] = useState(false);
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { content: '', visibleToAuthor: false },
  });
  const { errors, isSubmitting } = formState;

  const add = handleSubmit(async (comment) => {
    onFailure(undefined);
    try {
      await mutateAsync({
        ...comment,
        visibleUserIds: visibility.users.map(({ id }) => id),
        visibleGroupIds: [...visibility.groupIds],
      });
      reset();
      setVisibility(everybody);
      setIsChoosing(false);
    } catch (error) {
      onFailure(t('task.commentFailed', { reason: describeError(error, t) }));
    }
  });
  return (
    <Form onSubmit={(event) => void add(event)}>
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
            <summary>{t('task.restrictComment')}</summary>
            {isChoosing ? (
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
      <div>
        <Button type="submit" variant="primary" icon="send" loading={isSubmitting}>
          {t('task.addComment')}
        </Button>
      </div>
    </Form>
  );
};
