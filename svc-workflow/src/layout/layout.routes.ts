import { saveWorkflowLayoutSchema, workflowLayoutSchema } from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../requests/caller';
import { changeAccess, readAccess } from '../requests/entity-routes';
import type { Layouts } from './layout.service';

const path = '/api/workflow-layout';

export const layoutRoutes = (layouts: Layouts): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'getWorkflowLayout',
    summary: 'Returns where the organization placed its statuses in the picture',
    access: readAccess,
    responses: { 200: workflowLayoutSchema },
    handler: async ({ organization }) => ({ status: 200, body: await layouts.get(organization.id) }),
  }),
  defineRoute({
    method: 'PUT',
    path,
    operationId: 'saveWorkflowLayout',
    summary: 'Replaces the positions; 409 if another user saved after `revision`',
    access: changeAccess,
    body: saveWorkflowLayoutSchema,
    responses: { 200: workflowLayoutSchema },
    handler: async (request) => ({
      status: 200,
      body: await layouts.save(callerOf(request), request.body),
    }),
  }),
];
