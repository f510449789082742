import { defaultNotificationSettings, type NotificationSettings } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { headerOf, startSmtpServer } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isQuietHour, planNotificationMails } from '../src/mail/plan-notification-mails';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, userIds } from './fixture';
import {
  type Inbox,
  mailKeyOf,
  reporterId,
  setReporterRoles,
  startMailer,
  startMailFixture,
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

const email = `user${userIds.member}@obieg.test`;
const log = createLog('test', 'silent');
const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
const saveSettings = async (more: Partial<NotificationSettings>) => {
  const settings = { ...defaultNotificationSettings, quietHours: null, ...more };
  const { status } = await fixture.call('PUT', '/api/notification-settings', fixture.tokens.member, settings);
  expect(status).toBe(200);
};
beforeEach(async () => {
  await inbox.clear();
  await inAcme(async (tx) => {
    for (const table of [
      'mail_stops',
      'mail_queue',
      'notification_mails',
      'notification_queue',
      'notifications',
    ])
      await tx(table).delete();
  });
  await saveSettings({});
});

const operate = (method: string, path: string, body?: object) =>
  fixture.call(method, `/api/tasks/${path}`, fixture.tokens.operator, body);
/** Assigns a task to the member, who gets a mail of it by default. */
const assign = async (more: object = {}): Promise<number> => {
  const task = await fixture.submit(more, fixture.tokens.operator);
  const body = { assignmentType: 'ASSIGN_TO_USER', userId: userIds.member };
  expect((await operate('POST', `${task}/assign`, body)).status).toBe(200);
  return task;
};
const deliver = () => deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
const sendAll = async (): Promise<void> => {
  await deliver();
  await planNotificationMails(fixture.service.db, 0, log);
  const mailer = startMailer(fixture, inbox.smtpUrl);
  await untilMailed(fixture);
  await mailer.stop();
};
/** Notifications that no mail has taken. */
const listWaiting = () =>
  inAcme((tx) => tx('notification_mails').whereNull('mail_id').select('is_digest', 'due_at'));

describe('mails of notifications', () => {
  it('are one mail per task, say why they came and link to the task', async () => {
    const task = await assign({ title: 'Brama' });
    await saveSettings({
      reasons: { ...defaultNotificationSettings.reasons, COMMENTED: { inbox: true, mail: true } },
    });
    await operate('POST', `${task}/comment`, { content: 'Kiedy\nprzyjedziesz?' });
    await sendAll();
    const [mail, ...more] = await inbox.listMails(email);
    expect(more).toEqual([]);
    expect(mail?.Subject).toBe(`Zadanie ${task}: Brama`);
    expect(mail?.Text).toContain('* Zadanie przypisano Tobie (user10)');
    expect(mail?.Text).toContain('Kiedy\nprzyjedziesz?');
    expect(mail?.Text).toContain(`https://acme.example.com/task/${task}`);
    expect(mail?.Text).toContain('z powodu: przypisanie do Ciebie, komentarz w obserwowanym zadaniu.');
  });

  it('are in the language that the recipient has chosen, also after a change without a language', async () => {
    const { service } = fixture;
    const publish = (more: object) =>
      service.applyEvent(
        'obieg.identity.user.changed',
        { id: userIds.member, username: `user${userIds.member}`, email, systemRoles: [], ...more },
        userIds.member,
      );
    const task = await assign({ title: 'Brama' });
    await publish({ language: 'en' });
    await publish({});
    await sendAll();
    expect((await inbox.listMails(email)).map(({ Subject }) => Subject)).toEqual([`Task ${task}: Brama`]);
    await inbox.clear();
    await publish({ language: null });
    await assign({ title: 'Brama' });
    await sendAll();
    expect((await inbox.listMails(email))[0]?.Subject).toMatch(/^Zadanie /);
  });

  it('omit what the recipient may not read, has read or does not want when they are sent', async () => {
    const hidden = await assign({ title: 'Ukryte' });
    const read = await assign({ title: 'Przeczytane' });
    const unwanted = await assign({ title: 'Niechciane' });
    await deliver();
    await planNotificationMails(fixture.service.db, 0, log);
    await operate('POST', `${hidden}/assign`, { assignmentType: 'ASSIGN_TO_USER', userId: userIds.operator });
    await operate('PUT', String(hidden), { title: 'Ukryte', visibleUserIds: [userIds.operator] });
    await fixture.call('POST', '/api/notifications/read', fixture.tokens.member, { publicTaskId: read });
    await inAcme(async (tx) => {
      const { id } = await tx('tasks').where({ public_task_id: unwanted }).first('id');
      await tx('mail_stops').insert({
        organization_id: fixture.acme.id,
        email,
        reason: 'ASSIGNED',
        task_id: id,
      });
    });
    const mailer = startMailer(fixture, inbox.smtpUrl);
    await untilMailed(fixture);
    await mailer.stop();
    expect(await inbox.listMails(email)).toEqual([]);
  });

  it('mask addresses for a recipient who is no member when they are sent', async () => {
    const { service, acme, submit, tokens, call } = fixture;
    const [ala, address, masked] = [32, 'ala.kot@acme.test', 'a***@acme.test'];
    const alasToken = await service.addMember(acme, ala, ['OPERATOR']);
    const user = { id: ala, username: address, email: address, systemRoles: [] };
    await service.applyEvent('obieg.identity.user.changed', user, ala);
    await saveSettings({
      reasons: { ...defaultNotificationSettings.reasons, COMMENTED: { inbox: true, mail: true } },
    });
    const content = `Zajmie się tym @${address}.`;
    const comment = { content, mentionedUserIds: [ala], visibleToAuthor: true };
    const readMail = async (roles: ('MEMBER' | 'REPORTER')[]) => {
      const task = await submit({}, tokens.member);
      await call('POST', `/api/tasks/${task}/comment`, alasToken, comment);
      await deliver();
      await planNotificationMails(service.db, 0, log);
      await setReporterRoles(fixture, roles, { userId: userIds.member });
      await sendAll();
      const mail = (await inbox.listMails(email)).at(-1);
      return `${mail?.Subject}${mail?.Text}${mail?.HTML}`;
    };
    expect(await readMail(['MEMBER'])).toContain(content);
    const toReporter = await readMail(['REPORTER']);
    await setReporterRoles(fixture, ['MEMBER'], { userId: userIds.member });
    expect(toReporter).toContain(`Zajmie się tym @${masked}.`);
    expect(toReporter).toContain(`(${masked})`);
    expect(toReporter).not.toContain('ala.kot');
  });

  it('leave a comment and a status to the mail that a reporter gets of them', async () => {
    await verifyReporter(fixture);
    const { service, acme } = fixture;
    const token = await service.identity.sign({ userId: reporterId, organizationId: acme.id });
    const mail = { inbox: true, mail: true };
    const settings = {
      ...defaultNotificationSettings,
      quietHours: null,
      reasons: { ...defaultNotificationSettings.reasons, COMMENTED: mail, STATUS_CHANGED: mail },
    };
    expect((await fixture.call('PUT', '/api/notification-settings', token, settings)).status).toBe(200);
    const task = await fixture.submit({}, token);
    await operate('POST', `${task}/comment`, {
      content: `Dla autora @reporter${reporterId}`,
      visibleToAuthor: true,
      mentionedUserIds: [reporterId],
    });
    await operate('POST', `${task}/transition`, { transitionId: 2 });
    await sendAll();
    const mails = await inbox.listMails();
    expect(mails.map(({ Text }) => Text.includes('bo to Twoje zgłoszenie'))).toEqual([true]);
    expect(mails[0]?.Text).toContain('Dla autora');
    const { body } = await fixture.call('GET', '/api/notifications', token);
    expect(body.notifications).toHaveLength(2);
  });

  it('wait for the end of the quiet hours', async () => {
    const hour = await inAcme(async (tx) => {
      const { rows } = await tx.raw(
        `select cast(extract(hour from now() at time zone 'Europe/Warsaw') as int) as hour`,
      );
      return rows[0].hour as number;
    });
    await saveSettings({ quietHours: { from: hour, to: (hour + 2) % 24 } });
    await assign();
    await sendAll();
    expect(await inbox.listMails(email)).toEqual([]);
    const [waiting] = await listWaiting();
    const hoursLeft = (waiting.due_at.getTime() - Date.now()) / 3_600_000;
    expect(waiting.is_digest).toBe(false);
    expect(hoursLeft).toBeGreaterThan(0.9);
    expect(hoursLeft).toBeLessThanOrEqual(2);
    await saveSettings({});
    await inAcme((tx) => tx('notification_mails').update({ due_at: tx.fn.now() }));
    await sendAll();
    expect(await inbox.listMails(email)).toHaveLength(1);
  });

  it('keep the budget of a day; the rest is one digest', async () => {
    await saveSettings({ mailsPerDayMax: 2 });
    const tasks: number[] = [];
    for (let count = 0; count < 5; count++) tasks.push(await assign({ title: `Zadanie ${count}` }));
    await sendAll();
    expect(await inbox.listMails(email)).toHaveLength(2);
    const waiting = await listWaiting();
    expect(waiting.map(({ is_digest }) => is_digest)).toEqual([true, true, true]);
    await inAcme((tx) => tx('notification_mails').whereNull('mail_id').update({ due_at: tx.fn.now() }));
    await sendAll();
    const mails = await inbox.listMails(email);
    expect(mails).toHaveLength(3);
    expect(mails[2]?.Subject).toBe('Podsumowanie dnia: Organizacja acme (zadania: 3)');
    const mentioned = tasks.filter((task) => mails[2]?.Text.includes(String(task)));
    expect(mentioned).toHaveLength(3);
  });

  it('are a digest only, if the recipient wants one', async () => {
    await saveSettings({ digest: 'DAILY' });
    await assign();
    await sendAll();
    expect(await inbox.listMails(email)).toEqual([]);
    expect(await listWaiting()).toMatchObject([{ is_digest: true }]);
  });

  it('are sent once by two replicas', async () => {
    const server = await startSmtpServer(0);
    const replicas = [1, 2].map(() => startMailer(fixture, `smtp://127.0.0.1:${server.port}`));
    for (let count = 0; count < 6; count++) await assign();
    await deliver();
    while ((await listWaiting()).length > 0) await planNotificationMails(fixture.service.db, 0, log);
    await untilMailed(fixture);
    await Promise.all(replicas.map((replica) => replica.stop()));
    await server.stop();
    expect(server.received).toHaveLength(6);
    expect(new Set(server.received.map((mail) => headerOf(mail, 'message-id'))).size).toBe(6);
  });
});

describe('PUT /api/mail-subscriptions with the key of a notification', () => {
  const change = (key: string, choice: object) =>
    fixture.call('PUT', '/api/mail-subscriptions', undefined, { key, ...choice });

  it('mutes a reason for the task, or in general, which the settings of the account show', async () => {
    const task = await assign();
    await sendAll();
    const key = mailKeyOf((await inbox.listMails(email))[0]);
    const { body } = await change(key, { reason: 'ASSIGNED', scope: 'TASK', isStopped: true });
    expect(body).toMatchObject({
      publicTaskId: task,
      choices: [
        { reason: 'ASSIGNED', scope: 'TASK', isStopped: true },
        { reason: 'ASSIGNED', scope: 'ORGANIZATION', isStopped: false },
        { reason: null, scope: 'ORGANIZATION', isStopped: false },
      ],
    });
    await inbox.clear();
    await operate('POST', `${task}/assign`, { assignmentType: 'ASSIGN_TO_USER', userId: userIds.operator });
    await operate('POST', `${task}/assign`, { assignmentType: 'ASSIGN_TO_USER', userId: userIds.member });
    await assign({ title: 'Inne' });
    await sendAll();
    expect((await inbox.listMails(email)).map(({ Subject }) => Subject)).toEqual([
      expect.stringContaining(': Inne'),
    ]);
    await change(key, { reason: 'ASSIGNED', scope: 'ORGANIZATION', isStopped: true });
    const settings = (await fixture.call('GET', '/api/notification-settings', fixture.tokens.member)).body;
    expect(settings.reasons.ASSIGNED).toEqual({ inbox: true, mail: false });
  });
});

describe('isQuietHour', () => {
  it.each([
    [20, 7, [20, 23, 0, 6], [7, 12, 19]],
    [1, 5, [1, 4], [0, 5, 23]],
  ])('from %i to %i', (from, to, quiet, loud) => {
    expect(quiet.every((hour) => isQuietHour({ from, to }, hour))).toBe(true);
    expect(loud.some((hour) => isQuietHour({ from, to }, hour))).toBe(false);
    expect(isQuietHour(null, from)).toBe(false);
  });
});
