import {
  orderWorkflowParametersSchema,
  publicParameterSchema,
  saveWorkflowParameterSchema,
  workflowParameterSchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../requests/caller';
import { changeAccess, entityRoutes, listSchemaOf, readAccess } from '../requests/entity-routes';
import type { Parameters } from './parameters.service';

export const parametersRoutes = (parameters: Parameters): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/workflow-parameters/public',
    operationId: 'listPublicParameters',
    summary: 'Returns the questionnaire of the submission wizard (spec 3 §3)',
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
    summary: 'Lists the parameters that another parameter can depend on (spec 2 §7)',
    access: readAccess,
    responses: { 200: z.array(workflowParameterSchema) },
    handler: async ({ organization }) => ({ status: 200, body: await parameters.list(organization.id) }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/workflow-parameters/order',
    operationId: 'orderParameters',
    summary:
      'Moves one parameter or reorders all; 412 if it is not the expected order, 422 before one that it depends on',
    access: changeAccess,
    body: orderWorkflowParametersSchema,
    responses: { 200: listSchemaOf(workflowParameterSchema) },
    handler: async (request) => ({
      status: 200,
      body: await parameters.order(callerOf(request), request.body),
    }),
  }),
  ...entityRoutes({
    path: '/api/workflow-parameters',
    names: { one: 'Parameter', many: 'Parameters' },
    entitySchema: workflowParameterSchema,
    saveSchema: saveWorkflowParameterSchema,
    entities: parameters,
  }),
];
