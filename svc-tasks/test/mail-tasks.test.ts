import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, userIds } from './fixture';
import { startMailer, startMailFixture, untilMailed } from './mail-helpers';
import { addFiles, startMailIn, type TestMailIn, writeMail } from './mail-in-helpers';
import { buildConfiguration } from './tasks-service';

let mails: Awaited<ReturnType<typeof startMailFixture>>;
let fixture: Fixture;
let mailIn: TestMailIn;
beforeAll(async () => {
  mails = await startMailFixture();
  fixture = mails.fixture;
  mailIn = startMailIn(fixture);
}, 60_000);
afterAll(async () => {
  await mailIn.stop();
  await mails.stop();
});

const to = 'reply+acme@mail.obieg.test';
const path = '/api/mail-in-settings';
const save = (acceptsTasks: boolean, token = fixture.tokens.admin, headers = {}) =>
  fixture.call('PUT', path, token, { acceptsTasks }, headers);
const listTasks = () =>
  withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx('tasks')
      .orderBy('id')
      .select('title', 'description', 'author_email', 'author_user_id', 'public_task_id'),
  );
/** Removes all questions from the workflow, or asks them again. */
const askQuestions = (isAsking: boolean) => {
  const configuration = buildConfiguration(fixture.acme.id);
  return fixture.service.applyEvent(
    'obieg.workflow.configuration.changed',
    isAsking
      ? configuration
      : {
          ...configuration,
          parameters: [],
          transitions: configuration.transitions.filter(({ id }) => id < 4),
        },
    fixture.acme.id,
  );
};

describe('/api/mail-in-settings', () => {
  it('is for user managers, starts off, and is recorded for the security log', async () => {
    const { tokens } = fixture;
    const statuses: Record<string, number[]> = {};
    for (const name of ['reporter', 'member', 'operator', 'workflowManager', 'admin'] as const)
      statuses[name] = [
        (await fixture.call('GET', path, tokens[name])).status,
        (await save(false, tokens[name])).status,
      ];
    expect(statuses).toEqual({
      reporter: [403, 403],
      member: [403, 403],
      operator: [403, 403],
      workflowManager: [403, 403],
      admin: [200, 200],
    });
    expect((await fixture.call('GET', path)).status).toBe(401);
    const first = await fixture.call('GET', path, tokens.admin);
    expect([first.body, first.headers['etag']]).toEqual([
      { acceptsTasks: false, address: 'reply+acme@mail.obieg.test' },
      '"0"',
    ]);
    expect((await save(true, tokens.admin, { 'If-Match': '"0"' })).body.acceptsTasks).toBe(true);
    expect((await save(true)).status).toBe(200);
    expect((await save(false, tokens.admin, { 'If-Match': '"0"' })).status).toBe(412);
    await save(false);
    const events = await recordedEvents(fixture.service.db.knex, 'obieg.tasks.mail-in.changed');
    expect(events.map(({ data }) => data)).toMatchObject([
      { acceptsTasks: true, actorUserId: userIds.admin },
      { acceptsTasks: false, actorUserId: userIds.admin },
    ]);
  });
});

describe('a mail to the organization', () => {
  const from = 'Jan <jan@example.com>';

  it('makes nothing while the organization does not allow it', async () => {
    await save(false);
    expect(await mailIn.deliver(writeMail({ from, to }))).toBe('switched_off');
    expect(await listTasks()).toEqual([]);
  });

  it('makes a task of a visitor, unverified until the code', async () => {
    await Promise.all([save(true), askQuestions(false)]);
    const mail = writeMail({
      from,
      to,
      subject: 'Odp: Nie działa skaner',
      text: 'Od rana.\r\n\r\n-- \r\nJan',
    });
    expect(await mailIn.deliver(mail)).toBe('task');
    expect(await mailIn.deliver(mail)).toBe('repeated');
    const [task, ...others] = await listTasks();
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      title: 'Nie działa skaner',
      description: 'Od rana.',
      author_email: 'jan@example.com',
      author_user_id: null,
    });
    const { body } = await fixture.call('GET', `/api/tasks/${task.public_task_id}`, fixture.tokens.operator);
    expect(body.task.needsEmailVerification).toBe(true);
  });

  it('keeps its files apart until the sender confirms the task', async () => {
    const mail = addFiles(writeMail({ from, to, subject: 'Z plikiem' }), [
      { name: 'opis.txt', type: 'text/plain', content: Buffer.from('treść') },
      { name: 'zły.exe', type: 'application/octet-stream', content: Buffer.from('MZ') },
    ]);
    expect(await mailIn.deliver(mail)).toBe('task');
    const task = (await listTasks()).at(-1);
    const { body } = await fixture.call('GET', `/api/tasks/${task.public_task_id}`, fixture.tokens.operator);
    expect(body.task.attachments).toEqual([]);
    const mailer = startMailer(fixture, mails.inbox.smtpUrl);
    await untilMailed(fixture);
    await mailer.stop();
    const sent = (await mails.inbox.listMails('jan@example.com')).find(({ Text }) =>
      Text.includes(`task=${task.public_task_id}`),
    );
    expect(sent?.Text).toMatch(/opis\.\u2060?txt/);
    expect(sent?.Text).not.toContain('exe');
  });

  it("is not a member's task either until the member confirms it", async () => {
    expect(await mailIn.deliver(writeMail({ from: `user${userIds.member}@obieg.test`, to }))).toBe('task');
    expect((await listTasks()).at(-1)).toMatchObject({ author_user_id: null });
  });

  it('is answered with the form if the workflow has questions, at most five times a day', async () => {
    await askQuestions(true);
    const before = (await listTasks()).length;
    const asked = Array.from({ length: 7 }, () => writeMail({ from: 'ola@example.com', to, text: 'Tajne' }));
    expect(await mailIn.deliver(...asked)).toBe('form');
    expect(await listTasks()).toHaveLength(before);
    const mailer = startMailer(fixture, mails.inbox.smtpUrl);
    await untilMailed(fixture);
    await mailer.stop();
    const answers = await mails.inbox.listMails('ola@example.com');
    expect(answers).toHaveLength(5);
    expect(answers[0]?.Text).toContain('https://acme.example.com/');
    expect(answers[0]?.Text).not.toContain('Tajne');
    await askQuestions(false);
  });

  it('is limited per sender', async () => {
    const sent = Array.from({ length: 10 }, () => writeMail({ from: 'ewa@example.com', to }));
    expect(await mailIn.deliver(...sent)).toBe('task');
    expect(await mailIn.deliver(writeMail({ from: 'ewa@example.com', to }))).toBe('too_many');
  });

  it('belongs to its organization alone', async () => {
    const other = 'reply+globex@mail.obieg.test';
    expect(await mailIn.deliver(writeMail({ from, to: other }))).toBe('switched_off');
    expect(await mailIn.deliver(writeMail({ from, to: 'reply+nobody@mail.obieg.test' }))).toBe(
      'unknown_address',
    );
  });
});
