import { limits, reporterTokenHeader } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import type { Fixture } from './fixture';
import {
  type Inbox,
  reporterId,
  setReporterRoles,
  startMailer,
  startMailFixture,
  taskKeyOf,
  untilMailed,
  verifyReporter,
} from './mail-helpers';
import type { TestOrganization } from './tasks-service';
import { uploadFile } from './upload-helpers';

let fixture: Fixture;
let inbox: Inbox;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ fixture, inbox, stop } = await startMailFixture());
});
afterAll(() => stop());
beforeEach(() => verifyReporter(fixture));
afterEach(() => inbox.clear());

const operate = (method: string, path: string, body?: object) =>
  fixture.call(method, `/api/tasks/${path}`, fixture.tokens.operator, body);
const comment = (task: number, content: string, more: object = { visibleToAuthor: true }) =>
  operate('POST', `${task}/comment`, { content, ...more });

/** Sends news of the task. @returns the key of the mail's link */
const mailKey = async (task: number): Promise<string> => {
  await inbox.clear();
  await comment(task, 'Jest odpowiedź');
  const mailer = startMailer(fixture, inbox.smtpUrl);
  await untilMailed(fixture);
  await mailer.stop();
  return taskKeyOf((await inbox.listMails()).at(-1));
};
const accessPath = (task: number): string => `/api/tasks/${task}/reporter-access`;
const exchange = (task: number, key: unknown, organization: TestOrganization = fixture.acme) =>
  fixture.service.request('POST', accessPath(task), { organization, body: { key } });
const callByLink = (
  method: string,
  path: string,
  token: string,
  { body, organization = fixture.acme }: { body?: object; organization?: TestOrganization } = {},
) =>
  fixture.service.request(method, path, {
    organization,
    body,
    headers: { [reporterTokenHeader]: token },
  });
const upload = (task: number, token: string) =>
  fixture.service.request('POST', `${accessPath(task)}/attachments`, {
    organization: fixture.acme,
    rawBody: buildMultipart({ filename: 'a.png', content: png }),
    headers: { 'content-type': multipartType, [reporterTokenHeader]: token },
  });

/** A restricted task of the reporter, which only the operator sees besides. */
const submitRestricted = async (): Promise<number> => {
  const task = await fixture.submit({ workflowParameters: { '1': 'Konto' } });
  const { status } = await operate('PUT', String(task), { title: 'Konto', visibleUserIds: [10] });
  expect(status).toBe(200);
  return task;
};
const openLink = async (task: number): Promise<string> =>
  (await exchange(task, await mailKey(task))).body.token;
const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);

describe('POST /api/tasks/{id}/reporter-access/read', () => {
  const countNews = (task: number) =>
    inAcme(async (tx) => {
      const { rows } = await tx.raw(
        `select n.id from reporter_news n join tasks t on t.id = n.task_id
          where t.public_task_id = ? and n.mail_id is null`,
        [task],
      );
      return rows.length;
    });

  it('ends the waiting mail about what the page shows, with a valid token of the task only', async () => {
    const [task, other] = [await fixture.submit(), await fixture.submit()];
    const [token, otherToken] = [await openLink(task), await openLink(other)];
    await comment(task, 'Nowa wiadomość');
    const read = (value: string) => callByLink('POST', `${accessPath(task)}/read`, value);
    expect([(await read('x')).status, (await read(otherToken)).status]).toEqual([404, 404]);
    expect(await countNews(task)).toBe(1);
    expect((await read(token)).status).toBe(204);
    expect((await read(token)).status).toBe(204);
    expect(await countNews(task)).toBe(0);
  });

  it('is not needed after an answer by the link', async () => {
    const task = await fixture.submit();
    const token = await openLink(task);
    await comment(task, 'Czy działa?');
    await callByLink('POST', `${accessPath(task)}/comment`, token, { body: { content: 'Tak' } });
    expect(await countNews(task)).toBe(0);
  });
});

