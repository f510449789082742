import { findFreePort, startMailInbox } from '@obieg/local';
import { createLog, createMetrics, withTransaction } from '@obieg/service-kit';
import { createMailer, createMailMetrics } from '@obieg/service-kit/mail';
import { headerOf, pollUntil, startSmtpServer } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queueMail } from '../src/mail/mail-queue';
import { composeQueued } from '../src/mail/mails';
import { buildIdentity, type IdentityProcess } from './identity-process';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
});
afterAll(() => identity.close());
beforeEach(() => identity.db.knex('mail_queue').delete());

const from = 'Obieg <no-reply@obieg.test>';
/** Runs in order after each test. */
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const startMailer = (port: number) => {
  const { registry } = createMetrics('test');
  const mailer = createMailer({
    db: identity.db,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from,
    log: createLog('test', 'silent'),
    metrics: createMailMetrics(registry),
    compose: composeQueued,
  });
  mailer.start();
  cleanUps.push(() => mailer.stop());
  return {
    check: mailer.healthCheck.check,
    /** Returns the number of attempts with this outcome. */
    count: async (outcome: string): Promise<number> => {
      const { values } = (await registry.getSingleMetric('obieg_mails_total')?.get()) ?? { values: [] };
      return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? Number.NaN;
    },
  };
};
const startServer = async (...parameters: Parameters<typeof startSmtpServer>) => {
  const server = await startSmtpServer(...parameters);
  cleanUps.push(() => server.stop());
  return server;
};
const queue = (recipient: string) =>
  withTransaction(identity.db, (tx) =>
    queueMail(tx, { recipient, subject: 'Temat', body_text: 'Treść', body_html: '<p>Treść</p>' }),
  );
const countQueued = async (): Promise<number> =>
  Number((await identity.db.knex('mail_queue').count('* as count').first())?.['count']);
const untilSent = () =>
  pollUntil(async () => ((await countQueued()) === 0 ? true : undefined), { describe: 'an empty queue' });
const recipients = Array.from({ length: 5 }, (_, index) => `osoba${index}@poczta.test`);

describe('a mail', () => {
  it("has text and HTML in the request's language and one recipient", async () => {
    const inbox = await startMailInbox({ smtpPort: 0, httpPort: 0 });
    cleanUps.push(() => inbox.stop());
    startMailer(inbox.smtpPort);
    const send = (email: string, language: string) =>
      identity.request('POST', '/api/email-verification/send-code', {
        organization: acme,
        body: { email },
        headers: { 'accept-language': language },
      });
    await send('po-polsku@poczta.test', 'pl');
    await send('in-english@poczta.test', 'en-GB,en;q=0.9');
    await untilSent();
    const get = async <T>(path: string): Promise<T> =>
      (await (await fetch(`${inbox.httpUrl}/api/v1/${path}`)).json()) as T;
    const { messages } = await get<{ messages: { ID: string }[] }>('messages');
    const mails = await Promise.all(
      messages.map(({ ID }) => get<{ To: { Address: string }[] }>(`message/${ID}`)),
    );
    const byRecipient = Object.fromEntries(mails.map((mail) => [mail.To[0]?.Address, mail]));
    expect(byRecipient['po-polsku@poczta.test']).toMatchObject({
      Subject: expect.stringMatching(/^\d{6} - kod weryfikacyjny$/),
      Text: expect.stringContaining('Dzień dobry'),
      HTML: expect.stringContaining('<html lang="pl">'),
      From: { Name: 'Obieg', Address: 'no-reply@obieg.test' },
    });
    expect(byRecipient['in-english@poczta.test']).toMatchObject({
      Subject: expect.stringMatching(/^\d{6} - verification code$/),
      HTML: expect.stringContaining('<html lang="en">'),
    });
    for (const { To } of mails) expect(To).toHaveLength(1);
  });

  it('cannot be redirected through its subject or address', async () => {
    const server = await startServer(0);
    startMailer(server.port);
    await withTransaction(identity.db, (tx) =>
      queueMail(tx, {
        recipient: 'jan@poczta.test, ofiara@poczta.test',
        subject: 'Temat\r\nBcc: ofiara@poczta.test',
        body_text: 'Treść',
        body_html: '',
      }),
    );
    await queue('jan@poczta.test');
    await pollUntil(async () => (server.received.length > 0 ? true : undefined), { describe: 'a mail' });
    expect(server.received.flatMap(({ to }) => to)).not.toContain('ofiara@poczta.test');
    for (const mail of server.received) expect(headerOf(mail, 'bcc')).toBe('');
  });
});

