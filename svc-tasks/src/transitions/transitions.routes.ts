import {
  runTransitionSchema,
  statusHistoryResponseSchema,
  transitionOptionsResponseSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { respondWithEntries } from '../history/entry-batches';
import { defineTaskChange } from '../tasks/task-change-route';
import { taskParams } from '../tasks/task-params';
import { readTaskPart } from '../tasks/task-parts';
import { runTransition } from './run-transition';
import { statusHistoryPart, transitionsPart } from './transitions.service';

export const transitionRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/transitions',
    operationId: 'listTaskTransitions',
    summary: 'Lists the transitions offered to the caller; empty for visitors (spec 3 §7)',
    access: 'anyone',
    authorizesInTransaction: true,
    params: taskParams,
    responses: { 200: transitionOptionsResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: {
        success: true,
        transitions: await readTaskPart(db, transitionsPart, {
          caller: callerOf(request),
          ...request.params,
          afterId: 0,
        }),
      },
    }),
  }),
  defineTaskChange(db, {
    path: '/api/tasks/:publicTaskId/transition',
    operationId: 'runTransition',
    summary: 'Runs a transition; 409 if the status of the task changed (spec 3 §7)',
    authorizesInTransaction: true,
    body: runTransitionSchema,
    change: runTransition,
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/status-history',
    operationId: 'listStatusHistory',
    summary: 'Lists the status changes of a task (spec 3 §7)',
    access: 'anyone',
    params: taskParams,
    responses: { 200: statusHistoryResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await respondWithEntries('statusHistory', request, (caller, afterId) =>
        readTaskPart(db, statusHistoryPart, { caller, ...request.params, afterId }),
      ),
    }),
  }),
];
