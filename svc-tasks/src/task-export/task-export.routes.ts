import { taskExportQuerySchema } from '@obieg/contracts';
import {
  createConcurrencyLimit,
  csvHeaders,
  type Database,
  defineRoute,
  fileBodySchema,
  problem,
  type Route,
} from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { exportTasks } from './export-tasks';

/** Other calls keep the rest of the pool. With more, lists of others would take more than twice their time. */
const pagesAtOnceMax = 1;
const pageWaitMs = 60_000;

export const taskExportRoutes = (db: Database): Route[] => {
  const limit = createConcurrencyLimit({
    max: pagesAtOnceMax,
    waitMs: pageWaitMs,
    createError: () => problem.unavailable(),
  });
  return [
    defineRoute({
      method: 'GET',
      path: '/api/tasks/export',
      operationId: 'exportTasks',
      summary: 'Downloads the tasks of a list as CSV, up to 200,000, with the answers as columns',
      access: 'signed-in',
      query: taskExportQuerySchema,
      responses: { 200: fileBodySchema },
      handler: async (request) => ({
        status: 200,
        headers: csvHeaders('tasks.csv'),
        body: await exportTasks({ db, limit }, callerOf(request), {
          query: request.query,
          findCallerNow: async () => callerOf({ ...request, actor: await request.findActorNow() }),
        }),
      }),
    }),
  ];
};
