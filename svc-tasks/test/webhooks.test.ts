import { limits, type SaveWebhook, webhookSecretPattern } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { createAddressRules, parseNetworks } from '@obieg/service-kit/guarded-network';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestUser, userIds } from './fixture';
import { testWebhooks } from './tasks-service';
import { integrationId, startWebhookFixture, type WebhookFixture } from './webhook-fixture';

const publicAddress = '93.184.216.34';
const names: Record<string, string[]> = {
  'hooks.example.com': [publicAddress, '2606:2800:220:1::1'],
  'partly-private.example.com': [publicAddress, '10.0.0.1'],
  'private.example.com': ['192.168.0.1'],
  'mapped.example.com': ['::ffff:169.254.169.254'],
  'svc-identity.obieg.svc.cluster.local': ['10.96.0.12'],
};
const rules = createAddressRules(parseNetworks('127.0.0.0/8'));
const webhooks = { ...testWebhooks, rules, resolveHost: async (host: string) => names[host] ?? [] };

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await startWebhookFixture({ webhooks });
});
afterAll(() => fixture.service.close());
beforeEach(() => withOrganization(fixture.service.db, fixture.acme.id, (tx) => tx('webhooks').delete()));

const path = '/api/webhooks';
const hook: SaveWebhook = {
  url: 'https://hooks.example.com/obieg',
  events: ['task.created', 'task.commented'],
  integrationId,
  isActive: true,
};
const create = async (more: Partial<SaveWebhook> = {}) =>
  (await fixture.createHook({ ...hook, ...more })).webhook;

const calls = [
  ['GET', '', undefined],
  ['POST', '', hook],
  ['GET', '/1', undefined],
  ['PUT', '/1', hook],
  ['DELETE', '/1', undefined],
  ['POST', '/1/rotate', undefined],
  ['POST', '/1/test', undefined],
  ['GET', '/1/deliveries', undefined],
  ['POST', '/1/deliveries/1/repeat', undefined],
] as const;

describe('/api/webhooks', () => {
  it.each(calls)('%s%s requires ORG_ADMIN', async (method, suffix, body) => {
    expect((await fixture.call(method, `${path}${suffix}`, undefined, body)).status).toBe(401);
    for (const user of ['reporter', 'member', 'leader', 'operator', 'workflowManager'] as const)
      expect((await fixture.call(method, `${path}${suffix}`, fixture.tokens[user], body)).status, user).toBe(
        403,
      );
    for (const user of ['admin', 'superAdmin'] satisfies TestUser[])
      expect(
        (await fixture.call(method, `${path}${suffix}`, fixture.tokens[user], body)).status,
        user,
      ).not.toBe(403);
  });

  it("hides another organization's webhooks", async () => {
    const { id } = await create();
    const globex = (method: string, suffix = '', body?: object) =>
      fixture.callGlobex(method, `${path}${suffix}`, fixture.tokens.globexAdmin, body);
    expect((await globex('GET')).body.webhooks).toEqual([]);
    for (const [method, suffix, body] of calls)
      if (suffix !== '')
        expect((await globex(method, suffix.replace('/1', `/${id}`), body)).status, method).toBe(404);
    expect((await fixture.hooks('GET')).body.webhooks).toHaveLength(1);
  });
});

