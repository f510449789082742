import { taskStatusCountsSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { countByStatus } from './count-by-status';

export const statusCountRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/status-counts',
    operationId: 'countTasksByStatus',
    summary: 'Counts the tasks of each status that the caller may see, up to 1,000 per status',
    access: { permission: 'BASE' },
    responses: { 200: taskStatusCountsSchema },
    handler: async (request) => ({ status: 200, body: await countByStatus(db, callerOf(request)) }),
  }),
];