describe('GET /api/tasks/{id}/reporter-access', () => {
  it('returns the author view of a restricted task: comments for the author, own files, statuses', async () => {
    const task = await submitRestricted();
    await comment(task, 'Tylko dla zespołu', {});
    await uploadFile(fixture, task, 'zespol.png', png, fixture.tokens.operator);
    const token = await openLink(task);
    const own = await upload(task, token);
    expect(own.status).toBe(201);
    const { status, body } = await callByLink('GET', accessPath(task), token);
    expect(status).toBe(200);
    expect(body.task).toMatchObject({ publicTaskId: task, view: 'author', createdBy: 'jan@example.com' });
    expect(body.task.attachments).toMatchObject([{ originalFilename: 'a.png', canDelete: false }]);
    expect(body.comments).toMatchObject([{ content: 'Jest odpowiedź', canChange: false }]);
    // It would tell the number of earlier texts.
    expect(body.comments[0]).not.toHaveProperty('revision');
    expect(body.statusHistory).toMatchObject([{ statusName: 'Nowe' }]);
    expect(Object.keys(body).sort()).toEqual(['comments', 'message', 'statusHistory', 'success', 'task']);
    expect((await fixture.call('GET', `/api/tasks/${task}`)).status).toBe(404);
  });

  it('omits answers to SYSTEM_CONTROLLED parameters', async () => {
    const task = await fixture.submit();
    await operate('POST', `${task}/transition`, { transitionId: 2 });
    await operate('POST', `${task}/transition`, { transitionId: 5, workflowParameters: { '3': '7' } });
    const ids = async (answers: { parameterId: number }[]) => answers.map(({ parameterId }) => parameterId);
    const { task: seen } = (await operate('GET', String(task))).body;
    expect(await ids(seen.parameterDetails)).toEqual([1, 2, 3]);
    const { body } = await callByLink('GET', accessPath(task), await openLink(task));
    expect(await ids(body.task.parameterDetails)).toEqual([1, 2]);
  });

  it('returns all comments of a long task', async () => {
    const task = await fixture.submit();
    const token = await openLink(task);
    await inAcme((tx) =>
      tx.raw(
        `insert into comments (organization_id, task_id, author_user_id, author_email, content,
           is_visible_to_author, visible_user_ids, visible_group_ids)
         select t.organization_id, t.id, 10, 'user10@obieg.test', 'K' || n, true, '{}', '{}'
           from tasks t cross join generate_series(1, 120) n where t.public_task_id = :task`,
        { task },
      ),
    );
    const { body } = await callByLink('GET', accessPath(task), token);
    expect(body.comments).toHaveLength(121);
    await inAcme((tx) => tx('reporter_news').delete());
  });
});

