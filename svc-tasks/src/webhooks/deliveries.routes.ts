import {
  deliveriesQuerySchema,
  deliveriesResponseSchema,
  pathIdSchema,
  queuedDeliverySchema,
} from '@obieg/contracts';
import { type Database, defineRoute, type Route } from '@obieg/service-kit';
import { callerOf } from '../callers/caller';
import { listDeliveries, repeatDelivery, sendTest } from './deliveries.service';
import { webhookAccess, webhookParams, webhookPath } from './webhooks.routes';

export const deliveryRoutes = (db: Database): Route[] => [
  defineRoute({
    method: 'GET',
    path: `${webhookPath}/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary:
      'Lists the deliveries of a webhook with request and response, newest first, of tasks the caller sees',
    access: webhookAccess,
    params: webhookParams,
    query: deliveriesQuerySchema,
    responses: { 200: deliveriesResponseSchema },
    handler: async (request) => ({
      status: 200,
      body: await listDeliveries(db, callerOf(request), request.params.webhookId, request.query),
    }),
  }),
  defineRoute({
    method: 'POST',
    path: `${webhookPath}/deliveries/:deliveryId/repeat`,
    operationId: 'repeatWebhookDelivery',
    summary: 'Sends a message again, with its id; 409 while it waits or if the webhook is off',
    access: webhookAccess,
    params: webhookParams.extend({ deliveryId: pathIdSchema }),
    responses: { 202: queuedDeliverySchema },
    handler: async (request) => {
      const { webhookId, deliveryId } = request.params;
      return {
        status: 202,
        body: { deliveryId: await repeatDelivery(db, callerOf(request), webhookId, deliveryId) },
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${webhookPath}/test`,
    operationId: 'testWebhook',
    summary: 'Sends a test in the background, also of a webhook that is off',
    access: webhookAccess,
    params: webhookParams,
    responses: { 202: queuedDeliverySchema },
    handler: async (request) => ({
      status: 202,
      body: { deliveryId: await sendTest(db, callerOf(request), request.params.webhookId) },
    }),
  }),
];
