import { changeFactorPolicySchema, factorPolicySchema, pathIdSchema } from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import * as z from 'zod';
import { originOf } from '../security-log/origin';
import { changeFactorPolicy, getFactorPolicy } from './policy';
import { resetFactors } from './reset-factors';

const access = { permission: 'MANAGE_USERS' } as const;

/** What administrators of an organization decide about second factors. No API token can call these. */
export const factorPolicyRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/second-factors/policy',
    operationId: 'getFactorPolicy',
    summary: 'Roles whose holders need a second factor in the organization',
    access,
    responses: { 200: factorPolicySchema },
    handler: async ({ organization }) => ({ status: 200, body: await getFactorPolicy(db, organization.id) }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/second-factors/policy',
    operationId: 'changeFactorPolicy',
    summary:
      'Sets these roles and ends sessions without a factor; 412 if they are not `expectedRoles` any more',
    access,
    body: changeFactorPolicySchema,
    responses: { 200: factorPolicySchema },
    handler: async (request) => ({
      status: 200,
      body: await changeFactorPolicy(
        db,
        request.organization.id,
        request.actor,
        request.body,
        originOf(request),
      ),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/second-factors/users/:id',
    operationId: 'resetFactors',
    summary: 'Removes all factors of a member who lost them; 403 for a person of another organization, too',
    access,
    params: z.object({ id: pathIdSchema }),
    responses: { 204: null },
    handler: async (request) => {
      const { actor, organization, params } = request;
      await resetFactors(db, {
        actor,
        organizationId: organization.id,
        userId: params.id,
        origin: originOf(request),
      });
      return { status: 204 };
    },
  }),
];
