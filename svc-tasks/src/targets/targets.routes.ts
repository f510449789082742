import { targetHistoryResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { respondWithEntries } from '../history/entry-batches';
import { taskParams } from '../tasks/task-params';
import { readTaskPart } from '../tasks/task-parts';
import { targetHistoryPart } from './target-history';

export const targetRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/target-history',
    operationId: 'listTargetHistory',
    summary: 'Lists when the clocks of a task started, stood still and ended; empty for all but members',
    access: 'anyone',
    params: taskParams,
    responses: { 200: targetHistoryResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await respondWithEntries('targetHistory', request, (caller, afterId) =>
        readTaskPart(db, targetHistoryPart, { caller, ...request.params, afterId }),
      ),
    }),
  }),
];
