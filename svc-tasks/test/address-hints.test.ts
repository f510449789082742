import { createLog } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { png } from './attachment-files';
import { type Fixture, startFixture, userIds } from './fixture';
import { reporterEmail, reporterId, verifyReporter } from './mail-helpers';
import { uploadFile } from './upload-helpers';

/** Joined acme with the display name of another member, so that the membership has its own name. */
const ala = 32;
const shownName = 'ala.nowak';
const address = 'ala.kot@acme.test';

let fixture: Fixture;
let alasToken: string;
let task: number;
let other: number;
/** Submitted by Ala. */
let own: number;

const publishMembership = (name: string | null) =>
  fixture.service.applyEvent(
    'obieg.identity.membership.changed',
    {
      organizationId: fixture.acme.id,
      userId: ala,
      roles: ['OPERATOR'],
      isEmailVerified: true,
      shownName: name,
    },
    ala,
  );
const addAla = async (): Promise<void> => {
  const { service, acme } = fixture;
  alasToken = await service.addMember(acme, ala, ['OPERATOR']);
  await service.applyEvent(
    'obieg.identity.user.changed',
    { id: ala, username: shownName, displayName: 'user11', email: address, systemRoles: [] },
    ala,
  );
  await publishMembership(shownName);
};
const send = async (method: string, path: string, token?: string, body?: object) => {
  const response = await fixture.call(method, path, token, body);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response.body;
};
const readPage = (token?: string, id = task) =>
  send('GET', `/api/tasks/${id}?include=comments,statusHistory,assignmentHistory,changeHistory,links`, token);
const asMember = () => fixture.tokens.operator;
const readInbox = async (token: string) => {
  await deliverQueuedNews(fixture.service.db, fixture.acme.id, createLog('test', 'silent'));
  return send('GET', '/api/notifications', token);
};
const reporterToken = () =>
  fixture.service.identity.sign({ userId: reporterId, organizationId: fixture.acme.id });

/** Two linked tasks of a reporter with everything that names Ala. */
const createTasks = async (): Promise<void> => {
  await verifyReporter(fixture);
  task = await fixture.submit({ title: 'Brama', createdByEmail: reporterEmail });
  other = await fixture.submit({ title: 'Furtka', createdByEmail: reporterEmail });
  const { operator } = fixture.tokens;
  await send('POST', `/api/tasks/${task}/assign`, alasToken, { assignmentType: 'ASSIGN_TO_ME' });
  await send('POST', `/api/tasks/${other}/assign`, alasToken, { assignmentType: 'ASSIGN_TO_ME' });
  await send('POST', `/api/tasks/${task}/links`, operator, { type: 'RELATES', otherTaskId: other });
  await send('PUT', `/api/tasks/${other}`, operator, {
    title: 'Furtka',
    visibleUserIds: [ala, userIds.operator],
  });
  await send('POST', `/api/tasks/${task}/comment`, operator, {
    content: `Zajmie się tym @${shownName}.`,
    mentionedUserIds: [ala],
    visibleToAuthor: true,
  });
  await send('POST', `/api/tasks/${task}/comment`, operator, {
    content: 'Tylko dla Ali',
    visibleUserIds: [ala],
  });
  await send('POST', `/api/tasks/${task}/comment`, alasToken, {
    content: `Zajmę się tym, @user${userIds.operator}.`,
    mentionedUserIds: [userIds.operator],
    visibleToAuthor: true,
  });
  expect((await uploadFile(fixture, task, 'brama.png', png, alasToken)).status).toBe(201);
  own = await fixture.submit({ title: 'Płot' }, alasToken);
};

beforeAll(async () => {
  fixture = await startFixture();
  await addAla();
  await createTasks();
});
afterAll(() => fixture.service.close());

