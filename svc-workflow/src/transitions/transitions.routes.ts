import {
  nameCheckSchema,
  saveStatusTransitionSchema,
  statusTransitionSchema,
  transitionNameQuerySchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { entityRoutes, readAccess } from '../requests/entity-routes';
import type { Transitions } from './transitions.service';

export const transitionsRoutes = (transitions: Transitions): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/status-transitions/check-name',
    operationId: 'checkTransitionName',
    summary: 'Checks whether a transition has this name (spec 2 §7)',
    access: readAccess,
    query: transitionNameQuerySchema,
    responses: { 200: nameCheckSchema },
    handler: async ({ organization, query }) => ({
      status: 200,
      body: { exists: await transitions.isNameUsed(organization.id, query.name, query.excludeId) },
    }),
  }),
  ...entityRoutes({
    path: '/api/status-transitions',
    names: { one: 'Transition', many: 'Transitions' },
    entitySchema: statusTransitionSchema,
    saveSchema: saveStatusTransitionSchema,
    entities: transitions,
  }),
];
