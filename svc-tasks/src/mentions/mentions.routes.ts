import {
  commentReadersQuerySchema,
  commentReadersResponseSchema,
  mentionCandidatesQuerySchema,
  mentionCandidatesResponseSchema,
  unmatchedMentionsQuerySchema,
  unmatchedMentionsResponseSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { taskParams } from '../tasks/task-params';
import { listCommentReaders } from './comment-readers';
import { listMentionCandidates } from './mention-candidates';
import { listUnmatchedMentions } from './typed-mentions';

export const mentionRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/comment-readers',
    operationId: 'listCommentReaders',
    summary: 'Names who would see a comment of the caller with this visibility',
    access: 'signed-in',
    params: taskParams,
    query: commentReadersQuerySchema,
    responses: { 200: commentReadersResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listCommentReaders(db, callerOf(request), request.params.publicTaskId, request.query),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/mention-candidates',
    operationId: 'listMentionCandidates',
    summary: 'Lists the people who can be mentioned in a comment with this visibility, its readers first',
    access: 'signed-in',
    params: taskParams,
    query: mentionCandidatesQuerySchema,
    responses: { 200: mentionCandidatesResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listMentionCandidates(db, callerOf(request), request.params.publicTaskId, request.query),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/unmatched-mentions',
    operationId: 'listUnmatchedMentions',
    summary: 'Lists typed mentions that match no reader of a comment with this visibility',
    access: 'signed-in',
    params: taskParams,
    query: unmatchedMentionsQuerySchema,
    responses: { 200: unmatchedMentionsResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listUnmatchedMentions(db, callerOf(request), request.params.publicTaskId, request.query),
    }),
  }),
];