describe('the address of a person whose display name another member has', () => {
  it('is beside the name on the page of a task for members', async () => {
    const page = await readPage(asMember());
    expect(page.task).toMatchObject({ assignedUserName: shownName, assignedUserAddressHint: address });
    const hints = (users: { userId: number; addressHint?: unknown }[]) =>
      users.map(({ userId, addressHint }) => [userId, addressHint]);
    expect(page.comments[0].mentions).toEqual([{ userId: ala, username: shownName, addressHint: address }]);
    expect(hints(page.comments[1].visibleUsers)).toEqual([[ala, address]]);
    expect(page.assignmentHistory.at(-1)).toMatchObject({
      assignedToName: shownName,
      assignedToAddressHint: address,
    });
    expect(page.links[0].task).toMatchObject({ assigneeName: shownName, assigneeAddressHint: address });
    expect(page.task.attachments).toMatchObject([{ uploadedByEmail: address, uploadedByName: shownName }]);
    const { task: restricted, changeHistory } = await readPage(asMember(), other);
    expect(hints(restricted.visibleUsers)).toEqual(
      expect.arrayContaining([
        [userIds.operator, null],
        [ala, address],
      ]),
    );
    expect(changeHistory.at(-1).changes).toEqual([
      expect.objectContaining({ field: 'visibleUsers', addressHints: { [shownName]: address } }),
    ]);
  });

  it('is beside the name in lists, boards, filters, pickers and inboxes of members', async () => {
    const { tasks } = await send('GET', '/api/tasks', asMember());
    const { columns } = await send('GET', '/api/tasks/board', asMember());
    const cards = columns.flatMap((column: { tasks: unknown[] }) => column.tasks);
    const shown = { assignedUserName: shownName, assignedUserAddressHint: address };
    for (const items of [tasks, cards])
      expect(items).toEqual(expect.arrayContaining([expect.objectContaining(shown)]));
    for (const items of [tasks, cards]) {
      const author = { createdBy: address, createdByName: shownName, createdByAddressHint: address };
      expect(items).toContainEqual(expect.objectContaining({ publicTaskId: own, ...author }));
      expect(items).toContainEqual(
        expect.objectContaining({ publicTaskId: task, createdByName: null, createdByAddressHint: null }),
      );
    }
    const { users: filtered } = await send('GET', `/api/tasks/filters?userIds=${ala}`, asMember());
    const { users: assignees } = await send(
      'GET',
      `/api/tasks/${task}/assignees?searchTerm=ala.kot`,
      asMember(),
    );
    for (const users of [filtered, assignees])
      expect(users).toEqual([{ id: ala, username: shownName, email: address, addressHint: address }]);
    const { candidates } = await send(
      'GET',
      `/api/tasks/${task}/mention-candidates?searchTerm=ala.kot`,
      asMember(),
    );
    expect(candidates[0]).toMatchObject({ username: shownName, addressHint: address });
    const { users: readers } = await send(
      'GET',
      `/api/tasks/${task}/comment-readers?visibleUserIds=${ala}`,
      asMember(),
    );
    expect(readers).toEqual([{ userId: ala, userName: shownName, addressHint: address, reads: true }]);
    const { notifications } = await readInbox(asMember());
    expect(notifications[0]).toMatchObject({ actorName: shownName, actorAddressHint: address });
  });

  it('is in nothing that a visitor reads', async () => {
    const page = await readPage();
    expect(page.task.assignedUserName).toBe(shownName);
    expect(page.task.attachments).toMatchObject([{ uploadedByName: null }]);
    expect(JSON.stringify(page)).not.toContain('ala.kot');
  });

  it('is in nothing that a reporter reads', async () => {
    const token = await reporterToken();
    const page = await readPage(token);
    expect(page.task).toMatchObject({ view: 'author', assignedUserName: shownName });
    expect(page.assignmentHistory.at(-1).assignedToName).toBe(shownName);
    expect(page.task.attachments).toMatchObject([
      { uploadedByEmail: 'a***@acme.test', uploadedByName: shownName },
    ]);
    expect(page.links[0].task.assigneeName).toBe(shownName);
    const list = await send('GET', '/api/tasks', token);
    expect(list.tasks[0].assignedUserName).toBe(shownName);
    const inbox = await readInbox(token);
    expect(inbox.notifications.map(({ actorName }: { actorName: string }) => actorName)).toContain(shownName);
    expect(JSON.stringify([page, list, inbox])).not.toContain('ala.kot');
  });

  it('is gone once the person has another name, but stays in the history', async () => {
    await publishMembership(null);
    const page = await readPage(asMember());
    expect(page.task.assignedUserAddressHint).toBeNull();
    expect(page.comments[0].mentions).toEqual([{ userId: ala, username: shownName }]);
    expect(page.assignmentHistory.at(-1).assignedToAddressHint).toBe(address);
    await publishMembership(shownName);
  });
});