describe('what a link allows', () => {
  it('adds a comment that all members see, once per idempotency key', async () => {
    const task = await submitRestricted();
    const token = await openLink(task);
    for (let attempt = 0; attempt < 2; attempt++) {
      const { status, body } = await fixture.service.request('POST', `${accessPath(task)}/comment`, {
        organization: fixture.acme,
        body: { content: 'Dziękuję', visibleUserIds: [11], visibleToAuthor: false },
        headers: { [reporterTokenHeader]: token, 'idempotency-key': 'odpowiedz-1' },
      });
      expect({ status, view: body.task?.view }).toEqual({ status: 201, view: 'author' });
    }
    const { comments } = (await operate('GET', `${task}/comments`)).body;
    expect(comments).toMatchObject([
      { content: 'Jest odpowiedź' },
      { content: 'Dziękuję', authorEmail: 'jan@example.com', visibleToAuthor: true, visibleUsers: [] },
    ]);
    expect(
      (await callByLink('POST', `${accessPath(task)}/comment`, token, { body: { content: ' ' } })).status,
    ).toBe(422);
  });

  it('uploads and downloads own files, and downloads no file of others from a restricted task', async () => {
    const task = await submitRestricted();
    const foreign = (await uploadFile(fixture, task, 'b.png', png, fixture.tokens.operator)).body.attachment
      .id;
    const token = await openLink(task);
    const own = (await upload(task, token)).body.attachment.id;
    const download = async (id: number) =>
      (await callByLink('GET', `${accessPath(task)}/attachments/${id}/download`, token)).status;
    expect([await download(own), await download(foreign), await download(999_999)]).toEqual([200, 404, 404]);
  });

  it('counts only the files that it shows towards the maximum', async () => {
    const { tokens } = fixture;
    const statuses: number[] = [];
    for (const task of [await submitRestricted(), await fixture.submit()]) {
      const { body } = await uploadFile(fixture, task, 'b.png', png, tokens.operator);
      await inAcme(async (tx) => {
        const { id: _, ...row } = await tx('attachments').where({ id: body.attachment.id }).first();
        const copies = Array.from({ length: limits.attachmentsPerTaskMax - 1 }, (_, index) => ({
          ...row,
          object_name: `copy-${task}-${index}`,
        }));
        await tx('attachments').insert(copies);
      });
      statuses.push((await upload(task, await openLink(task))).status);
      expect((await uploadFile(fixture, task, 'c.png', png, tokens.operator)).status).toBe(409);
    }
    expect(statuses).toEqual([201, 409]);
  });

  it('ends at the routes below reporter-access', async () => {
    const task = await submitRestricted();
    const token = await openLink(task);
    const attempts: [string, string, object?][] = [
      ['GET', `${task}`],
      ['GET', `${task}/comments`],
      ['GET', `${task}/status-history`],
      ['POST', `${task}/comment`, { content: 'x' }],
      ['POST', `${task}/transition`, { transitionId: 2 }],
      ['POST', `${task}/assign`, { assignmentType: 'ASSIGN_TO_ME' }],
      ['POST', `${task}/priority`, { priority: 'HIGH' }],
      ['PUT', `${task}`, { title: 'x' }],
      ['DELETE', `${task}`],
      ['PUT', `${task}/watch`],
      ['GET', `${task}/comments/1/versions`],
      ['GET', `${task}/reporter-access/comments/1/versions`],
      ['GET', ''],
    ];
    const statuses = new Set<number>();
    for (const [method, path, body] of attempts) {
      const address = `/api/tasks${path === '' ? '' : `/${path}`}`;
      statuses.add((await callByLink(method, address, token, body ? { body } : {})).status);
    }
    expect([...statuses].sort()).toEqual([401, 404]);
    // The token is no session either.
    expect((await fixture.call('GET', accessPath(task), token)).status).toBe(401);
  });

  it('revokes all links of the task and their tokens', async () => {
    const task = await submitRestricted();
    const [first, second] = [await mailKey(task), await mailKey(task)];
    const token = (await exchange(task, first)).body.token;
    expect((await callByLink('DELETE', accessPath(task), token)).status).toBe(204);
    expect((await callByLink('GET', accessPath(task), token)).status).toBe(404);
    for (const key of [first, second]) expect((await exchange(task, key)).status).toBe(404);
    // A later mail has a new link.
    expect((await exchange(task, await mailKey(task))).status).toBe(201);
  });
});