describe('POST /api/webhooks', () => {
  it('returns the webhook with its secret, which no other call returns', async () => {
    const { status, body, headers } = await fixture.hooks('POST', '', hook);
    expect([status, headers['etag'], headers['cache-control']]).toEqual([201, '"1"', 'no-store']);
    expect(body.secret).toMatch(webhookSecretPattern);
    expect(body.webhook).toEqual({
      ...hook,
      id: expect.any(Number),
      integrationName: `user${integrationId}`,
      isIntegrationActive: true,
      createdAt: expect.any(String),
      failingSince: null,
      switchedOffAt: null,
      previousSecretUntil: null,
      lastDelivery: null,
      revision: 1,
    });
    const others = [
      await fixture.hooks('GET'),
      await fixture.hooks('GET', `/${body.webhook.id}`),
      await fixture.hooks('PUT', `/${body.webhook.id}`, hook),
    ];
    expect(JSON.stringify(others.map((other) => other.body))).not.toContain('whsec_');
  });

  it('stores the secret encrypted', async () => {
    const { body } = await fixture.hooks('POST', '', hook);
    const stored = await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('webhooks').first(),
    );
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice('whsec_'.length));
  });

  it('creates one webhook per idempotency key, and keeps no secret for the repetition', async () => {
    const headers = { 'idempotency-key': 'one-webhook' };
    const answers = [
      await fixture.hooks('POST', '', hook, headers),
      await fixture.hooks('POST', '', hook, headers),
    ];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await fixture.hooks('GET')).body.webhooks).toHaveLength(1);
    const remembered = await withOrganization(fixture.service.db, fixture.acme.id, (tx) => tx('creations'));
    expect(JSON.stringify(remembered)).not.toContain('whsec_');
  });

  it.each([
    ['no events', { events: [] }, 'events'],
    ['an event twice', { events: ['task.created', 'task.created'] }, 'events.1'],
    ['an unknown event', { events: ['task.sold'] }, 'events.0'],
    ['a person instead of an integration', { integrationId: 16 }, 'integrationId'],
    ["another organization's integration", { integrationId: 31 }, 'integrationId'],
    ['a missing integration', { integrationId: 999 }, 'integrationId'],
    ['a long address', { url: `https://hooks.example.com/${'x'.repeat(2_000)}` }, 'url'],
    ['an address without TLS', { url: 'http://hooks.example.com/' }, 'url'],
    ['a user in the address', { url: 'https://user:password@hooks.example.com/' }, 'url'],
    ['a name without address', { url: 'https://nowhere.example.com/' }, 'url'],
    ['a private name', { url: 'https://private.example.com/' }, 'url'],
    ['a name with one private address', { url: 'https://partly-private.example.com/' }, 'url'],
    ['a name with a mapped address', { url: 'https://mapped.example.com/' }, 'url'],
    ['the name of a service', { url: 'https://svc-identity.obieg.svc.cluster.local:8101/' }, 'url'],
    ['the metadata of a cloud', { url: 'https://169.254.169.254/' }, 'url'],
    ['a decimal host', { url: 'https://3232235521/' }, 'url'],
    ['an octal host', { url: 'https://0300.0250.0.1/' }, 'url'],
    ['an address of IPv6 with a private one of IPv4', { url: 'https://[2002:c0a8:1::]/' }, 'url'],
  ])('rejects %s with 422', async (_, more, field) => {
    const { status, body } = await fixture.hooks('POST', '', { ...hook, ...more });
    expect([status, body.errors?.[0]?.field.split('.')[0]]).toEqual([422, field.split('.')[0]]);
    expect((await fixture.hooks('GET')).body.webhooks).toEqual([]);
  });

  it('rejects an integration that lost its roles', async () => {
    await fixture.setIntegrationRoles([]);
    const { status } = await fixture.hooks('POST', '', hook);
    await fixture.setIntegrationRoles(['OPERATOR']);
    expect(status).toBe(422);
  });

  it('refuses one webhook more than the maximum', async () => {
    for (let count = 0; count < limits.webhooksPerOrganizationMax; count += 1) await create();
    expect((await fixture.hooks('POST', '', hook)).status).toBe(409);
  });
});

