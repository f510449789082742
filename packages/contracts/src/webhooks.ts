import * as z from 'zod';
import { idSchema, pathIdSchema } from './identifiers';
import { openEnum, openEnumList, optionalOpenEnum } from './open-enum';
import { requiredTextSchema } from './text';

/** Changes that a webhook can report. */
export const webhookEvents = [
  'task.created',
  'task.changed',
  'task.moved',
  'task.assigned',
  'task.commented',
  'task.file-added',
  'task.deleted',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The message that `POST …/test` sends. It is about no task. */
export const webhookTestEvent = 'test';

export const webhookLimits = {
  urlMaxLength: 2_000,
  /** A message that the receiver did not accept is sent again for this time. */
  retryHours: 24,
  /** A webhook that failed for this time is switched off. */
  failureDays: 3,
  /** After a rotation, the previous secret signs for this time, too. */
  rotationHours: 24,
  deliveryDays: 30,
  /** The receiver must have answered by then. */
  timeoutMs: 10_000,
} as const;

/** Form of a secret: the prefix, then 32 random bytes in Base64. */
export const webhookSecretPattern = /^whsec_[A-Za-z0-9+/]{43}=$/;

/** `PENDING`: not accepted yet. `DELIVERED`: answered with 2xx. `FAILED`: given up. */
export const deliveryStates = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * Why the last attempt failed.
 * - `STATUS`: the response was none of 2xx.
 * - `REDIRECT`: the response was a redirect, which is never followed.
 * - `TIMEOUT`: no response in time.
 * - `CONNECTION`: no connection, no valid certificate, or the connection was lost.
 * - `NAME`: the host name has no address.
 * - `ADDRESS`: the address is private or reserved.
 * - `EXPIRED`: the message waited for too long, for earlier ones of its task or because the webhook was off.
 * - `NOT_COMPOSED`: the message could not be written.
 * - `KEY_MISSING`: the setting lacks the key of the secret. The message waits for it.
 */
export const deliveryFailures = [
  'STATUS',
  'REDIRECT',
  'TIMEOUT',
  'CONNECTION',
  'NAME',
  'ADDRESS',
  'EXPIRED',
  'NOT_COMPOSED',
  'KEY_MISSING',
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** Changes of a webhook that the security log has. `SWITCHED_OFF`: by the service, after days of failures. */
export const webhookChanges = ['CREATED', 'CHANGED', 'ROTATED', 'DELETED', 'SWITCHED_OFF'] as const;
export type WebhookChange = (typeof webhookChanges)[number];

const attemptFields = {
  state: openEnum(deliveryStates, 'PENDING'),
  /** Null before the first attempt. */
  lastAttemptAt: z.iso.datetime().nullable(),
  /** Of the last attempt. Null without a response. */
  responseStatus: z.int().nullable(),
  failure: optionalOpenEnum(deliveryFailures),
};

const webhookSchema = z
  .object({
    id: idSchema,
    url: z.string(),
    events: openEnumList(webhookEvents),
    /** The integration that decides what the messages may tell. The `userId` of its account. */
    integrationId: idSchema,
    /** Null if the integration was deleted. */
    integrationName: z.string().nullable(),
    /** The integration is a member of the organization. Otherwise it sees nothing, and nothing is sent. */
    isIntegrationActive: z.boolean(),
    isActive: z.boolean(),
    createdAt: z.iso.datetime(),
    /** The first failure since the last success. */
    failingSince: z.iso.datetime().nullable(),
    /** When three days of failures switched the webhook off. Null if a person did, or if it is on. */
    switchedOffAt: z.iso.datetime().nullable(),
    /** Until when the previous secret signs, too. Null if there is none. */
    previousSecretUntil: z.iso.datetime().nullable(),
    /** The latest attempt about a task that the caller may see. */
    lastDelivery: z.object(attemptFields).nullable(),
    /** Increases with each change. `"<revision>"` is the ETag for `If-Match`. */
    revision: z.int().positive(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof webhookSchema>;

/** POST and PUT /api/webhooks. The server checks where the address leads. */
export const saveWebhookSchema = z
  .object({
    url: requiredTextSchema(webhookLimits.urlMaxLength),
    events: z
      .array(z.enum(webhookEvents))
      .min(1)
      .max(webhookEvents.length)
      .refine((events) => new Set(events).size === events.length, { message: 'Each event once' }),
    integrationId: idSchema,
    isActive: z.boolean(),
  })
  .meta({ id: 'SaveWebhook' });
export type SaveWebhook = z.output<typeof saveWebhookSchema>;

/** GET /api/webhooks: all of the organization, oldest first. Needs ORG_ADMIN, as all paths of webhooks. */
export const webhooksResponseSchema = z
  .object({ webhooks: z.array(webhookSchema) })
  .meta({ id: 'WebhooksResponse' });
export type WebhooksResponse = z.infer<typeof webhooksResponseSchema>;

/** GET and PUT /api/webhooks/{webhookId}. */
export const webhookResponseSchema = z.object({ webhook: webhookSchema }).meta({ id: 'WebhookResponse' });
export type WebhookResponse = z.infer<typeof webhookResponseSchema>;

/** POST /api/webhooks and POST /api/webhooks/{webhookId}/rotate. No other response contains the secret. */
export const webhookSecretResponseSchema = z
  .object({ webhook: webhookSchema, secret: z.string().regex(webhookSecretPattern) })
  .meta({ id: 'WebhookSecretResponse' });
export type WebhookSecretResponse = z.infer<typeof webhookSecretResponseSchema>;

const messageSchema = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** The body was longer. */
  isBodyCut: z.boolean(),
});

const webhookDeliverySchema = z
  .object({
    id: idSchema,
    /** Header `webhook-id` and `id` of the message. A repeated message keeps it. */
    messageId: z.uuid(),
    /** One of `webhookEvents`, `test`, or an event of a newer version. */
    event: z.string(),
    /** Null for a test. */
    publicTaskId: idSchema.nullable(),
    /** When the change happened. */
    createdAt: z.iso.datetime(),
    ...attemptFields,
    attempts: z.int().nonnegative(),
    durationMs: z.int().nonnegative().nullable(),
    /**
     * When the message is sent again. Null unless it is pending. A message waits for the earlier ones of its task.
     */
    nextAttemptAt: z.iso.datetime().nullable(),
    /** Of the last attempt. */
    request: messageSchema.nullable(),
    response: messageSchema.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;

export const deliveryPageSize = 20;

/** GET /api/webhooks/{webhookId}/deliveries. */
export const deliveriesQuerySchema = z.object({
  state: z.enum(deliveryStates).optional(),
  /** Deliveries before this id: the previous `nextCursor`. */
  cursor: pathIdSchema.optional(),
});

/**
 * GET /api/webhooks/{webhookId}/deliveries: newest first, of 30 days. Without those of tasks, comments and files that
 * the caller may not see.
 */
export const deliveriesResponseSchema = z
  .object({
    deliveries: z.array(webhookDeliverySchema).max(deliveryPageSize),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'WebhookDeliveriesResponse' });
export type DeliveriesResponse = z.infer<typeof deliveriesResponseSchema>;

/** POST …/test and POST …/deliveries/{deliveryId}/repeat. The message is sent in the background. */
export const queuedDeliverySchema = z.object({ deliveryId: idSchema }).meta({ id: 'QueuedDelivery' });
export type QueuedDelivery = z.infer<typeof queuedDeliverySchema>;
