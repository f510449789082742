import { taskPageQuerySchema, taskPageSchema } from '@obieg/contracts';
import { type Database, defineRoute, entityTagOf, type Route } from '@obieg/service-kit';
import { taskParams } from '../tasks/task-params';
import { viewTask } from './task-page';

export const taskPageRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId',
    operationId: 'getTaskDetails',
    summary:
      'Returns a task in the view of the caller, for members with its ETag; `include` adds its parts (spec 3 §7)',
    access: 'anyone',
    authorizesInTransaction: true,
    params: taskParams,
    query: taskPageQuerySchema,
    responses: { 200: taskPageSchema },
    handler: async (request) => {
      const { publicTaskId } = request.params;
      const { body, revision } = await viewTask(db, request, publicTaskId, request.query.include);
      return {
        status: 200,
        body,
        headers: revision === undefined ? {} : { etag: entityTagOf({ revision }) },
      };
    },
  }),
];
