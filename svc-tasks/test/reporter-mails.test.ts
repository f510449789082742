import { findFreePort } from '@obieg/local';
import { createLog, withOrganization } from '@obieg/service-kit';
import { headerOf, pollUntil, startSmtpServer } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import type { Fixture } from './fixture';
import {
  countWaiting,
  type Inbox,
  mailKeyOf,
  reporterEmail,
  reporterId,
  setReporterRoles,
  startMailer,
  startMailFixture,
  taskKeyOf,
  untilMailed,
  verifyReporter,
} from './mail-helpers';

let fixture: Fixture;
let inbox: Inbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ fixture, inbox, stop } = await startMailFixture());
});
afterAll(() => stop());

/** Runs in order after each test. */
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
beforeEach(async () => {
  await inbox.clear();
  await verifyReporter(fixture);
  await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    for (const table of ['mail_stops', 'mail_keys', 'mail_queue', 'reporter_news']) await tx(table).delete();
  });
});

const runMailer = (options: Parameters<typeof startMailer>[2] = {}, smtpUrl = inbox.smtpUrl) => {
  const mailer = startMailer(fixture, smtpUrl, options);
  cleanUps.push(() => mailer.stop());
  return mailer;
};
const startServer = async (...parameters: Parameters<typeof startSmtpServer>) => {
  const server = await startSmtpServer(...parameters);
  cleanUps.push(() => server.stop());
  return server;
};
const sendAll = async (): Promise<void> => {
  const mailer = startMailer(fixture, inbox.smtpUrl);
  await untilMailed(fixture);
  await mailer.stop();
};

const { operator, member } = { operator: () => fixture.tokens.operator, member: () => fixture.tokens.member };
const comment = (
  task: number,
  content: string,
  more: object = { visibleToAuthor: true },
  token = operator(),
) => fixture.call('POST', `/api/tasks/${task}/comment`, token, { content, ...more });
const runTransition = async (task: number, transitionId = 2) =>
  expect(
    (await fixture.call('POST', `/api/tasks/${task}/transition`, operator(), { transitionId })).status,
  ).toBe(200);