describe('POST /api/tasks/{id}/reporter-access', () => {
  it('gives nothing for the link of another task, and a token opens no other task', async () => {
    const [task, other] = [await submitRestricted(), await submitRestricted()];
    const key = await mailKey(task);
    expect((await exchange(other, key)).status).toBe(404);
    const { token } = (await exchange(task, key)).body;
    expect((await callByLink('GET', accessPath(other), token)).status).toBe(404);
    expect(
      (await callByLink('POST', `${accessPath(other)}/comment`, token, { body: { content: 'x' } })).status,
    ).toBe(404);
    expect((await upload(other, token)).status).toBe(404);
  });

  it('gives nothing at the address of another tenant', async () => {
    const task = await submitRestricted();
    const key = await mailKey(task);
    expect((await exchange(task, key, fixture.globex)).status).toBe(404);
    const { token } = (await exchange(task, key)).body;
    const { globex } = fixture;
    expect((await callByLink('GET', accessPath(task), token, { organization: globex })).status).toBe(404);
  });

  it('gives nothing for a changed, malformed or missing key or token', async () => {
    const task = await submitRestricted();
    const key = await mailKey(task);
    const changed = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`;
    expect((await exchange(task, changed)).status).toBe(404);
    for (const wrong of [key.slice(1), `${key}A`, `${key} `, 1, null, {}, undefined, '\u0000'.repeat(43)])
      expect((await exchange(task, wrong)).status).toBeGreaterThanOrEqual(400);
    for (const wrong of [key, changed, '', "' or 1=1 --"])
      expect((await callByLink('GET', accessPath(task), wrong)).status).toBe(404);
    expect((await fixture.call('GET', accessPath(task))).status).toBe(404);
  });

  it('gives nothing after 90 days, and its token ends with the link', async () => {
    const task = await submitRestricted();
    const key = await mailKey(task);
    const { token } = (await exchange(task, key)).body;
    await inAcme((tx) => tx('reporter_links').update({ expires_at: tx.raw(`now() - interval '1 second'`) }));
    expect((await exchange(task, key)).status).toBe(404);
    expect((await callByLink('GET', accessPath(task), token)).status).toBe(404);
  });

  it('issues a token for twelve hours, never longer than the link', async () => {
    const task = await submitRestricted();
    const key = await mailKey(task);
    const hoursLeft = async () =>
      (Date.parse((await exchange(task, key)).body.expiresAt) - Date.now()) / 3_600_000;
    expect(await hoursLeft()).toBeCloseTo(12, 1);
    await inAcme((tx) => tx('reporter_links').update({ expires_at: tx.raw(`now() + interval '1 hour'`) }));
    expect(await hoursLeft()).toBeCloseTo(1, 1);
    const { token } = (await exchange(task, key)).body;
    await inAcme((tx) => tx('reporter_sessions').update({ expires_at: tx.fn.now() }));
    expect((await callByLink('GET', accessPath(task), token)).status).toBe(404);
  });

  it('gives nothing once the author left the organization, or the task is deleted', async () => {
    const task = await submitRestricted();
    const key = await mailKey(task);
    const { token } = (await exchange(task, key)).body;
    await setReporterRoles(fixture, []);
    expect((await exchange(task, key)).status).toBe(404);
    expect((await callByLink('GET', accessPath(task), token)).status).toBe(404);
    await setReporterRoles(fixture, ['REPORTER']);
    expect((await callByLink('GET', accessPath(task), token)).status).toBe(200);
    await operate('DELETE', String(task));
    expect((await exchange(task, key)).status).toBe(404);
    expect((await callByLink('GET', accessPath(task), token)).status).toBe(404);
  });

  it('keeps the author view if the author becomes a member', async () => {
    const task = await submitRestricted();
    const token = await openLink(task);
    await setReporterRoles(fixture, ['MEMBER']);
    const { body } = await callByLink('GET', accessPath(task), token);
    expect(body.task.view).toBe('author');
  });

  it('limits a repeated exchange to ten valid tokens, the newest ones', async () => {
    const task = await submitRestricted();
    const key = await mailKey(task);
    const tokens: string[] = [];
    for (let count = 0; count < 12; count++) tokens.push((await exchange(task, key)).body.token);
    const statuses = [];
    for (const token of tokens) statuses.push((await callByLink('GET', accessPath(task), token)).status);
    expect(new Set(tokens).size).toBe(12);
    expect(statuses).toEqual([404, 404, ...Array(10).fill(200)]);
  });

  it('stores no key and no token', async () => {
    const task = await submitRestricted();
    const key = await mailKey(task);
    const { token } = (await exchange(task, key)).body;
    await inAcme(async (tx) => {
      const rows = JSON.stringify([
        await tx('reporter_links'),
        await tx('reporter_sessions'),
        await tx('mail_keys'),
      ]);
      expect(rows).toContain(String(reporterId));
      for (const secret of [key, token]) expect(rows).not.toContain(secret);
    });
  });
});
