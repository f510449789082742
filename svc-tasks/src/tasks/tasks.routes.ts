import {
  createTaskResponseSchema,
  createTaskSchema,
  taskListQuerySchema,
  taskListResponseSchema,
  taskResponseSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, entityTagOf, type Route } from '@obieg/service-kit';
import { callerOf } from '../people/caller';
import { idempotencyHeaders } from './idempotency';
import { listTasks } from './list-tasks';
import { viewTask } from './open-task';
import { submitTask } from './submit-task';
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
    summary: 'Returns a task in the view of the caller (spec 3 §7)',
    access: 'anyone',
    authorizesInTransaction: true,
    params: taskParams,
    responses: { 200: taskResponseSchema },
    handler: async (request) => {
      const { task, revision } = await viewTask(db, callerOf(request), request.params.publicTaskId);
      return {
        status: 200,
        body: { success: true, message: '', task },
        headers: { etag: entityTagOf({ revision }) },
      };
    },
  }),
];
