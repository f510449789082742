import { assignmentHistoryResponseSchema, changeHistoryResponseSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { taskParams } from '../tasks/task-params';
import { readTaskPart } from '../tasks/task-parts';
import { respondWithEntries } from './entry-batches';
import { assignmentHistoryPart, changeHistoryPart } from './history.service';

export const historyRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/assignment-history',
    operationId: 'listAssignmentHistory',
    summary: 'Lists the assignments of a task; empty for visitors (spec 3 §7)',
    access: 'anyone',
    params: taskParams,
    responses: { 200: assignmentHistoryResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await respondWithEntries('assignmentHistory', request, (caller, afterId) =>
        readTaskPart(db, assignmentHistoryPart, { caller, ...request.params, afterId }),
      ),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/change-history',
    operationId: 'listChangeHistory',
    summary: 'Lists edits, priority changes and attachments of a task; empty for visitors',
    access: 'anyone',
    params: taskParams,
    responses: { 200: changeHistoryResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await respondWithEntries('changeHistory', request, (caller, afterId) =>
        readTaskPart(db, changeHistoryPart, { caller, ...request.params, afterId }),
      ),
    }),
  }),
];
