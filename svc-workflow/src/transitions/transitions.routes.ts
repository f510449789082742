import {
  limits,
  nameCheckSchema,
  pathIdSchema,
  saveStatusTransitionSchema,
  statusTransitionSchema,
  textSchema,
} from '@obieg/contracts';
import { defineRoute, type Route } from '@obieg/service-kit';
import { z } from 'zod';
import type { Transitions } from './transitions.service';

const read = { permission: 'BASE' } as const;
const change = { permission: 'MANAGE_WORKFLOW' } as const;
const params = z.object({ id: pathIdSchema });

export const transitionsRoutes = (transitions: Transitions): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/status-transitions/check-name',
    operationId: 'checkTransitionName',
    summary: 'Whether a transition has this name (spec 2 §7)',
    access: read,
    query: z.object({ name: textSchema(limits.nameMaxLength) }),
    responses: { 200: nameCheckSchema },
    handler: async ({ organization, query }) => ({
      status: 200,
      body: { exists: await transitions.isNameUsed(organization.id, query.name) },
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/status-transitions',
    operationId: 'listTransitions',
    summary: 'All transitions of the organization (spec 2 §7)',
    access: read,
    responses: { 200: z.array(statusTransitionSchema) },
    handler: async ({ organization }) => ({ status: 200, body: await transitions.list(organization.id) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/status-transitions/:id',
    operationId: 'getTransition',
    summary: 'Shows one (spec 2 §7)',
    access: read,
    params,
    responses: { 200: statusTransitionSchema },
    handler: async ({ organization, params: { id } }) => ({
      status: 200,
      body: await transitions.get(organization.id, id),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/status-transitions',
    operationId: 'createTransition',
    summary: 'Creates one (spec 2 §7)',
    access: change,
    body: saveStatusTransitionSchema,
    responses: { 201: statusTransitionSchema },
    handler: async ({ organization, body, traceparent }) => ({
      status: 201,
      body: await transitions.create(organization.id, body, traceparent),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/status-transitions/:id',
    operationId: 'updateTransition',
    summary: 'Changes one (spec 2 §7)',
    access: change,
    params,
    body: saveStatusTransitionSchema,
    responses: { 200: statusTransitionSchema },
    handler: async ({ organization, params: { id }, body, traceparent }) => ({
      status: 200,
      body: await transitions.update(organization.id, id, body, traceparent),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/status-transitions/:id',
    operationId: 'deleteTransition',
    summary: 'Deletes one that nothing uses (spec 2 §7)',
    access: change,
    params,
    responses: { 204: null },
    handler: async ({ organization, params: { id }, traceparent }) => {
      await transitions.delete(organization.id, id, traceparent);
      return { status: 204 };
    },
  }),
];
