import { createTaskResponseSchema, createTaskSchema } from '@obieg/contracts';
import { type Database, defineRoute, idempotencyHeaders, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { submitTask } from './submit-task';

export const submissionRoutes = (db: Database): Route[] => [
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
];
