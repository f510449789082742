import {
  orderWorkflowParametersSchema,
  pathIdSchema,
  publicParameterSchema,
  saveWorkflowParameterSchema,
  workflowParameterSchema,
} from '@obieg/contracts';
import { defineRoute, ifMatchHeaders, type Route } from '@obieg/service-kit';
import { z } from 'zod';
import { answerEntity } from '../configuration/answer-entity';
import { callerOf } from '../people/caller';
import type { Parameters } from './parameters.service';

const read = { permission: 'BASE' } as const;
const change = { permission: 'MANAGE_WORKFLOW' } as const;
const params = z.object({ id: pathIdSchema });

export const parametersRoutes = (parameters: Parameters): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/workflow-parameters/public',
    operationId: 'listPublicParameters',
    summary: 'The questionnaire of the submission wizard (spec 3 §3)',
    access: 'anyone',
    responses: { 200: z.array(publicParameterSchema) },
    handler: async ({ organization }) => ({
      status: 200,
      body: await parameters.listPublic(organization.id),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/workflow-parameters/available-parents',
    operationId: 'listAvailableParents',
    summary: 'Parameters that another can depend on (spec 2 §7)',
    access: read,
    responses: { 200: z.array(workflowParameterSchema) },
    handler: async ({ organization }) => ({ status: 200, body: await parameters.list(organization.id) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/workflow-parameters',
    operationId: 'listParameters',
    summary: 'All parameters of the organization (spec 2 §7)',
    access: read,
    responses: { 200: z.array(workflowParameterSchema) },
    handler: async ({ organization }) => ({ status: 200, body: await parameters.list(organization.id) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/workflow-parameters/:id',
    operationId: 'getParameter',
    summary: 'Shows one (spec 2 §7)',
    access: read,
    params,
    responses: { 200: workflowParameterSchema },
    handler: async ({ organization, params: { id } }) =>
      answerEntity(200, await parameters.get(organization.id, id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/workflow-parameters',
    operationId: 'createParameter',
    summary: 'Creates one (spec 2 §7)',
    access: change,
    body: saveWorkflowParameterSchema,
    responses: { 201: workflowParameterSchema },
    handler: async (request) => answerEntity(201, await parameters.create(callerOf(request), request.body)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/workflow-parameters/order',
    operationId: 'orderParameters',
    summary: 'Puts all parameters into this order; 409 when one was added meanwhile',
    access: change,
    body: orderWorkflowParametersSchema,
    responses: { 200: z.array(workflowParameterSchema) },
    handler: async (request) => ({
      status: 200,
      body: await parameters.order(callerOf(request), request.body.parameterIds),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/workflow-parameters/:id',
    operationId: 'updateParameter',
    summary: 'Changes one; If-Match with its ETag guards against overwriting, 412 (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    body: saveWorkflowParameterSchema,
    responses: { 200: workflowParameterSchema },
    handler: async (request) =>
      answerEntity(200, await parameters.update(callerOf(request), request.params.id, request.body)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/workflow-parameters/:id',
    operationId: 'deleteParameter',
    summary: 'Deletes one that nothing uses (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await parameters.delete(callerOf(request), request.params.id);
      return { status: 204 };
    },
  }),
];
