import { limits, stuckCountsSchema, taskImpactSchema, workflowImpactRequestSchema } from '@obieg/contracts';
import { createConcurrencyLimit, type Database, defineRoute, problem, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { countStuck, type ImpactDependencies, judgeWorkflow } from './workflow-impact.service';

/** A call takes up to two seconds of one connection. */
const callsPerOrganization = 2;
const waitMs = 5_000;

const access = { permission: 'MANAGE_WORKFLOW' } as const;

export const workflowImpactRoutes = (db: Database): Route[] => {
  const dependencies: ImpactDependencies = {
    db,
    limit: createConcurrencyLimit({
      max: callsPerOrganization,
      waitMs,
      createError: () => problem.unavailable(),
    }),
  };
  return [
    defineRoute({
      method: 'POST',
      path: '/api/tasks/workflow-impact',
      operationId: 'judgeWorkflow',
      summary:
        'Counts the open tasks that would lose or gain transitions under a workflow that is not saved, and those that ' +
        'would be stuck; of those that the caller may see, for up to two seconds',
      access,
      body: workflowImpactRequestSchema,
      bodyLimitBytes: limits.workflowFileBytes,
      responses: { 200: taskImpactSchema },
      handler: async (request) => ({
        status: 200,
        body: await judgeWorkflow(dependencies, callerOf(request), request.body),
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/api/tasks/stuck-counts',
      operationId: 'countStuckTasks',
      summary:
        'Counts by status the open tasks that are offered no transition; of those that the caller may see, for up to ' +
        'two seconds',
      access,
      responses: { 200: stuckCountsSchema },
      handler: async (request) => ({ status: 200, body: await countStuck(dependencies, callerOf(request)) }),
    }),
  ];
};