const stopMails = (key: string, organization = fixture.acme) =>
  fixture.service.request('POST', `/api/mail-subscriptions/${key}`, {
    organization,
    rawBody: Buffer.from('List-Unsubscribe=One-Click'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

describe('news of a verified reporter', () => {
  it('are one mail with the new status, the comments for the author and a personal link', async () => {
    const task = await fixture.submit({ title: 'Drukarka <b>nie</b> działa' });
    await runTransition(task);
    await comment(task, 'Proszę <b>włączyć</b>\nzasilanie');
    await comment(task, 'Tylko dla zespołu', {});
    await sendAll();
    const [mail, ...more] = await inbox.listMails();
    expect(more).toEqual([]);
    expect(mail?.Subject).toBe(`Zgłoszenie ${task}: Drukarka <b>nie</b> działa`);
    expect(mail?.Text).toContain('* Nowy status: W toku');
    expect(mail?.Text).toContain('Proszę <b>włączyć</b>\nzasilanie');
    expect(mail?.Text).toContain('user10');
    expect(mail?.HTML).toContain('Proszę &lt;b&gt;włączyć&lt;/b&gt;\nzasilanie');
    expect(mail?.HTML).not.toContain('<b>');
    expect(mail?.Text).toContain(`https://acme.example.com/task/${task}#key=${taskKeyOf(mail)}`);
    expect(`${mail?.Text}${mail?.HTML}`).not.toContain('Tylko dla zespołu');
  });

  it('use the language of the submission', async () => {
    const { body } = await fixture.call(
      'POST',
      '/api/tasks',
      undefined,
      { title: 'Printer', createdByEmail: reporterEmail, workflowParameters: { '1': 'Konto' } },
      { 'accept-language': 'en' },
    );
    await runTransition(body.publicTaskId);
    await sendAll();
    const [mail] = await inbox.listMails();
    expect(mail?.Subject).toBe(`Task ${body.publicTaskId}: Printer`);
    expect(mail?.HTML).toContain('<html lang="en">');
  });

  it('wait for the end of the batching window, and later ones are the next mail', async () => {
    const task = await fixture.submit();
    await comment(task, 'pierwszy');
    const mailer = startMailer(fixture, inbox.smtpUrl, { batchSeconds: 600 });
    cleanUps.push(() => mailer.stop());
    await comment(task, 'drugi');
    expect(await countWaiting(fixture)).toEqual({ mails: 0, news: 2 });
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('reporter_news').update({ created_at: tx.raw(`now() - interval '11 minutes'`) }),
    );
    await untilMailed(fixture);
    await comment(task, 'trzeci');
    expect(await countWaiting(fixture)).toEqual({ mails: 0, news: 1 });
    const mails = await inbox.listMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.Text).toMatch(/pierwszy[\s\S]*drugi/);
  });

  it('are not sent for what the reporter does', async () => {
    const token = await fixture.service.identity.sign({ userId: 70, organizationId: fixture.acme.id });
    const task = await fixture.submit({}, token);
    await comment(task, 'Sam piszę', {}, token);
    expect(await countWaiting(fixture)).toEqual({ mails: 0, news: 0 });
  });

  describe('that the reporter has seen', () => {
    const signReporter = () =>
      fixture.service.identity.sign({ userId: reporterId, organizationId: fixture.acme.id });
    const readByTask = async (task: number, token: string) =>
      fixture.call('POST', '/api/notifications/read', token, { publicTaskId: task });

    it('are not sent after the task was opened, and later ones are', async () => {
      const [task, other] = [await fixture.submit(), await fixture.submit()];
      await comment(task, 'pierwsza wiadomość');
      await comment(other, 'obce zgłoszenie');
      const token = await signReporter();
      const page = await fixture.call('GET', `/api/tasks/${task}?include=watch`, token);
      expect(page.body.watch.hasUnread).toBe(true);
      await readByTask(task, token);
      await comment(task, 'nowszy');
      await sendAll();
      const texts = (await inbox.listMails()).map(({ Text }) => Text);
      expect(texts).toHaveLength(2);
      expect(texts.join()).toMatch(/nowszy/);
      expect(texts.join()).toMatch(/obce zgłoszenie/);
      expect(texts.join()).not.toContain('pierwsza wiadomość');
    });

    it('are not sent after an answer', async () => {
      const task = await fixture.submit();
      await comment(task, 'Czy działa?');
      expect((await comment(task, 'Tak', {}, await signReporter())).status).toBe(201);
      expect(await countWaiting(fixture)).toEqual({ mails: 0, news: 0 });
    });

    it('are sent if another person opens the task or answers', async () => {
      const task = await fixture.submit();
      await comment(task, 'Czy działa?');
      for (const token of [member(), operator()]) {
        await readByTask(task, token);
        await comment(task, 'wewnętrzny', {}, token);
      }
      expect(await countWaiting(fixture)).toEqual({ mails: 0, news: 1 });
    });

    it('are omitted from a mail whose entries of the inbox were read', async () => {
      const task = await fixture.submit();
      await comment(task, 'przeczytany');
      await comment(task, 'nieotwarty');
      await deliverQueuedNews(fixture.service.db, fixture.acme.id, createLog('test', 'silent'));
      const token = await signReporter();
      const { notifications } = (await fixture.call('GET', '/api/notifications', token)).body;
      const read = notifications.find(
        ({ comment: about }: { comment: { excerpt: string } | null }) => about?.excerpt === 'przeczytany',
      );
      await fixture.call('POST', '/api/notifications/read', token, { ids: [read.id] });
      await sendAll();
      const [mail] = await inbox.listMails();
      expect(mail?.Text).toContain('nieotwarty');
      expect(mail?.Text).not.toContain('przeczytany');
    });
  });

  it('are not sent to authors with BASE, who get notifications', async () => {
    await comment(await fixture.submit({}, member()), 'x');
    expect(await countWaiting(fixture)).toEqual({ mails: 0, news: 0 });
  });

  it('lead to the organization of the task only', async () => {
    const task = await fixture.submit();
    await comment(task, 'x');
    await sendAll();
    const [mail] = await inbox.listMails();
    expect(
      mail?.Text.match(/https:\/\/[^/\s]+/g)?.every((origin) => origin === 'https://acme.example.com'),
    ).toBe(true);
  });
});

describe('a mail with news', () => {
  it('omits what the reporter may not read when it is sent', async () => {
    const task = await fixture.submit();
    await comment(task, 'Skasowany');
    await comment(task, 'Zmieniony');
    await comment(task, 'Zostaje');
    const { comments } = (await fixture.call('GET', `/api/tasks/${task}/comments`, operator())).body;
    const path = (index: number) => `/api/tasks/${task}/comments/${comments[index].id}`;
    await fixture.call('DELETE', path(0), operator());
    await fixture.call('PUT', path(1), operator(), { content: 'Po zmianie' });
    await sendAll();
    const [mail] = await inbox.listMails();
    expect(mail?.Text).not.toMatch(/Skasowany|Zmieniony/);
    expect(mail?.Text).toMatch(/Po zmianie[\s\S]*Zostaje/);
  });

  it.each<[string, (task: number) => Promise<unknown>]>([
    ['the task was deleted', (task) => fixture.call('DELETE', `/api/tasks/${task}`, operator())],
    ['the reporter left the organization', () => setReporterRoles(fixture, [])],
    [
      'the comment stopped being for the author',
      () =>
        withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
          tx('comments').update({ is_visible_to_author: false }),
        ),
    ],
  ])('is not sent if %s after it was queued', async (_what, change) => {
    const port = await findFreePort();
    const task = await fixture.submit();
    await comment(task, 'Tajne');
    runMailer({}, `smtp://127.0.0.1:${port}`);
    await pollUntil(
      () =>
        withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
          tx('mail_queue').where('attempts', '>=', 1).first('id'),
        ),
      { describe: 'a failed attempt' },
    );
    await change(task);
    const server = await startServer(port);
    await untilMailed(fixture);
    expect(server.received).toEqual([]);
  });

  it('keeps no key of an attempt that failed', async () => {
    const port = await findFreePort();
    await comment(await fixture.submit(), 'x');
    runMailer({}, `smtp://127.0.0.1:${port}`);
    await pollUntil(
      () =>
        withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
          tx('mail_queue').where('attempts', '>=', 2).first('id'),
        ),
      { describe: 'two failed attempts' },
    );
    await startServer(port);
    await untilMailed(fixture);
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) =>
      expect(await tx('mail_keys').pluck('email')).toEqual([reporterEmail]),
    );
  });

  it('is sent once by two replicas that batch and send at the same time', async () => {
    const server = await startServer(0);
    const tasks = await Promise.all(Array.from({ length: 12 }, () => fixture.submit()));
    for (let replica = 0; replica < 2; replica++) runMailer({}, `smtp://127.0.0.1:${server.port}`);
    for (const task of tasks) await comment(task, `Do ${task}`);
    await untilMailed(fixture);
    const sent = server.received.map((mail) => headerOf(mail, 'message-id'));
    expect(new Set(sent).size).toBe(tasks.length);
    expect(sent).toHaveLength(tasks.length);
  });

  it('has the same Message-ID and a valid key when its confirmation was lost', async () => {
    let isFirst = true;
    const server = await startServer(0, () => {
      const outcome = isFirst ? 'closed-after-accept' : 'accepted';
      isFirst = false;
      return outcome;
    });
    const task = await fixture.submit();
    await comment(task, 'x');
    runMailer({}, `smtp://127.0.0.1:${server.port}`);
    await untilMailed(fixture);
    expect(server.received).toHaveLength(2);
    const [first, second] = server.received;
    expect(first && second && headerOf(second, 'message-id')).toBe(first && headerOf(first, 'message-id'));
    for (const mail of server.received) {
      const key = /mail-subscriptions\/([\w-]{43})/.exec(mail.source.replace(/=\r\n/g, ''))?.[1] ?? '';
      expect((await stopMails(key)).status).toBe(200);
    }
  });

  it('is sent again with the same Message-ID if the commit after the sending fails', async () => {
    let isFirst = true;
    const server = await startServer(0, async (): Promise<'accepted'> => {
      if (isFirst)
        await fixture.service.db.knex.raw(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`,
        );
      isFirst = false;
      return 'accepted';
    });
    await comment(await fixture.submit(), 'x');
    runMailer({}, `smtp://127.0.0.1:${server.port}`);
    // Before that, a query of the test could lose its connection, too.
    await pollUntil(async () => (server.received.length === 2 ? true : undefined), {
      describe: 'both mails',
    });
    await untilMailed(fixture);
    const ids = server.received.map((mail) => headerOf(mail, 'message-id'));
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
  });

  it('is not sent for a task that the reporter muted', async () => {
    const task = await fixture.submit();
    await comment(task, 'x');
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      const { id } = await tx('tasks').where({ public_task_id: task }).first('id');
      const mute = { task_id: id, user_id: reporterId, is_watching: false };
      await tx('task_watches').insert({ organization_id: fixture.acme.id, ...mute });
    });
    await sendAll();
    expect(await inbox.listMails()).toEqual([]);
  });

  it('cannot be redirected or extended by names', async () => {
    const server = await startServer(0);
    const task = await fixture.submit({ title: 'Temat\u2028Bcc: ofiara@example.com <%= it.signature %>' });
    await comment(task, '\r\n.\r\nMAIL FROM:<x@example.com>\r\n');
    runMailer({}, `smtp://127.0.0.1:${server.port}`);
    await untilMailed(fixture);
    expect(server.received.flatMap(({ to }) => to)).toEqual([reporterEmail]);
    expect(headerOf(server.received[0] as never, 'bcc')).toBe('');
  });
});

