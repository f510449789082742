import {
  taskBoardQuerySchema,
  taskBoardSchema,
  taskFilterOptionsSchema,
  taskFiltersQuerySchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { listBoard, listFilterOptions } from './list-board';

export const boardRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/board',
    operationId: 'getTaskBoard',
    summary: 'Lists the first tasks of each status with counts, with the filters and order of the list',
    access: { permission: 'BASE' },
    query: taskBoardQuerySchema,
    responses: { 200: taskBoardSchema },
    handler: async (request) => ({
      status: 200,
      body: await listBoard(db, callerOf(request), request.query),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/filters',
    operationId: 'listTaskFilters',
    summary: 'Lists the statuses and parameters that a task list can be filtered by',
    access: { permission: 'BASE' },
    query: taskFiltersQuerySchema,
    responses: { 200: taskFilterOptionsSchema },
    handler: async (request) => ({
      status: 200,
      body: await listFilterOptions(db, callerOf(request), request.query.userIds ?? []),
    }),
  }),
];
