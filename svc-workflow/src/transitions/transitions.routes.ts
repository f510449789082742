import {
  nameCheckSchema,
  pathIdSchema,
  saveStatusTransitionSchema,
  statusTransitionSchema,
  transitionNameQuerySchema,
} from '@obieg/contracts';
import { defineRoute, ifMatchHeaders, type Route } from '@obieg/service-kit';
import { z } from 'zod';
import { answerEntity } from '../configuration/answer-entity';
import { callerOf } from '../people/caller';
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
    query: transitionNameQuerySchema,
    responses: { 200: nameCheckSchema },
    handler: async ({ organization, query }) => ({
      status: 200,
      body: { exists: await transitions.isNameUsed(organization.id, query.name, query.excludeId) },
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
    handler: async ({ organization, params: { id } }) =>
      answerEntity(200, await transitions.get(organization.id, id)),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/status-transitions',
    operationId: 'createTransition',
    summary: 'Creates one (spec 2 §7)',
    access: change,
    body: saveStatusTransitionSchema,
    responses: { 201: statusTransitionSchema },
    handler: async (request) => answerEntity(201, await transitions.create(callerOf(request), request.body)),
  }),
  defineRoute({
    method: 'PUT',
    path: '/api/status-transitions/:id',
    operationId: 'updateTransition',
    summary: 'Changes one; If-Match with its ETag guards against overwriting, 412 (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    body: saveStatusTransitionSchema,
    responses: { 200: statusTransitionSchema },
    handler: async (request) =>
      answerEntity(200, await transitions.update(callerOf(request), request.params.id, request.body)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/api/status-transitions/:id',
    operationId: 'deleteTransition',
    summary: 'Deletes one that nothing uses (spec 2 §7)',
    access: change,
    params,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await transitions.delete(callerOf(request), request.params.id);
      return { status: 204 };
    },
  }),
];