describe('the mail to an unverified address', () => {
  const email = 'nowa@example.com';

  it('is the only one, with the number and the way to verify the address', async () => {
    const task = await fixture.submit({
      createdByEmail: email,
      title: 'Tajny tytuł',
      description: 'Tajny opis',
    });
    await runTransition(task);
    await comment(task, 'Tajny komentarz');
    await sendAll();
    const [mail, ...more] = await inbox.listMails(email);
    expect(more).toEqual([]);
    expect(mail?.Subject).toBe(`Zgłoszenie ${task}: potwierdź adres e-mail`);
    expect(mail?.Text).toContain(
      `https://acme.example.com/confirm-address#task=${task}&email=nowa%40example.com`,
    );
    expect(`${mail?.Text}${mail?.HTML}`).not.toMatch(/Tajny|#key=[\w-]+\S*task|\/task\//);
  });

  it('is not sent for a verified address or a signed-in reporter', async () => {
    await fixture.submit();
    await fixture.submit({}, fixture.tokens.reporter);
    expect(await countWaiting(fixture)).toEqual({ mails: 0, news: 0 });
  });

  it('is sent at most five times a day', async () => {
    for (let index = 0; index < 7; index++) await fixture.submit({ createdByEmail: 'ofiara@example.com' });
    await sendAll();
    expect(await inbox.listMails('ofiara@example.com')).toHaveLength(5);
  });

  it('is sent once for a repeated submission with the same idempotency key', async () => {
    const body = { title: 'x', createdByEmail: 'raz@example.com', workflowParameters: { '1': 'Konto' } };
    for (let attempt = 0; attempt < 2; attempt++)
      await fixture.call('POST', '/api/tasks', undefined, body, { 'idempotency-key': 'ten-sam-klucz' });
    await sendAll();
    expect(await inbox.listMails('raz@example.com')).toHaveLength(1);
  });
});

describe('POST /api/mail-subscriptions/{key}', () => {
  it('stops all mails to the recipient, as the headers of each mail announce', async () => {
    const server = await startServer(0);
    const task = await fixture.submit();
    await comment(task, 'x');
    const mailer = startMailer(fixture, `smtp://127.0.0.1:${server.port}`);
    await untilMailed(fixture);
    await mailer.stop();
    const [mail] = server.received;
    const header = /^list-unsubscribe:\s+<(\S+)>\r$/im.exec(mail?.source ?? '')?.[1] ?? '';
    const key = /^https:\/\/acme\.example\.com\/api\/mail-subscriptions\/([\w-]{43})$/.exec(header)?.[1];
    expect(mail && headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect((await stopMails(key ?? '')).status).toBe(200);
    expect((await stopMails(key ?? '')).status).toBe(200);
    await comment(task, 'y');
    await comment(await fixture.submit(), 'z');
    await sendAll();
    expect(await inbox.listMails()).toEqual([]);
  });

  it('also stops mails that are queued, and those to unverified addresses', async () => {
    const email = 'dosc@example.com';
    await fixture.submit({ createdByEmail: email });
    await sendAll();
    const key = mailKeyOf((await inbox.listMails(email))[0]);
    await fixture.submit({ createdByEmail: email });
    await stopMails(key);
    await sendAll();
    expect(await inbox.listMails(email)).toHaveLength(1);
  });

  it('returns 404 for another tenant, unknown and changed keys', async () => {
    await comment(await fixture.submit(), 'x');
    await sendAll();
    const key = mailKeyOf((await inbox.listMails())[0]);
    expect((await stopMails(key, fixture.globex)).status).toBe(404);
    expect((await stopMails(`${key.slice(0, -2)}AA`)).status).toBe(404);
    expect((await stopMails(key.slice(1))).status).toBe(404);
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('mail_keys').update({ created_at: tx.raw(`now() - interval '366 days'`) }),
    );
    expect((await stopMails(key)).status).toBe(404);
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) =>
      expect(await tx('mail_stops').pluck('email')).toEqual([]),
    );
  });

  it('only redirects a GET to the page of mail settings', async () => {
    const key = 'a'.repeat(43);
    const { status, headers } = await fixture.service.request('GET', `/api/mail-subscriptions/${key}`, {
      organization: fixture.acme,
    });
    expect({ status, location: headers['location'] }).toEqual({
      status: 303,
      location: `/mail-settings#key=${key}`,
    });
  });
});

