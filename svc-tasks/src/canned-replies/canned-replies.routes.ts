import {
  type CannedReply,
  cannedRepliesResponseSchema,
  cannedReplyResponseSchema,
  pathIdSchema,
  saveCannedReplySchema,
} from '@obieg/contracts';
import {
  creationOf,
  type Database,
  defineRoute,
  entityTagOf,
  idempotencyHeaders,
  ifMatchHeaders,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../callers/caller';
import { changeReply, createReply, deleteReply, listReplies } from './canned-replies.service';

const access = { permission: 'BASE' } as const;
const replyParams = z.object({ replyId: pathIdSchema });

const respondWith = (reply: CannedReply) => ({
  body: { success: true, message: '', reply },
  headers: { etag: entityTagOf(reply) },
});

export const cannedReplyRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/canned-replies',
    operationId: 'listCannedReplies',
    summary: "Lists the organization's prepared texts for comments, by name",
    access,
    responses: { 200: cannedRepliesResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: { success: true, replies: await listReplies(db, callerOf(request)) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/canned-replies',
    operationId: 'createCannedReply',
    summary: 'Adds a prepared text; needs OPERATOR; 409 at the maximum number, 422 for unknown placeholders',
    access,
    headers: idempotencyHeaders,
    body: saveCannedReplySchema,
    responses: { 201: cannedReplyResponseSchema },
    handler: async (request) => ({
      status: 201,
      ...respondWith(
        await createReply(db, callerOf(request), request.body, creationOf(request, 'createCannedReply')),
      ),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/canned-replies/:replyId',
    operationId: 'changeCannedReply',
    summary: 'Replaces a prepared text; needs OPERATOR; 412 if If-Match is not its current revision',
    access,
    params: replyParams,
    headers: ifMatchHeaders,
    body: saveCannedReplySchema,
    responses: { 200: cannedReplyResponseSchema },
    handler: async (request) => {
      const reference = { ...request.params, ifMatch: request.header('if-match') };
      return {
        status: 200,
        ...respondWith(await changeReply(db, callerOf(request), reference, request.body)),
      };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/canned-replies/:replyId',
    operationId: 'deleteCannedReply',
    summary: 'Deletes a prepared text; needs OPERATOR; 412 if If-Match is not its current revision',
    access,
    params: replyParams,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      const reference = { ...request.params, ifMatch: request.header('if-match') };
      await deleteReply(db, callerOf(request), reference);
      return { status: 204 };
    },
  }),
];
