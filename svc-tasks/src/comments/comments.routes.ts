import { addCommentSchema, commentsResponseSchema, taskResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { respondWithEntries } from '../history/entry-batches';
import { callerOf } from '../people/caller';
import { idempotencyHeaders } from '../tasks/idempotency';
import { taskParams } from '../tasks/task-params';
import { addComment, listComments } from './comments.service';

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
        listComments(db, caller, request.params.publicTaskId, afterId),
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
];
