import { taskReadersQuerySchema, taskReadersResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { taskParams } from '../tasks/task-params';
import { listTaskReaders } from './list-task-readers';

export const taskReaderRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/readers',
    operationId: 'listTaskReaders',
    summary:
      'Names who would see a task with these visible users and groups, with this assignee or after this transition',
    access: 'signed-in',
    params: taskParams,
    query: taskReadersQuerySchema,
    responses: { 200: taskReadersResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listTaskReaders(db, callerOf(request), request.params.publicTaskId, request.query),
    }),
  }),
];