describe('PUT /api/mail-subscriptions', () => {
  const change = (key: string, choice: object) =>
    fixture.call('PUT', '/api/mail-subscriptions', undefined, { key, ...choice });
  const ofTask = { reason: 'REPORTER_UPDATE', scope: 'TASK' };

  it('stops and resumes the news of one task', async () => {
    const [task, other] = [await fixture.submit(), await fixture.submit()];
    await comment(task, 'x');
    await sendAll();
    const key = mailKeyOf((await inbox.listMails())[0]);
    const { status, body } = await change(key, { ...ofTask, isStopped: true });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        email: 'j***@example.com',
        publicTaskId: task,
        choices: [
          { ...ofTask, isStopped: true },
          { reason: null, scope: 'ORGANIZATION', isStopped: false },
        ],
      },
    });
    await inbox.clear();
    await comment(task, 'zatrzymane');
    await comment(other, 'inne');
    await sendAll();
    expect((await inbox.listMails()).map(({ Text }) => Text.includes('inne'))).toEqual([true]);
    await change(key, { ...ofTask, isStopped: false });
    await comment(task, 'znowu');
    await sendAll();
    expect((await inbox.listMails()).at(-1)?.Text).toContain('znowu');
  });

  it('rejects a choice that the mail does not offer with 422', async () => {
    await comment(await fixture.submit(), 'x');
    await sendAll();
    const key = mailKeyOf((await inbox.listMails())[0]);
    expect((await change(key, { reason: 'ASSIGNED', scope: 'TASK', isStopped: true })).status).toBe(422);
    expect((await change(key, { reason: null, scope: 'TASK', isStopped: true })).status).toBe(422);
  });
});
