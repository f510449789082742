import { pathIdSchema, saveWorkflowStatusSchema, workflowStatusSchema } from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { z } from 'zod';
import type { Statuses } from './statuses.service';

const read = { permission: 'BASE' } as const;
const change = { permission: 'MANAGE_WORKFLOW' } as const;
const params = z.object({ id: pathIdSchema });

export const statusesRoutes = (statuses: Statuses): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/workflow-status',
    operationId: 'listStatuses',
    summary: 'All statuses of the organization (spec 2 §7)',
    access: read,
    responses: { 200: z.array(workflowStatusSchema) },
    handler: async ({ organization }) => ({ status: 200, body: await statuses.list(organization.id) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/workflow-status/:id',
    operationId: 'getStatus',
    summary: 'Shows one (spec 2 §7)',
    access: read,
    params,
    responses: { 200: workflowStatusSchema },
    handler: async ({ organization, params: { id } }) => ({
      status: 200,
      body: await statuses.get(organization.id, id),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/workflow-status',
    operationId: 'createStatus',
    summary: 'Creates one (spec 2 §7)',
    access: change,
    body: saveWorkflowStatusSchema,
    responses: { 201: workflowStatusSchema },
    handler: async ({ organization, body, traceparent }) => ({
      status: 201,
      body: await statuses.create(organization.id, body, traceparent),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/workflow-status/:id',
    operationId: 'updateStatus',
    summary: 'Changes one (spec 2 §7)',
    access: change,
    params,
    body: saveWorkflowStatusSchema,
    responses: { 200: workflowStatusSchema },
    handler: async ({ organization, params: { id }, body, traceparent }) => ({
      status: 200,
      body: await statuses.update(organization.id, id, body, traceparent),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/workflow-status/:id',
    operationId: 'deleteStatus',
    summary: 'Deletes one that nothing uses (spec 2 §7)',
    access: change,
    params,
    responses: { 204: null },
    handler: async ({ organization, params: { id }, traceparent }) => {
      await statuses.delete(organization.id, id, traceparent);
      return { status: 204 };
    },
  }),
];
