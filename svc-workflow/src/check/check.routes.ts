import { workflowCheckSchema } from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { changeAccess } from '../requests/entity-routes';
import type { Check } from './check.service';

export const checkRoutes = (check: Check): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/workflow-check',
    operationId: 'checkWorkflow',
    summary: 'Finds mistakes in the saved workflow, and returns the groups that the check considered',
    access: changeAccess,
    responses: { 200: workflowCheckSchema },
    handler: async ({ organization }) => ({ status: 200, body: await check(organization.id) }),
  }),
];