describe('PUT /api/webhooks/{webhookId}', () => {
  it('replaces the webhook and increases its revision', async () => {
    const { id } = await create();
    const changed = { ...hook, events: ['task.moved'], isActive: false };
    const { status, body, headers } = await fixture.hooks('PUT', `/${id}`, changed, { 'if-match': '"1"' });
    expect([status, headers['etag']]).toEqual([200, '"2"']);
    expect(body.webhook).toMatchObject({ ...changed, id, revision: 2 });
  });

  it('returns 412 if another user has saved since', async () => {
    const { id } = await create();
    const change = () => fixture.hooks('PUT', `/${id}`, hook, { 'if-match': '"1"' });
    const statuses = await Promise.all([change(), change()]);
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('checks a changed address', async () => {
    const { id } = await create();
    const { status } = await fixture.hooks('PUT', `/${id}`, { ...hook, url: 'https://private.example.com/' });
    expect(status).toBe(422);
  });

  it('switches a webhook off although its name has no address any more', async () => {
    const { id } = await create();
    const former = names['hooks.example.com'] ?? [];
    names['hooks.example.com'] = [];
    const { status } = await fixture.hooks('PUT', `/${id}`, { ...hook, isActive: false });
    names['hooks.example.com'] = former;
    expect(status).toBe(200);
  });

  it('keeps a webhook of a deleted integration, and says so', async () => {
    const { id } = await create();
    await fixture.setIntegrationRoles([]);
    const { status, body } = await fixture.hooks('PUT', `/${id}`, { ...hook, isActive: false });
    await fixture.setIntegrationRoles(['OPERATOR']);
    expect([status, body.webhook.isIntegrationActive]).toEqual([200, false]);
  });
});

describe('POST /api/webhooks/{webhookId}/rotate', () => {
  it('returns another secret and says how long the previous one signs', async () => {
    const { webhook, secret } = await fixture.createHook(hook);
    const { status, body } = await fixture.hooks('POST', `/${webhook.id}/rotate`);
    expect(status).toBe(200);
    expect(body.secret).toMatch(webhookSecretPattern);
    expect(body.secret).not.toBe(secret);
    const hoursLeft = (Date.parse(body.webhook.previousSecretUntil) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23);
    expect(hoursLeft).toBeLessThanOrEqual(24.1);
  });
});

describe('DELETE /api/webhooks/{webhookId}', () => {
  it('deletes the webhook', async () => {
    const { id } = await create();
    expect((await fixture.hooks('DELETE', `/${id}`, undefined, { 'if-match': '"2"' })).status).toBe(412);
    expect((await fixture.hooks('DELETE', `/${id}`)).status).toBe(204);
    expect((await fixture.hooks('GET', `/${id}`)).status).toBe(404);
  });
});

describe('the security log', () => {
  it('learns of each change, without secret and path', async () => {
    const { db } = fixture.service;
    await db.knex('outbox').delete();
    const { id } = await create({ url: 'https://hooks.example.com:8443/token-in-path' });
    await fixture.hooks('PUT', `/${id}`, { ...hook, isActive: false });
    await fixture.hooks('POST', `/${id}/rotate`);
    await fixture.hooks('DELETE', `/${id}`);
    const events = await recordedEvents(db.knex, 'obieg.tasks.webhook.changed');
    expect(events.map(({ data }) => data)).toMatchObject(
      ['CREATED', 'CHANGED', 'ROTATED', 'DELETED'].map((change) => ({
        change,
        webhookId: id,
        actorUserId: userIds.admin,
        ip: expect.any(String),
      })),
    );
    expect(events[0]?.data).toMatchObject({ host: 'hooks.example.com:8443' });
    expect(JSON.stringify(events)).not.toMatch(/whsec_|token-in-path/);
  });
});

describe('a process without WEBHOOK_KEYS', () => {
  it('makes no webhooks, and says why', async () => {
    const other = await startWebhookFixture({ webhooks: { ...webhooks, secretBox: undefined } });
    try {
      const { status, body } = await other.hooks('POST', '', hook);
      expect([status, body.detail]).toEqual([409, expect.stringContaining('WEBHOOK_KEYS')]);
    } finally {
      await other.service.close();
    }
  });
});
