import {
  bulkProgressQuerySchema,
  bulkProgressSchema,
  bulkResultsSchema,
  bulkTasksSchema,
  bulkTransitionsRequestSchema,
  bulkTransitionsSchema,
  lostTasksRequestSchema,
  lostTasksSchema,
} from '@obieg/contracts';
import { defineRoute, idempotencyHeaders, type Route, withOrganization } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { countResults } from './bulk.repo';
import { countLostTasks } from './count-lost-tasks';
import { listBulkTransitions } from './list-bulk-transitions';
import { type BulkDependencies, runBulk } from './run-bulk';

export const bulkRoutes = (bulk: BulkDependencies): Route[] => [
  defineRoute({
    method: 'POST',
    path: '/api/tasks/bulk',
    operationId: 'changeTasks',
    summary: 'Runs an action on up to 500 tasks; one result for each, the Idempotency-Key makes retries safe',
    access: 'signed-in',
    headers: idempotencyHeaders,
    body: bulkTasksSchema,
    responses: { 207: bulkResultsSchema },
    handler: async (request) => ({
      status: 207,
      body: {
        success: true,
        results: await runBulk(bulk, callerOf(request), request.body, {
          keyHeader: request.headers['idempotency-key'],
          findCallerNow: async () => callerOf({ ...request, actor: await request.findActorNow() }),
        }),
      },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/bulk/progress',
    operationId: 'getBulkProgress',
    summary: 'Counts the tasks that have a result in a call of the caller; zeros for an unknown key',
    access: 'signed-in',
    query: bulkProgressQuerySchema,
    responses: { 200: bulkProgressSchema },
    handler: async ({ actor, tenantScope, query: { key } }) => ({
      status: 200,
      body: {
        success: true,
        ...(await withOrganization(bulk.db, tenantScope, (tx) =>
          countResults(tx, { userId: actor.userId, key }),
        )),
      },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/tasks/bulk/transitions',
    operationId: 'listBulkTransitions',
    summary: 'Lists by name the transitions that the caller may run on at least one of the tasks',
    access: 'signed-in',
    body: bulkTransitionsRequestSchema,
    responses: { 200: bulkTransitionsSchema },
    handler: async (request) => ({
      status: 200,
      body: {
        success: true,
        transitions: await listBulkTransitions(bulk.db, callerOf(request), request.body.publicTaskIds),
      },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/tasks/bulk/lost-tasks',
    operationId: 'countLostTasks',
    summary: 'Counts the tasks that the caller would no longer see with this assignee or after this undo',
    access: 'signed-in',
    body: lostTasksRequestSchema,
    responses: { 200: lostTasksSchema },
    handler: async (request) => ({
      status: 200,
      body: { success: true, lostCount: await countLostTasks(bulk.db, callerOf(request), request.body) },
    }),
  }),
];
