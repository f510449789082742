import { assigneesQuerySchema, assigneesResponseSchema, assignTaskSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { defineTaskChange } from '../tasks/task-change-route';
import { taskParams } from '../tasks/task-params';
import { assignTask } from './assign-task';
import { listAssignees } from './list-assignees';

export const assignmentRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/assignees',
    operationId: 'listAssignees',
    summary: 'Lists the users to whom the caller may assign the task (spec 3 §6)',
    access: 'signed-in',
    params: taskParams,
    query: assigneesQuerySchema,
    responses: { 200: assigneesResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listAssignees(db, callerOf(request), request.params.publicTaskId, request.query.searchTerm),
    }),
  }),
  defineTaskChange(db, {
    path: '/api/tasks/:publicTaskId/assign',
    operationId: 'assignTask',
    summary:
      'Assigns a task to the caller, a user or a group; others require OPERATOR or a leader (spec 3 §6)',
    body: assignTaskSchema,
    change: assignTask,
  }),
];
