import type { OrganizationRoleCode, SaveWebhook, Webhook } from '@obieg/contracts';
import { createLog, withEveryOrganization, withOrganization, withTransaction } from '@obieg/service-kit';
import type { AddressRules, ResolveHost } from '@obieg/service-kit/guarded-network';
import { pollUntil } from '@obieg/service-kit/testing';
import { createFanOut } from '../src/webhooks/fan-out';
import type { WebhookSecrets } from '../src/webhooks/secrets';
import { createWebhookSender } from '../src/webhooks/webhook-sender';
import { type Fixture, startFixture } from './fixture';
import { type TestOrganization, type TestServiceOptions, testSecretBox, testWebhooks } from './tasks-service';

export const integrationId = 30;
const globexIntegrationId = 31;

/** Makes an account that is an integration of the organization. */
const addIntegration = async (
  { service }: Fixture,
  organization: TestOrganization,
  userId: number,
  roles: OrganizationRoleCode[],
): Promise<void> => {
  await service.addMember(organization, userId, roles);
  await withTransaction(service.db, (tx) =>
    tx('users').where({ id: userId }).update({ is_integration: true }),
  );
};

/** The fixture, with an integration of acme that is an operator, and one of globex. */
export const startWebhookFixture = async (options: TestServiceOptions = {}) => {
  const fixture = await startFixture(options);
  await addIntegration(fixture, fixture.acme, integrationId, ['OPERATOR']);
  await addIntegration(fixture, fixture.globex, globexIntegrationId, ['OPERATOR']);
  const call = (method: string, suffix = '', body?: object, headers = {}) =>
    fixture.call(method, `/api/webhooks${suffix}`, fixture.tokens.admin, body, headers);
  return {
    ...fixture,
    globexIntegrationId,
    /** Sends a request to the webhooks of acme as its administrator. */
    hooks: call,
    setIntegrationRoles: (roles: OrganizationRoleCode[]) =>
      fixture.service.applyEvent(
        'obieg.identity.membership.changed',
        { organizationId: fixture.acme.id, userId: integrationId, roles, isEmailVerified: true },
        integrationId,
      ),
    createHook: async (more: Partial<SaveWebhook> = {}): Promise<{ webhook: Webhook; secret: string }> => {
      const { status, body } = await call('POST', '', {
        url: 'http://127.0.0.1:9/in',
        events: ['task.created'],
        integrationId,
        isActive: true,
        ...more,
      });
      if (status !== 201) throw new Error(`The webhook was rejected: ${JSON.stringify(body)}`);
      return body;
    },
  };
};
export type WebhookFixture = Awaited<ReturnType<typeof startWebhookFixture>>;

interface SenderOptions {
  rules?: AddressRules;
  resolveHost?: ResolveHost;
  timeoutMs?: number;
  lease?: number;
  secretBox?: WebhookSecrets;
}

const organizationUrl = (code: string): string => `https://${code}.example.com`;

/** Starts the background work of one process. */
export const startSender = (
  { service }: Pick<WebhookFixture, 'service'>,
  options: SenderOptions = {},
): { stop(): Promise<void> } => {
  const log = createLog('test', 'silent');
  const fanOut = createFanOut(service.db, log);
  const sender = createWebhookSender({
    ...testWebhooks,
    secretBox: testSecretBox,
    db: service.db,
    organizationUrl,
    log,
    metrics: { count: () => undefined },
    ...options,
  });
  fanOut.start();
  sender.start();
  return {
    stop: async () => {
      await fanOut.stop();
      await sender.stop();
    },
  };
};

/** Runs `work` while one process sends messages. */
export const whileSending = async <T>(
  fixture: Pick<WebhookFixture, 'service'>,
  work: () => Promise<T>,
  options?: SenderOptions,
): Promise<T> => {
  const sender = startSender(fixture, options);
  try {
    return await work();
  } finally {
    await sender.stop();
  }
};

/** Makes what waits for a retry due. */
export const endPauses = ({ service, acme }: Pick<WebhookFixture, 'service' | 'acme'>): Promise<void> =>
  withOrganization(service.db, acme.id, async (tx) => {
    await tx('webhook_lanes').whereNull('lease').update({ due_at: tx.fn.now() });
  });

/** Counts changes and messages that are not sent yet. */
export const countPending = ({ service }: Pick<WebhookFixture, 'service'>): Promise<number> =>
  withEveryOrganization(service.db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { count: number }[] }>(
      `select ((select count(*) from webhook_changes)
             + (select count(*) from webhook_deliveries where state = 'PENDING'))::int as count`,
    );
    return rows[0]?.count ?? 0;
  });

export const untilSent = (fixture: Pick<WebhookFixture, 'service'>): Promise<true> =>
  pollUntil(async () => (await countPending(fixture)) === 0 || undefined, {
    describe: 'no message is pending',
    deadlineMs: 60_000,
  });
