import {
  dryRunQuerySchema,
  pathIdSchema,
  restoreRevisionSchema,
  revisionDiffQuerySchema,
  revisionQuerySchema,
  workflowDiffSchema,
  workflowPreviewSchema,
  workflowRevisionDetailsSchema,
  workflowRevisionListSchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../requests/caller';
import { changeAccess } from '../requests/entity-routes';
import type { Revisions } from './revisions.service';

const path = '/api/workflow-revisions';
const params = z.object({ number: pathIdSchema });

export const revisionsRoutes = (revisions: Revisions): Route[] => [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'listWorkflowRevisions',
    summary: 'Lists the saved states of the workflow, newest first',
    access: changeAccess,
    query: revisionQuerySchema,
    responses: { 200: workflowRevisionListSchema },
    handler: async ({ organization, query }) => ({
      status: 200,
      body: await revisions.list(organization.id, query),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:number`,
    operationId: 'getWorkflowRevision',
    summary: 'Returns one saved state of the workflow as a file',
    access: changeAccess,
    params,
    responses: { 200: workflowRevisionDetailsSchema },
    handler: async ({ organization, params: { number } }) => ({
      status: 200,
      // The file has been checked when its parts were saved, under the rules of that time.
      body: { jsonText: JSON.stringify(await revisions.get(organization.id, number)) },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: `${path}/:number/diff`,
    operationId: 'compareWorkflowRevisions',
    summary: 'Lists the changes from the revision `against` to this one',
    access: changeAccess,
    params,
    query: revisionDiffQuerySchema,
    responses: { 200: workflowDiffSchema },
    handler: async ({ organization, params: { number }, query: { against } }) => ({
      status: 200,
      body: await revisions.compare(organization.id, against, number),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: `${path}/:number/restore`,
    operationId: 'restoreWorkflowRevision',
    summary: 'Restores a saved state as a new revision; 409 if there is a newer one than `baseRevision`',
    access: changeAccess,
    params,
    query: dryRunQuerySchema,
    body: restoreRevisionSchema,
    responses: { 200: workflowPreviewSchema },
    handler: async (request) => ({
      status: 200,
      body: await revisions.restore(callerOf(request), {
        number: request.params.number,
        baseRevision: request.body.baseRevision,
        isDryRun: request.query.dryRun,
      }),
    }),
  }),
];
