import {
  approvalsQuerySchema,
  approvalsResponseSchema,
  decideApprovalSchema,
  taskApprovalResponseSchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { defineTaskChange } from '../tasks/task-change-route';
import { taskParams } from '../tasks/task-params';
import { readTaskPart } from '../tasks/task-parts';
import { approvalPart } from './approval-part';
import { decideApproval } from './decide-approval';
import { listApprovals } from './list-approvals';

export const approvalRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/approvals',
    operationId: 'listApprovals',
    summary:
      'Lists the open approvals that wait for the caller, also those of absent members for whom they decide',
    access: { permission: 'BASE' },
    query: approvalsQuerySchema,
    responses: { 200: approvalsResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listApprovals(db, callerOf(request), request.query),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/tasks/:publicTaskId/approval',
    operationId: 'getTaskApproval',
    summary: 'Returns the open approval of a task with the decisions; null if there is none',
    access: 'anyone',
    authorizesInTransaction: true,
    params: taskParams,
    responses: { 200: taskApprovalResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: {
        success: true,
        approval: await readTaskPart(db, approvalPart, {
          caller: callerOf(request),
          ...request.params,
          afterId: 0,
        }),
      },
    }),
  }),
  defineTaskChange(db, {
    path: '/api/tasks/:publicTaskId/approval',
    operationId: 'decideApproval',
    summary:
      'Decides about a task; 403 unless the caller is an approver, 409 if the approval is closed or its transition cannot run',
    authorizesInTransaction: true,
    body: decideApprovalSchema,
    change: decideApproval,
  }),
];
