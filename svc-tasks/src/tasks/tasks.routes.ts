import {
  createTaskResponseSchema,
  createTaskSchema,
  taskListQuerySchema,
  taskListResponseSchema,
  taskPageQuerySchema,
  taskPageSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, entityTagOf, type Route } from '@obieg/service-kit';
import { callerOf } from '../people/caller';
import { idempotencyHeaders } from './idempotency';
import { listTasks } from './list-tasks';
import { submitTask } from './submit-task';
import { viewTask } from './task-page';
import { taskParams } from './task-params';

export const taskRoutes = (db: Database): Route[] => [
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
  defineRoute({
    method: 'POST',
    path: '/api/tasks',
    operationId: 'submitTask',
    summary: 'Submits a task; the Idempotency-Key header makes retries safe (spec 3 §7)',
    access: 'anyone',
    authorizesInTransaction: true,
    headers: idempotencyHeaders,
    body: createTaskSchema,
    responses: { 201: createTaskResponseSchema },
    handler: async (request) => ({
      status: 201,
      body: await submitTask(db, callerOf(request), request.body, request.headers['idempotency-key']),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId',
    operationId: 'getTaskDetails',
    summary: 'Returns a task in the view of the caller; `include` adds its parts (spec 3 §7)',
    access: 'anyone',
    authorizesInTransaction: true,
    params: taskParams,
    query: taskPageQuerySchema,
    responses: { 200: taskPageSchema },
    handler: async (request) => {
      const { publicTaskId } = request.params;
      const { body, revision } = await viewTask(db, request, publicTaskId, request.query.include);
      return { status: 200, body, headers: { etag: entityTagOf({ revision }) } };
    },
  }),
];