describe('mail delivery', () => {
  it('delivers a mail once after an outage of the server', async () => {
    const port = await findFreePort();
    const { check, count } = startMailer(port);
    await Promise.all(recipients.map(queue));
    await pollUntil(async () => identity.db.knex('mail_queue').where('attempts', '>=', 2).first('id'), {
      describe: 'a second attempt',
    });
    expect(await count('unreachable')).toBeGreaterThan(0);
    expect(await count('sent')).toBe(0);
    expect(check).toThrow(/the mail server accepts no mails since .*ECONNREFUSED/);
    const server = await startServer(port);
    await untilSent();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(recipients);
    expect(await count('sent')).toBe(recipients.length);
    expect(await count('refused')).toBe(0);
    expect(check).not.toThrow();
  });

  it('delivers a mail once if the server first rejects mails and drops connections', async () => {
    let mails = 0;
    const server = await startServer(0, () => {
      mails += 1;
      return mails === 1 ? 'rejected' : mails === 2 ? 'closed-before-accept' : 'accepted';
    });
    const { count } = startMailer(server.port);
    await Promise.all(recipients.map(queue));
    await untilSent();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(recipients);
    expect([await count('refused'), await count('unreachable')]).toEqual([1, 1]);
  });

  it('delivers a mail once with three replicas', async () => {
    const server = await startServer(0);
    for (let replica = 0; replica < 3; replica++) startMailer(server.port);
    const many = Array.from({ length: 40 }, (_, index) => `wiele${index}@poczta.test`);
    await Promise.all(many.map(queue));
    await untilSent();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual([...many].sort());
  });

  it('sends a mail again with the same Message-ID if the confirmation was lost', async () => {
    let isFirst = true;
    const server = await startServer(0, () => {
      const outcome = isFirst ? 'closed-after-accept' : 'accepted';
      isFirst = false;
      return outcome;
    });
    startMailer(server.port);
    await queue('dwa-razy@poczta.test');
    await untilSent();
    expect(server.received).toHaveLength(2);
    const [first, second] = server.received.map((mail) => headerOf(mail, 'message-id'));
    expect(first).toMatch(/^<[\w-]{36}@obieg\.test>$/);
    expect(second).toBe(first);
  });
});

