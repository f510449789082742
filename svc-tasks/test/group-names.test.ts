import { createLog } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planNotificationMails } from '../src/mail/plan-notification-mails';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { type Fixture, userIds } from './fixture';
import {
  type Inbox,
  reporterEmail,
  reporterId,
  startMailer,
  startMailFixture,
  untilMailed,
  verifyReporter,
} from './mail-helpers';

const sales = 30;
const purchasing = 31;
const salesManagers = 32;
const purchasingManagers = 33;
const stock = 34;
const topManagers = 35;

let fixture: Fixture;
let inbox: Inbox;
let stop: () => Promise<void>;
/** A task of a reporter for each group. */
const tasks = new Map<number, number>();

const publishGroup = (id: number, name: string, parentGroupId: number | null) =>
  fixture.service.applyEvent(
    'obieg.identity.group.changed',
    { organizationId: fixture.acme.id, id, name, description: null, parentGroupId },
    id,
  );
const send = async (method: string, path: string, token?: string, body?: object) => {
  const response = await fixture.call(method, path, token, body);
  expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  return response.body;
};
const taskOf = (group: number): number => tasks.get(group) ?? 0;
const readHistory = async (group: number, token: string) =>
  (await send('GET', `/api/tasks/${taskOf(group)}?include=assignmentHistory`, token)).assignmentHistory.at(
    -1,
  );
const reporterToken = () =>
  fixture.service.identity.sign({ userId: reporterId, organizationId: fixture.acme.id });

beforeAll(async () => {
  ({ fixture, inbox, stop } = await startMailFixture());
  const { service, acme, tokens } = fixture;
  await publishGroup(sales, 'Sprzedaż', null);
  await publishGroup(purchasing, 'Zakupy', null);
  await publishGroup(salesManagers, 'Kierownicy', sales);
  await publishGroup(purchasingManagers, 'Kierownicy', purchasing);
  await publishGroup(stock, 'Magazyn', purchasing);
  await publishGroup(topManagers, 'Kierownicy', null);
  await service.joinGroup(acme, salesManagers, userIds.member, 'MEMBER');
  await verifyReporter(fixture);
  for (const groupId of [salesManagers, purchasingManagers, stock, topManagers]) {
    const id = await fixture.submit({ createdByEmail: reporterEmail });
    tasks.set(groupId, id);
    await send('POST', `/api/tasks/${id}/assign`, tokens.operator, {
      assignmentType: 'ASSIGN_TO_GROUP',
      groupId,
    });
  }
});
afterAll(() => stop());

describe('a group whose name another group has', () => {
  it('is shown by its path in lists, boards and links of members, others by the bare name', async () => {
    const { operator } = fixture.tokens;
    const { tasks: listed } = await send('GET', '/api/tasks', operator);
    const { columns } = await send('GET', '/api/tasks/board', operator);
    const cards = columns.flatMap((column: { tasks: unknown[] }) => column.tasks);
    for (const items of [listed, cards])
      for (const [group, assignedGroupName, assignedGroupPath] of [
        [salesManagers, 'Kierownicy', 'Sprzedaż / Kierownicy'],
        [purchasingManagers, 'Kierownicy', 'Zakupy / Kierownicy'],
        [topManagers, 'Kierownicy', null],
        [stock, 'Magazyn', null],
      ] as const)
        expect(items).toContainEqual(
          expect.objectContaining({ publicTaskId: taskOf(group), assignedGroupName, assignedGroupPath }),
        );
    for (const group of [purchasingManagers, stock])
      await send('POST', `/api/tasks/${taskOf(salesManagers)}/links`, operator, {
        type: 'RELATES',
        otherTaskId: taskOf(group),
      });
    const { links } = await send('GET', `/api/tasks/${taskOf(salesManagers)}/links`, operator);
    expect(links.map(({ task }: { task: { assigneeName: string } }) => task.assigneeName)).toEqual([
      'Zakupy / Kierownicy',
      'Magazyn',
    ]);
  });

  it('is shown by its path in the inbox and the mail of its members', async () => {
    const log = createLog('test', 'silent');
    const { member } = fixture.tokens;
    const settings = await send('GET', '/api/notification-settings', member);
    await send('PUT', '/api/notification-settings', member, {
      ...settings,
      reasons: { ...settings.reasons, ASSIGNED_TO_GROUP: { inbox: true, mail: true } },
      quietHours: null,
    });
    await deliverQueuedNews(fixture.service.db, fixture.acme.id, log);
    const { notifications } = await send('GET', '/api/notifications', member);
    expect(notifications).toMatchObject([
      { reason: 'ASSIGNED_TO_GROUP', groupName: 'Sprzedaż / Kierownicy' },
    ]);
    await planNotificationMails(fixture.service.db, 0, log);
    const mailer = startMailer(fixture, inbox.smtpUrl);
    await untilMailed(fixture);
    await mailer.stop();
    const [mail] = await inbox.listMails(`user${userIds.member}@obieg.test`);
    expect(mail?.Text).toContain('Zadanie przypisano grupie Sprzedaż / Kierownicy');
  });

  it('keeps the path of the time of the assignment in the history', async () => {
    const { operator } = fixture.tokens;
    expect(await readHistory(stock, operator)).toMatchObject({
      assignedToName: 'Magazyn',
      assignedToGroupPath: 'Zakupy / Magazyn',
    });
    await publishGroup(purchasing, 'Zaopatrzenie', null);
    expect(await readHistory(stock, operator)).toMatchObject({ assignedToGroupPath: 'Zakupy / Magazyn' });
    await publishGroup(purchasing, 'Zakupy', null);
  });

  it('has the bare name in everything that a reporter or a visitor reads', async () => {
    const token = await reporterToken();
    const list = await send('GET', '/api/tasks', token);
    const include = 'comments,statusHistory,assignmentHistory,changeHistory,links';
    const pages = [
      await send('GET', `/api/tasks/${taskOf(salesManagers)}?include=${include}`, token),
      await send('GET', `/api/tasks/${taskOf(salesManagers)}?include=${include}`),
    ];
    expect(
      list.tasks.map(({ assignedGroupName }: { assignedGroupName: string }) => assignedGroupName),
    ).toContain('Kierownicy');
    expect(pages[0].assignmentHistory.at(-1).assignedToName).toBe('Kierownicy');
    expect(JSON.stringify([list, pages])).not.toMatch(/Sprzedaż|Zakupy/);
  });
});
