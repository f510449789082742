import {
  dryRunQuerySchema,
  importWorkflowSchema,
  limits,
  workflowFileSchema,
  workflowPreviewSchema,
  workflowTemplateSchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../requests/caller';
import { changeAccess } from '../requests/entity-routes';
import type { Exchange } from './exchange.service';
import { workflowTemplates } from './templates';

const path = '/api/workflow-configuration';

export const exchangeRoutes = (exchange: Exchange): Route[] => [
  defineRoute({
    method: 'GET',
    path: `${path}/export`,
    operationId: 'exportWorkflow',
    summary: 'Returns the workflow as a file; equal workflows give equal bytes',
    access: changeAccess,
    responses: { 200: workflowFileSchema },
    handler: async ({ organization }) => ({
      status: 200,
      body: { jsonText: await exchange.export(organization.id) },
      headers: { 'content-disposition': `attachment; filename="workflow-${organization.code}.json"` },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/import`,
    operationId: 'importWorkflow',
    summary:
      'Replaces the workflow by a file, or only tells the changes; 409 if `baseRevision` is not the newest',
    access: changeAccess,
    query: dryRunQuerySchema,
    body: importWorkflowSchema,
    bodyLimitBytes: limits.workflowFileBytes,
    responses: { 200: workflowPreviewSchema },
    handler: async (request) => ({
      status: 200,
      body: await exchange.import(callerOf(request), { ...request.body, isDryRun: request.query.dryRun }),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/workflow-templates',
    operationId: 'listWorkflowTemplates',
    summary: 'Lists ready workflows to import',
    access: changeAccess,
    responses: { 200: z.array(workflowTemplateSchema) },
    handler: async () => ({ status: 200, body: [...workflowTemplates] }),
  }),
];
