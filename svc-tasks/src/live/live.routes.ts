import { liveMediaType } from '@obieg/contracts';
import { type Actor, type Database, defineRoute, eventStreamSchema, type Route } from '@obieg/service-kit';
import { callerOf, type SignedInCaller } from '../people/caller';
import { readTask } from '../tasks/open-task';
import { taskParams } from '../tasks/task-params';
import type { LiveStreams } from './live-streams';
import { hasUpdateInList, hasUpdateInTask } from './task-updates';

const headers = {
  'content-type': liveMediaType,
  // Proxies that gather an answer before they pass it on would keep the news to themselves.
  'x-accel-buffering': 'no',
};

type LiveRequest = Parameters<typeof callerOf<Actor>>[0] & { findActorNow(): Promise<Actor> };

/** Who listens, as who they are by now. */
const callerNow = async (request: LiveRequest): Promise<SignedInCaller> =>
  callerOf({ ...request, actor: await request.findActorNow() });

export const liveRoutes = (db: Database, streams: LiveStreams): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/live',
    operationId: 'followTasks',
    summary:
      'Tells as server-sent events when something in the list of tasks that the caller may see changes',
    access: 'signed-in',
    responses: { 200: eventStreamSchema },
    handler: async (request) => ({
      status: 200,
      headers,
      body: streams.open({
        organizationId: request.organization.id,
        publicTaskId: undefined,
        hasVisibleUpdate: async (news) => hasUpdateInList(db, await callerNow(request), news),
      }),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/live',
    operationId: 'followTask',
    summary: 'Tells as server-sent events when something that the caller sees of a task changes',
    access: 'signed-in',
    params: taskParams,
    responses: { 200: eventStreamSchema },
    handler: async (request) => {
      const { publicTaskId } = request.params;
      await readTask(db, callerOf(request), publicTaskId);
      return {
        status: 200,
        headers,
        body: streams.open({
          organizationId: request.organization.id,
          publicTaskId,
          hasVisibleUpdate: async (news) => hasUpdateInTask(db, await callerNow(request), publicTaskId, news),
        }),
      };
    },
  }),
];
