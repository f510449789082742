import { type Actor, type Database, defineRoute, eventStreamSchema, type Route } from '@obieg/service-kit';
import { callerOf, type SignedInCaller } from '../callers/caller';
import { readTask } from '../tasks/open-task';
import { taskParams } from '../tasks/task-params';
import type { LiveStreams } from './live-streams';
import { liveQuerySchema, streamResponse } from './stream-response';
import { hasUpdateInList, hasUpdateInTask } from './task-updates';

type LiveRequest = Parameters<typeof callerOf<Actor>>[0] & { findActorNow(): Promise<Actor> };

/** Authenticates and authorizes the caller again. */
const authorizeAgain = async (request: LiveRequest): Promise<SignedInCaller> =>
  callerOf({ ...request, actor: await request.findActorNow() });

export const liveRoutes = (db: Database, streams: LiveStreams): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/live',
    operationId: 'followTasks',
    summary: "Sends a server-sent event when a task in the caller's list changes",
    access: 'signed-in',
    query: liveQuerySchema,
    responses: { 200: eventStreamSchema },
    handler: async (request) =>
      streamResponse(streams, {
        organizationId: request.organization.id,
        publicTaskId: undefined,
        dataAgeMs: request.query.dataAgeMs,
        hasVisibleUpdate: async (updates) => hasUpdateInList(db, await authorizeAgain(request), updates),
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/live',
    operationId: 'followTask',
    summary: "Sends a server-sent event when the caller's view of a task changes",
    access: 'signed-in',
    params: taskParams,
    query: liveQuerySchema,
    responses: { 200: eventStreamSchema },
    handler: async (request) => {
      const { publicTaskId } = request.params;
      await readTask(db, callerOf(request), publicTaskId);
      return streamResponse(streams, {
        organizationId: request.organization.id,
        publicTaskId,
        dataAgeMs: request.query.dataAgeMs,
        hasVisibleUpdate: async (updates) =>
          hasUpdateInTask(db, await authorizeAgain(request), publicTaskId, updates),
      });
    },
  }),
];
