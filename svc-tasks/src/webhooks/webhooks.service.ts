import { limits, type SaveWebhook, type Webhook, type WebhookChange } from '@obieg/contracts';
import {
  type Creation,
  createOnce,
  type Database,
  matchesRevision,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { describeLastChange } from '../members/last-change';
import { translate } from '../messages/server-messages';
import { checkWebhookUrl } from './check-url';
import { createWebhookSecret, type WebhookSecrets } from './secrets';
import type { WebhookDependencies } from './webhook-dependencies';
import { recordWebhookChange } from './webhooks.events';
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhookRow,
  insertWebhook,
  isIntegration,
  listWebhookRows,
  lockWebhook,
  presentWebhook,
  replaceSecret,
  updateWebhook,
} from './webhooks.repo';

/** A caller who changes webhooks. The security log has the address. */
export interface WebhookAuthor extends SignedInCaller {
  ip: string;
}

/** Path and header of a change. */
export interface WebhookReference {
  webhookId: number;
  ifMatch: string | undefined;
}

const notFound = ({ language }: SignedInCaller) => problem.notFound(translate(language, 'webhookNotFound'));

export const listWebhooks = (db: Database, { tenantScope, actor }: SignedInCaller): Promise<Webhook[]> =>
  withOrganization(db, tenantScope, async (tx) => (await listWebhookRows(tx, actor)).map(presentWebhook));

const getRow = async (tx: Tx, caller: SignedInCaller, id: number) => {
  const row = await findWebhookRow(tx, caller.actor, id);
  if (!row) throw notFound(caller);
  return row;
};

/** @throws 404 */
export const getWebhook = (db: Database, caller: SignedInCaller, id: number): Promise<Webhook> =>
  withOrganization(db, caller.tenantScope, async (tx) => presentWebhook(await getRow(tx, caller, id)));

const recordChange = (
  tx: Tx,
  { organizationId, actor, ip, traceparent }: WebhookAuthor,
  { id, revision, url }: { id: number; revision: number; url: string },
  change: WebhookChange,
): void =>
  recordWebhookChange(tx, { organizationId, id, revision, url }, change, {
    actorUserId: actor.userId,
    ip,
    traceparent,
  });

/** @throws 409 if the process has no key */
const requireBox = (
  { secretBox }: Pick<WebhookDependencies, 'secretBox'>,
  { language }: SignedInCaller,
): WebhookSecrets => {
  if (!secretBox) throw problem.conflict('CONFLICT', translate(language, 'webhooksUnavailable'));
  return secretBox;
};

/** @throws 422 */
const checkIntegration = async (
  tx: Tx,
  { integrationId }: SaveWebhook,
  { language }: SignedInCaller,
): Promise<void> => {
  if (await isIntegration(tx, integrationId)) return;
  throw problem.validation([{ field: 'integrationId', message: translate(language, 'noSuchIntegration') }]);
};

/**
 * Once per idempotency key. @returns the webhook with its secret, also for a repetition
 * @throws 409 at the maximum number of webhooks, 422 for an address or integration that is not allowed
 */
export const createWebhook = async (
  dependencies: WebhookDependencies,
  caller: WebhookAuthor,
  webhook: SaveWebhook,
  creation: Creation | undefined,
): Promise<{ webhook: Webhook; secret: string }> => {
  const { organizationId, actor, language } = caller;
  const box = requireBox(dependencies, caller);
  await checkWebhookUrl(webhook.url, dependencies, language);
  return withOrganization(dependencies.db, caller.tenantScope, async (tx) => {
    // The remembered answer has no secret, because it is stored as it is.
    const id = await createOnce(tx, creation, async () => {
      await checkIntegration(tx, webhook, caller);
      if ((await countWebhooks(tx)) >= limits.webhooksPerOrganizationMax)
        throw problem.conflict('CONFLICT', translate(language, 'tooManyWebhooks'));
      const secret = box.seal(organizationId, createWebhookSecret());
      const created = await insertWebhook(tx, { organizationId, authorId: actor.userId }, webhook, secret);
      recordChange(tx, caller, { id: created, revision: 1, url: webhook.url }, 'CREATED');
      return created;
    });
    const row = await getRow(tx, caller, id);
    return { webhook: presentWebhook(row), secret: box.open(organizationId, row.secret) };
  });
};

/** @throws 404, 412 if `ifMatch` is not the webhook's revision */
const lockForChange = async (tx: Tx, caller: SignedInCaller, { webhookId, ifMatch }: WebhookReference) => {
  const row = await lockWebhook(tx, webhookId);
  if (!row) throw notFound(caller);
  if (!matchesRevision(row, ifMatch))
    throw problem.preconditionFailed(
      translate(caller.language, 'webhookSavedElsewhere'),
      await describeLastChange(tx, row),
    );
  return row;
};

/** @throws 404, 412, 422 for an address or integration that is not allowed */
export const changeWebhook = async (
  dependencies: WebhookDependencies,
  caller: WebhookAuthor,
  reference: WebhookReference,
  webhook: SaveWebhook,
): Promise<Webhook> => {
  const { db } = dependencies;
  const { url } = await getWebhook(db, caller, reference.webhookId);
  // Whoever switches it off must not wait for the name servers.
  if (webhook.url !== url) await checkWebhookUrl(webhook.url, dependencies, caller.language);
  return withOrganization(db, caller.tenantScope, async (tx) => {
    const before = await lockForChange(tx, caller, reference);
    if (webhook.integrationId !== before.integration_user_id) await checkIntegration(tx, webhook, caller);
    await updateWebhook(tx, before, caller.actor.userId, webhook);
    const after = presentWebhook(await getRow(tx, caller, reference.webhookId));
    recordChange(tx, caller, after, 'CHANGED');
    return after;
  });
};

/** Makes a new secret. The previous one signs for a day, too. @throws 404, 412 */
export const rotateSecret = async (
  dependencies: WebhookDependencies,
  caller: WebhookAuthor,
  reference: WebhookReference,
): Promise<{ webhook: Webhook; secret: string }> => {
  const box = requireBox(dependencies, caller);
  return withOrganization(dependencies.db, caller.tenantScope, async (tx) => {
    const { id } = await lockForChange(tx, caller, reference);
    const secret = createWebhookSecret();
    await replaceSecret(tx, id, caller.actor.userId, box.seal(caller.organizationId, secret));
    const webhook = presentWebhook(await getRow(tx, caller, id));
    recordChange(tx, caller, webhook, 'ROTATED');
    return { webhook, secret };
  });
};

/** @throws 404, 412 */
export const deleteWebhook = (
  db: Database,
  caller: WebhookAuthor,
  reference: WebhookReference,
): Promise<void> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const webhook = await lockForChange(tx, caller, reference);
    await deleteWebhookRow(tx, webhook.id);
    recordChange(tx, caller, webhook, 'DELETED');
  });
