import { pathIdSchema, saveWorkflowStatusSchema, workflowStatusSchema } from '@obieg/contracts';
import { defineRoute, ifMatchHeaders, type Route } from '@obieg/service-kit';
import { z } from 'zod';
import { answerEntity } from '../configuration/answer-entity';
import { callerOf } from '../people/caller';
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
    handler: async ({ organization, params: { id } }) =>
      answerEntity(200, await statuses.get(organization.id, id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/workflow-status',
    operationId: 'createStatus',
    summary: 'Creates one (spec 2 §7)',
    access: change,
    body: saveWorkflowStatusSchema,
    responses: { 201: workflowStatusSchema },
    handler: async (request) => answerEntity(201, await statuses.create(callerOf(request), request.body)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/workflow-status/:id',
    operationId: 'updateStatus',
    summary: 'Changes one; If-Match with its ETag guards against overwriting, 412 (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    body: saveWorkflowStatusSchema,
    responses: { 200: workflowStatusSchema },
    handler: async (request) =>
      answerEntity(200, await statuses.update(callerOf(request), request.params.id, request.body)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/workflow-status/:id',
    operationId: 'deleteStatus',
    summary: 'Deletes one that nothing uses (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await statuses.delete(callerOf(request), request.params.id);
      return { status: 204 };
    },
  }),
];
