import { changeDueDateSchema, taskResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { taskParams } from '../tasks/task-params';
import { changeDueDate } from './change-due-date';

export const dueRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/tasks/:publicTaskId/due',
    operationId: 'changeDueDate',
    summary: 'Sets or removes the due date of a task; requires OPERATOR or the assignee',
    access: 'signed-in',
    params: taskParams,
    body: changeDueDateSchema,
    responses: { 200: taskResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: {
        success: true,
        message: '',
        task: await changeDueDate(db, callerOf(request), request.params.publicTaskId, request.body),
      },
    }),
  }),
];
