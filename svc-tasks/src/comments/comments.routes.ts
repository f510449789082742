import {
  addCommentSchema,
  commentMailResponseSchema,
  commentsResponseSchema,
  commentVersionsResponseSchema,
  editCommentResponseSchema,
  editCommentSchema,
  pathIdSchema,
  taskResponseSchema,
} from '@obieg/contracts';
import {
  type Database,
  defineRoute,
  entityTagOf,
  idempotencyHeaders,
  ifMatchHeaders,
  type Route,
} from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { respondWithEntries } from '../history/entry-batches';
import { taskParams } from '../tasks/task-params';
import { readTaskPart } from '../tasks/task-parts';
import { addComment } from './add-comment';
import { deleteComment, deleteEarlierTexts, editComment } from './change-comment';
import { getCommentMail } from './comment-mail';
import { listCommentVersions } from './comment-versions';
import { commentsPart } from './list-comments';

const commentParams = taskParams.extend({ commentId: pathIdSchema });

interface Removal {
  path: `/api/tasks/:publicTaskId/comments/:commentId${string}`;
  operationId: string;
  summary: string;
  remove: typeof deleteComment;
}

/** Declares a DELETE of texts of the caller's comment. */
const defineRemoval = (db: Database, { remove, ...route }: Removal): Route =>
  defineRoute({
    ...route,
    method: 'DELETE',
    access: 'signed-in',
    params: commentParams,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await remove(db, callerOf(request), { ...request.params, ifMatch: request.header('if-match') });
      return { status: 204 };
    },
  });

export const commentRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/comments',
    operationId: 'listComments',
    summary: 'Lists the comments that the caller may see (spec 3 §7)',
    access: 'anyone',
    params: taskParams,
    responses: { 200: commentsResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await respondWithEntries('comments', request, (caller, afterId) =>
        readTaskPart(db, commentsPart, { caller, ...request.params, afterId }),
      ),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/tasks/:publicTaskId/comment',
    operationId: 'addComment',
    summary: 'Adds a comment; 409 if the task has the maximum number of comments (spec 3 §7)',
    access: 'signed-in',
    authorizesInTransaction: true,
    params: taskParams,
    headers: idempotencyHeaders,
    body: addCommentSchema,
    responses: { 201: taskResponseSchema },
    handler: async (request) => ({
      status: 201,
      body: {
        success: true,
        message: '',
        task: await addComment(
          db,
          callerOf(request),
          request.params.publicTaskId,
          request.body,
          request.headers['idempotency-key'],
        ),
      },
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/tasks/:publicTaskId/comments/:commentId',
    operationId: 'editComment',
    summary: "Changes the text of the caller's comment; 412 if If-Match is not its current revision",
    access: 'signed-in',
    params: commentParams,
    headers: ifMatchHeaders,
    body: editCommentSchema,
    responses: { 200: editCommentResponseSchema },
    handler: async (request) => {
      const reference = { ...request.params, ifMatch: request.header('if-match') };
      const comment = await editComment(db, callerOf(request), reference, request.body);
      return {
        status: 200,
        body: { success: true, message: '', comment },
        headers: { etag: entityTagOf({ revision: comment.revision ?? 1 }) },
      };
    },
  }),
  defineRemoval(db, {
    path: '/api/tasks/:publicTaskId/comments/:commentId',
    operationId: 'deleteComment',
    summary: "Deletes the text of the caller's comment; 412 if If-Match is not its current revision",
    remove: deleteComment,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/comments/:commentId/versions',
    operationId: 'listCommentVersions',
    summary: 'Lists the earlier texts of a comment for members; 404 for all others, empty once it is deleted',
    access: 'anyone',
    params: commentParams,
    responses: { 200: commentVersionsResponseSchema },
    handler: async (request) => {
      const { publicTaskId, commentId } = request.params;
      const earlier = await listCommentVersions(db, callerOf(request), publicTaskId, commentId);
      return { status: 200, body: { success: true, ...earlier } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/comments/:commentId/mail',
    operationId: 'getCommentMail',
    summary:
      'Returns the whole text of the mail that a comment is from; 404 if there is no more than the comment',
    access: 'anyone',
    params: commentParams,
    responses: { 200: commentMailResponseSchema },
    handler: async (request) => {
      const { publicTaskId, commentId } = request.params;
      const text = await getCommentMail(db, callerOf(request), publicTaskId, commentId);
      return { status: 200, body: { success: true, text } };
    },
  }),
  defineRemoval(db, {
    path: '/api/tasks/:publicTaskId/comments/:commentId/versions',
    operationId: 'deleteCommentVersions',
    summary: "Deletes the earlier texts of the caller's comment; 412 if If-Match is not its current revision",
    remove: deleteEarlierTexts,
  }),
];
