import { reporterTokenHeader } from '@obieg/contracts';
import { createLog } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, userIds } from './fixture';
import {
  type Inbox,
  reporterId,
  startMailer,
  startMailFixture,
  taskKeyOf,
  untilMailed,
  verifyReporter,
} from './mail-helpers';

const address = 'ala.kot@acme.test';
const masked = 'a***@acme.test';
const ala = 32;

let fixture: Fixture;
let inbox: Inbox;
let stop: () => Promise<void>;
let alasToken: string;
let task: number;

/** A task with everything that carries a name of an account whose username is its address. */
const createTask = async (): Promise<void> => {
  const { service, acme, call } = fixture;
  alasToken = await service.addMember(acme, ala, ['OPERATOR']);
  await service.applyEvent(
    'obieg.identity.user.changed',
    { id: ala, username: address, email: address, systemRoles: [] },
    ala,
  );
  await verifyReporter(fixture);
  task = await fixture.submit({ title: 'Brama' });
  const operate = async (method: string, path: string, body: object) =>
    expect((await call(method, `/api/tasks/${task}${path}`, alasToken, body)).status).toBeLessThan(300);
  await operate('POST', '/assign', { assignmentType: 'ASSIGN_TO_ME' });
  await operate('POST', '/transition', { transitionId: 2 });
  await operate('PUT', '', { title: 'Brama wjazdowa' });
  await operate('POST', '/comment', {
    content: `Zajmie się tym @${address}.`,
    mentionedUserIds: [ala],
    visibleToAuthor: true,
  });
};

beforeAll(async () => {
  ({ fixture, inbox, stop } = await startMailFixture());
  await createTask();
});
afterAll(() => stop());

const readPage = async (headers: { token?: string }) =>
  (
    await fixture.call(
      'GET',
      `/api/tasks/${task}?include=comments,statusHistory,assignmentHistory,changeHistory`,
      headers.token,
    )
  ).body;
const reporterToken = () =>
  fixture.service.identity.sign({ userId: reporterId, organizationId: fixture.acme.id });

describe('the names of an account whose username is its address', () => {
  it('contain the address for members', async () => {
    const page = await readPage({ token: fixture.tokens.member });
    expect(page.comments[0]).toMatchObject({ authorEmail: address, content: `Zajmie się tym @${address}.` });
    expect(page.assignmentHistory.at(-1)).toMatchObject({ assignedToName: address });
  });

  it('mask it for visitors', async () => {
    const page = await readPage({});
    expect(JSON.stringify(page)).not.toContain('ala.kot');
    expect(page.comments[0]).toMatchObject({
      authorEmail: masked,
      content: `Zajmie się tym @${masked}.`,
      mentionedNames: [masked],
    });
    expect(page.statusHistory.at(-1).changedByEmail).toBe(masked);
    expect(page.task.assignedUserName).toBe(masked);
  });

  it('mask it for the reporter, who reads only the own address', async () => {
    const token = await reporterToken();
    await fixture.call('POST', `/api/tasks/${task}/comment`, token, { content: 'Dziękuję' });
    const page = await readPage({ token });
    expect(JSON.stringify(page)).not.toContain('ala.kot');
    expect(page.task).toMatchObject({ view: 'author', createdBy: 'jan@example.com' });
    expect(page.comments.map(({ authorEmail }: { authorEmail: string }) => authorEmail)).toEqual([
      masked,
      'jan@example.com',
    ]);
    expect(
      page.statusHistory.map(({ changedByEmail }: { changedByEmail: string }) => changedByEmail),
    ).toEqual(['jan@example.com', masked]);
    expect(page.assignmentHistory.at(-1)).toMatchObject({ assignedToName: masked, changedByEmail: masked });
    expect(page.changeHistory.at(-1).changedByEmail).toBe(masked);
  });

  it("mask it in the reporter's list and inbox", async () => {
    const token = await reporterToken();
    await deliverQueuedNews(fixture.service.db, fixture.acme.id, createLog('test', 'silent'));
    const { body: list } = await fixture.call('GET', '/api/tasks', token);
    expect(list.tasks[0]).toMatchObject({ assignedUserName: masked, assignedUserEmail: masked });
    const { body: inboxPage } = await fixture.call('GET', '/api/notifications', token);
    expect(JSON.stringify([list, inboxPage])).not.toContain('ala.kot');
  });

  it('mask it in the mail of the reporter and on the page of its link', async () => {
    // The reporter has answered the first comment, so no mail repeats it.
    const repeated = {
      content: `Zajmie się tym @${address}.`,
      mentionedUserIds: [ala],
      visibleToAuthor: true,
    };
    await fixture.call('POST', `/api/tasks/${task}/comment`, alasToken, repeated);
    const mailer = startMailer(fixture, inbox.smtpUrl);
    await untilMailed(fixture);
    await mailer.stop();
    const mail = (await inbox.listMails('jan@example.com')).at(-1);
    expect(mail?.Text).toContain(`Zajmie się tym @${masked}.`);
    expect(mail?.Text).toContain(`Komentarz (${masked})`);
    expect(`${mail?.Subject}${mail?.Text}${mail?.HTML}`).not.toContain('ala.kot');

    const path = `/api/tasks/${task}/reporter-access`;
    const { body } = await fixture.call('POST', path, undefined, { key: taskKeyOf(mail) });
    const page = await fixture.call('GET', path, undefined, undefined, { [reporterTokenHeader]: body.token });
    expect(page.body.comments[0]).toMatchObject({
      authorEmail: masked,
      content: `Zajmie się tym @${masked}.`,
    });
    expect(JSON.stringify(page.body)).not.toContain('ala.kot');
  });

  it('mask it in an excerpt that ends inside the mention', async () => {
    const token = fixture.tokens.reporter;
    const own = await fixture.submit({}, token);
    const content = `${'x'.repeat(190)} @${address}`;
    await fixture.call('POST', `/api/tasks/${own}/comment`, alasToken, {
      content,
      mentionedUserIds: [ala, userIds.reporter],
      visibleToAuthor: true,
    });
    await deliverQueuedNews(fixture.service.db, fixture.acme.id, createLog('test', 'silent'));
    const { body } = await fixture.call('GET', '/api/notifications', token);
    const [entry] = body.notifications;
    expect(entry.comment.excerpt).toHaveLength(200);
    expect(JSON.stringify(body)).not.toContain('ala');
  });
});

