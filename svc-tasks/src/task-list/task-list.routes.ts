import { taskListQuerySchema, taskListResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { listTasks } from './list-tasks';

export const taskListRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks',
    operationId: 'listTasks',
    summary: 'Lists the tasks that the caller may see, newest first by default (spec 3 §7)',
    access: 'signed-in',
    authorizesInTransaction: true,
    query: taskListQuerySchema,
    responses: { 200: taskListResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listTasks(db, callerOf(request), request.query),
    }),
  }),
];
