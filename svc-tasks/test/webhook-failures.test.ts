import { randomBytes } from 'node:crypto';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWebhookSecrets } from '../src/webhooks/secrets';
import { userIds } from './fixture';
import { openInbox, startMailer } from './mail-helpers';
import {
  countPending,
  endPauses,
  integrationId,
  startWebhookFixture,
  untilSent,
  type WebhookFixture,
  whileSending,
} from './webhook-fixture';
import { answerWith, type Receiver, startReceiver } from './webhook-receiver';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await startWebhookFixture();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await fixture.service.close();
});

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
beforeEach(async () => {
  receiver.received.length = 0;
  await inAcme(async (tx) => {
    for (const table of ['webhooks', 'webhook_deliveries', 'mail_queue']) await tx(table).delete();
  });
});

/** A webhook that has failed for some days, with one more message that fails. */
const failAfterDays = async (days: number): Promise<number> => {
  const { webhook } = await fixture.createHook({ url: receiver.url });
  await inAcme((tx) =>
    tx('webhooks').update({ failing_since: tx.raw(`now() - ? * interval '1 day'`, [days]) }),
  );
  receiver.answer(answerWith(500));
  await fixture.submit({}, fixture.tokens.operator);
  await whileSending(fixture, () =>
    pollUntil(
      async () => {
        const [row] = await inAcme((tx) => tx('webhook_deliveries').select('attempts'));
        return row?.attempts === 1 || undefined;
      },
      { describe: 'an attempt' },
    ),
  );
  return webhook.id;
};
const getHook = async (id: number) => (await fixture.hooks('GET', `/${id}`)).body.webhook;

describe('a webhook whose key is missing', () => {
  it('keeps its messages, says so, and sends them when the key is back', async () => {
    const { webhook } = await fixture.createHook({ url: receiver.url });
    await fixture.submit({}, fixture.tokens.operator);
    const listDeliveries = async () =>
      (await fixture.hooks('GET', `/${webhook.id}/deliveries`)).body.deliveries;
    const waiting = await whileSending(
      fixture,
      () =>
        pollUntil(
          async () => {
            const [delivery] = await listDeliveries();
            return delivery?.failure === 'KEY_MISSING' && delivery.nextAttemptAt ? delivery : undefined;
          },
          { describe: 'the missing key' },
        ),
      { secretBox: createWebhookSecrets([randomBytes(32)]) },
    );
    expect(waiting).toMatchObject({ state: 'PENDING', attempts: 0, request: null });
    expect(receiver.received).toEqual([]);
    receiver.answer(answerWith(200));
    await endPauses(fixture);
    await whileSending(fixture, () => untilSent(fixture));
    const [sent] = await listDeliveries();
    expect([sent.state, sent.failure ?? null]).toEqual(['DELIVERED', null]);
    expect((await fixture.hooks('GET', `/${webhook.id}`)).body.webhook.failingSince).toBeNull();
  });
});

describe('a webhook that fails', () => {
  it('stays on for three days', async () => {
    const id = await failAfterDays(2.9);
    expect(await getHook(id)).toMatchObject({ isActive: true, switchedOffAt: null });
  });

  it('is switched off after three days, with a mail to the administrators', async () => {
    const inbox = await openInbox();
    const mailer = startMailer(fixture, inbox.smtpUrl);
    try {
      const id = await failAfterDays(3.1);
      expect(await getHook(id)).toMatchObject({
        isActive: false,
        switchedOffAt: expect.any(String),
        failingSince: expect.any(String),
        revision: 2,
      });
      const email = `user${userIds.admin}@obieg.test`;
      const mail = await pollUntil(async () => (await inbox.listMails(email))[0], { describe: 'the mail' });
      expect(mail.Subject).toBe('Webhook wyłączony: Organizacja acme');
      expect(mail.Text).toContain(receiver.url);
      expect(mail.Text).toContain(`https://acme.example.com/connections/webhooks/${id}`);
    } finally {
      await mailer.stop();
      await inbox.stop();
    }
  });

  it('sends what is younger than a day when it is switched on again', async () => {
    const id = await failAfterDays(3.1);
    expect(await countPending(fixture)).toBe(1);
    receiver.answer(answerWith(200));
    const { url, events } = await getHook(id);
    const { body } = await fixture.hooks('PUT', `/${id}`, { url, events, integrationId, isActive: true });
    expect(body.webhook).toMatchObject({ isActive: true, switchedOffAt: null, failingSince: null });
    await endPauses(fixture);
    await whileSending(fixture, () => untilSent(fixture));
    expect(receiver.received).toHaveLength(2);
  });

  it('has not failed any more after a success', async () => {
    const id = await failAfterDays(1);
    receiver.answer(answerWith(200));
    await endPauses(fixture);
    await whileSending(fixture, () => untilSent(fixture));
    expect(await getHook(id)).toMatchObject({ failingSince: null });
  });
});