describe('the name of who wrote and changed a task', () => {
  const [name, email] = ['user10', 'user10@obieg.test'];
  let ownTask: number;
  beforeAll(async () => {
    const { tokens, call } = fixture;
    ownTask = await fixture.submit({ title: 'Winda' }, tokens.operator);
    const change = (method: string, path: string, body: object) =>
      call(method, `/api/tasks/${ownTask}${path}`, tokens.operator, body);
    await change('POST', '/assign', { assignmentType: 'ASSIGN_TO_ME' });
    await change('PUT', '', { title: 'Winda towarowa' });
    await change('POST', '/comment', { content: 'Jadę', visibleToAuthor: true });
  });
  const read = async (token?: string) =>
    (
      await fixture.call(
        'GET',
        `/api/tasks/${ownTask}?include=comments,statusHistory,assignmentHistory,changeHistory`,
        token,
      )
    ).body;

  it('is beside the address for members', async () => {
    const page = await read(fixture.tokens.member);
    expect(page.task).toMatchObject({ createdBy: email, createdByName: name });
    expect(page.comments[0]).toMatchObject({ authorEmail: email, authorName: name });
    for (const history of ['statusHistory', 'assignmentHistory', 'changeHistory'])
      expect(page[history].at(-1)).toMatchObject({ changedByEmail: email, changedByName: name });
  });

  it('is not sent to visitors, who see masked addresses', async () => {
    const page = await read();
    expect(page.task).toMatchObject({ createdBy: 'u***@obieg.test', createdByName: null });
    expect(page.comments[0]).toMatchObject({ authorEmail: 'u***@obieg.test', authorName: null });
    expect(page.statusHistory[0]).toMatchObject({ changedByName: null });
    expect(JSON.stringify(page)).not.toContain(email);
  });

  it('is sent to the reporter of the task beside the masked address', async () => {
    const { tokens, call } = fixture;
    const reported = await fixture.submit();
    await call('POST', `/api/tasks/${reported}/comment`, tokens.operator, {
      content: 'Jadę',
      visibleToAuthor: true,
    });
    const { body } = await call('GET', `/api/tasks/${reported}?include=comments`, await reporterToken());
    expect(body.comments[0]).toMatchObject({ authorEmail: 'u***@obieg.test', authorName: name });
  });

  it('is not known for a visitor without an account', async () => {
    const { tokens, call } = fixture;
    const reported = await fixture.submit({ createdByEmail: 'obcy@example.com' });
    const { body } = await call('GET', `/api/tasks/${reported}?include=statusHistory`, tokens.member);
    expect(body.task).toMatchObject({ createdBy: 'obcy@example.com', createdByName: null });
    expect(body.statusHistory[0]).toMatchObject({ changedByEmail: 'obcy@example.com', changedByName: null });
  });
});
