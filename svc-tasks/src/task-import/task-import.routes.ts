import { importQuerySchema, importTasksResponseSchema, importTasksSchema } from '@obieg/contracts';
import { createConcurrencyLimit, type Database, defineRoute, problem, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { importTasks } from './import-tasks';

/** Other calls keep the rest of the pool. A batch uses one connection at a time. */
const batchesAtOnceMax = 1;
const batchWaitMs = 10_000;

export const taskImportRoutes = (db: Database): Route[] => {
  const limit = createConcurrencyLimit({
    max: batchesAtOnceMax,
    waitMs: batchWaitMs,
    createError: () => problem.unavailable(),
  });
  return [
    defineRoute({
      method: 'POST',
      path: '/api/tasks/import',
      operationId: 'importTasks',
      summary:
        'Imports up to 200 rows of a CSV file as tasks, or checks them; the keys of a source make it repeatable',
      access: { permission: 'MANAGE_WORKFLOW' },
      query: importQuerySchema,
      body: importTasksSchema,
      responses: { 200: importTasksResponseSchema },
      handler: async (request) => ({
        status: 200,
        body: {
          success: true,
          results: await importTasks({ db, limit }, callerOf(request), request.body, request.query.dryRun),
        },
      }),
    }),
  ];
};
