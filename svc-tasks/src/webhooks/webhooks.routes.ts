import {
  pathIdSchema,
  saveWebhookSchema,
  type Webhook,
  webhookResponseSchema,
  webhookSecretResponseSchema,
  webhooksResponseSchema,
} from '@obieg/contracts';
import {
  type Actor,
  creationOf,
  defineRoute,
  entityTagOf,
  idempotencyHeaders,
  ifMatchHeaders,
  type Route,
} from '@obieg/service-kit';
import * as z from 'zod';
import { callerOf } from '../callers/caller';
import type { WebhookDependencies } from './webhook-dependencies';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
} from './webhooks.service';

/** Only ORG_ADMIN has it, and super administrators. */
export const webhookAccess = { permission: 'MANAGE_USERS' } as const;
export const webhookPath = '/api/webhooks/:webhookId' as const;
export const webhookParams = z.object({ webhookId: pathIdSchema });

const respondWith = (webhook: Webhook) => ({
  body: { webhook },
  headers: { etag: entityTagOf(webhook) },
});
/** A secret must stay in no cache. */
const respondWithSecret = ({ webhook, secret }: { webhook: Webhook; secret: string }) => ({
  body: { webhook, secret },
  headers: { etag: entityTagOf(webhook), 'cache-control': 'no-store' },
});

const authorOf = (request: Parameters<typeof callerOf<Actor>>[0] & { ip: string }) => ({
  ...callerOf(request),
  ip: request.ip,
});

const referenceOf = (request: {
  params: { webhookId: number };
  header(name: string): string | undefined;
}) => ({ ...request.params, ifMatch: request.header('if-match') });

export const webhookRoutes = (dependencies: WebhookDependencies): Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/webhooks',
    operationId: 'listWebhooks',
    summary: "Lists the organization's webhooks, oldest first; needs ORG_ADMIN, as all paths of webhooks",
    access: webhookAccess,
    responses: { 200: webhooksResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: { webhooks: await listWebhooks(dependencies.db, callerOf(request)) },
    }),
  }),
  defineRoute({
    method: 'POST',
    path: '/api/webhooks',
    operationId: 'createWebhook',
    summary: 'Adds a webhook and returns its secret; 422 for a private address, 409 at the maximum number',
    access: webhookAccess,
    headers: idempotencyHeaders,
    body: saveWebhookSchema,
    responses: { 201: webhookSecretResponseSchema },
    handler: async (request) => ({
      status: 201,
      ...respondWithSecret(
        await createWebhook(
          dependencies,
          authorOf(request),
          request.body,
          creationOf(request, 'createWebhook'),
        ),
      ),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: webhookPath,
    operationId: 'getWebhook',
    summary: 'Returns a webhook',
    access: webhookAccess,
    params: webhookParams,
    responses: { 200: webhookResponseSchema },
    handler: async (request) => ({
      status: 200,
      ...respondWith(await getWebhook(dependencies.db, callerOf(request), request.params.webhookId)),
    }),
  }),
  defineRoute({
    method: 'PUT',
    path: webhookPath,
    operationId: 'changeWebhook',
    summary: 'Replaces a webhook; 422 for a private address, 412 if If-Match is not its current revision',
    access: webhookAccess,
    params: webhookParams,
    headers: ifMatchHeaders,
    body: saveWebhookSchema,
    responses: { 200: webhookResponseSchema },
    handler: async (request) => ({
      status: 200,
      ...respondWith(
        await changeWebhook(dependencies, authorOf(request), referenceOf(request), request.body),
      ),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: `${webhookPath}/rotate`,
    operationId: 'rotateWebhookSecret',
    summary: 'Makes a new secret; the previous one signs for 24 hours, too',
    access: webhookAccess,
    params: webhookParams,
    headers: ifMatchHeaders,
    responses: { 200: webhookSecretResponseSchema },
    handler: async (request) => ({
      status: 200,
      ...respondWithSecret(await rotateSecret(dependencies, authorOf(request), referenceOf(request))),
    }),
  }),
  defineRoute({
    method: 'DELETE',
    path: webhookPath,
    operationId: 'deleteWebhook',
    summary: 'Deletes a webhook with its deliveries; 412 if If-Match is not its current revision',
    access: webhookAccess,
    params: webhookParams,
    headers: ifMatchHeaders,
    responses: { 204: null },
    handler: async (request) => {
      await deleteWebhook(dependencies.db, authorOf(request), referenceOf(request));
      return { status: 204 };
    },
  }),
];