describe('a mail that no server accepts', () => {
  it('is discarded after three days and does not block others', async () => {
    const server = await startServer(0, ({ to }) =>
      to.includes('zla@poczta.test') ? 'rejected' : 'accepted',
    );
    startMailer(server.port);
    await queue('zla@poczta.test');
    await queue('dobra@poczta.test');
    await pollUntil(
      async () => (server.received.length === 1 && (await countQueued()) === 1 ? true : undefined),
      {
        describe: 'the accepted mail is sent and removed from the queue',
      },
    );
    await identity.db.knex('mail_queue').update({
      queued_at: identity.db.knex.raw(`now() - interval '4 days'`),
      next_attempt_at: identity.db.knex.fn.now(),
    });
    await untilSent();
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail that cannot be composed', () => {
  it('is set aside with its reason and does not block others', async () => {
    const server = await startServer(0);
    await queue('zla@poczta.test');
    await queue('dobra@poczta.test');
    await identity.db.knex('mail_queue').where({ recipient: 'zla@poczta.test' }).update({ attempts: 7 });
    const { registry } = createMetrics('test');
    const mailer = createMailer<Parameters<typeof composeQueued>[0]>({
      db: identity.db,
      smtpUrl: `smtp://127.0.0.1:${server.port}`,
      from,
      log: createLog('test', 'silent'),
      metrics: createMailMetrics(registry),
      compose: async (queued) => {
        if (queued.recipient === 'zla@poczta.test') throw new TypeError('the mail has no text');
        return composeQueued(queued);
      },
    });
    mailer.start();
    cleanUps.push(() => mailer.stop());
    await untilSent();
    expect(server.received).toHaveLength(1);
    expect(await identity.db.knex('set_aside')).toMatchObject([
      { queue: 'mail', row: { recipient: 'zla@poczta.test' }, tries: 8, reason: 'the mail has no text' },
    ]);
    const text = await registry.metrics();
    for (const [outcome, count] of Object.entries({ sent: 1, not_composed: 1, set_aside: 1, unreachable: 0 }))
      expect(text).toContain(`obieg_mails_total{outcome="${outcome}",service="test"} ${count}`);
  });
});

describe('a killed svc-identity', () => {
  let program: Awaited<ReturnType<typeof buildIdentity>>;
  beforeAll(async () => {
    program = await buildIdentity();
  });
  afterAll(() => program.remove());

  const startService = async (smtpPort: number): Promise<IdentityProcess> => {
    const service = await program.start({
      DATABASE_URL: identity.appUrl,
      // No server listens at this port; mails need no events.
      NATS_URL: `nats://127.0.0.1:${await findFreePort()}`,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: from,
    });
    cleanUps.push(service.kill);
    return service;
  };
  const callService = (url: string, path: string, body: object, token?: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-obieg-site': 'organization',
        'x-obieg-organization-id': String(acme.id),
        'x-obieg-organization-code': acme.code,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
  const sendCode = (url: string, email: string) =>
    callService(url, '/api/email-verification/send-code', { email });

  it('loses and duplicates no mail when killed between commit and sending', async () => {
    const smtpPort = await findFreePort();
    const first = await startService(smtpPort);
    const emails = ['zabity1@poczta.test', 'zabity2@poczta.test'];
    for (const email of emails) expect((await sendCode(first.url, email)).status).toBe(200);
    await first.kill();
    expect(await countQueued()).toBe(2);
    const server = await startServer(smtpPort);
    await startService(smtpPort);
    await untilSent();
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(emails);
  });

  it('sends each invitation once beside a second process, if killed while both deliver', async () => {
    let release = (_outcome: 'rejected'): void => undefined;
    const killed = new Promise<'rejected'>((resolve) => {
      release = resolve;
    });
    const held: string[] = [];
    // Each process delivers one mail at a time, so two held mails are one of each.
    const server = await startServer(0, ({ to }) => {
      if (held.length >= 2) return 'accepted';
      held.push(...to);
      return killed;
    });
    await identity.addMember(acme.id, 'zaprasza', ['ORG_ADMIN']);
    const token = await identity.signIn('zaprasza', acme);
    const services = [await startService(server.port), await startService(server.port)];
    const emails = Array.from({ length: 6 }, (_, index) => `zaproszenie${index}@poczta.test`);
    for (const [index, email] of emails.entries()) {
      const { url } = services[index % 2] as IdentityProcess;
      const body = { email, username: `zaproszony${index}`, roles: ['MEMBER'] };
      expect((await callService(url, '/api/admin/invite-user', body, token)).status).toBe(200);
    }
    await pollUntil(async () => (held.length === 2 ? true : undefined), {
      describe: 'both processes deliver a mail',
    });
    await services[0]?.kill();
    release('rejected');
    await untilSent();
    expect(new Set(held).size).toBe(2);
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(emails);
  });

  it('sends a mail again when killed during sending, and the server accepts one', async () => {
    let kill = async (): Promise<void> => undefined;
    let isFirst = true;
    const server = await startServer(0, () => {
      if (!isFirst) return 'accepted';
      isFirst = false;
      void kill();
      return 'closed-before-accept';
    });
    const service = await startService(server.port);
    kill = service.kill;
    await sendCode(service.url, 'w-polowie@poczta.test');
    await pollUntil(async () => (isFirst ? undefined : true), { describe: 'the first attempt' });
    await service.kill();
    await startService(server.port);
    await untilSent();
    expect(server.received.flatMap(({ to }) => to)).toEqual(['w-polowie@poczta.test']);
  });
});
