import type {
  Comment,
  CommentMailResponse,
  CommentVersion,
  EditComment,
  EditCommentResponse,
  VersionsDeletion,
} from '@obieg/contracts';
import { http, readBody, readList, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { taskCall } from '../../../task/reporter-access';
import { taskKey } from '../../../task/task.api';

const commentPath = (taskId: number, commentId: number): string =>
  `${taskCall(taskId).path}/comments/${commentId}`;

/** The server responds with 412 if the comment has another revision. */
const revisionHeaders = ({ revision }: Comment) =>
  revision === undefined ? {} : { 'If-Match': `"${revision}"` };

/** A failed change may mean that another window has changed the comment, so both outcomes refetch the task. */
const useCommentMutation = <Input>(taskId: number, send: (input: Input) => Promise<unknown>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: taskKey(taskId) }),
  });
};

export const useEditComment = (taskId: number) =>
  useCommentMutation(taskId, async ({ comment, edit }: { comment: Comment; edit: EditComment }) =>
    readBody(
      await http.put<EditCommentResponse>(commentPath(taskId, comment.id), edit, {
        headers: revisionHeaders(comment),
      }),
      'success',
    ),
  );

/** Deletes a comment, or only its earlier texts. */
export const useDeleteComment = (taskId: number, part: 'comment' | 'versions') =>
  useCommentMutation(taskId, async (comment: Comment) =>
    http.delete(`${commentPath(taskId, comment.id)}${part === 'versions' ? '/versions' : ''}`, {
      headers: revisionHeaders(comment),
    }),
  );

/** The earlier texts of a comment, for members. A new revision is fetched again. */
export const useCommentVersions = (taskId: number, { id, revision }: Comment) =>
  useQuery({
    queryKey: [...taskKey(taskId), 'comment-versions', id, revision],
    queryFn: async () =>
      readList(
        await http.get<{ versions: CommentVersion[]; deletions?: VersionsDeletion[] }>(
          `${commentPath(taskId, id)}/versions`,
        ),
        'versions',
      ),
  });

/** The whole text of the mail that a comment is from. */
export const useCommentMail = (taskId: number, { id, revision }: Comment) =>
  useQuery({
    queryKey: [...taskKey(taskId), 'comment-mail', id, revision],
    queryFn: async () =>
      readBody(await http.get<CommentMailResponse>(`${commentPath(taskId, id)}/mail`), 'text'),
  });
