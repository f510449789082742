import type { TaskListItem } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
const reporterEmail = `user${userIds.reporter}@obieg.test`;
beforeAll(async () => {
  fixture = await startFixture();
  const { submit, tokens, call } = fixture;
  await submit({ title: 'Drukarka reportera' }, tokens.reporter);
  const closed = await submit({ title: 'Zamknięta reportera' }, tokens.reporter);
  await call('POST', `/api/tasks/${closed}/transition`, tokens.operator, { transitionId: 3 });
  await submit({ title: 'Jako gość', createdByEmail: reporterEmail });
  await submit({ title: 'Obcy gość' });
  const deleted = await submit({ title: 'Usunięta reportera' }, tokens.reporter);
  await call('DELETE', `/api/tasks/${deleted}`, tokens.operator);
  await submit({ title: 'Drukarka członka', assignedUserId: userIds.operator }, tokens.member);
  await submit({ title: 'Tajna członka', visibleUserIds: [userIds.operator] }, tokens.member);
  await submit({ title: 'Operatora', assignedUserId: userIds.member }, tokens.operator);
});
afterAll(() => fixture.service.close());

const listTitles = async (token: string, query = '') => {
  const { status, body } = await fixture.call('GET', `/api/tasks?submittedByMe=true${query}`, token);
  expect(status).toBe(200);
  return (body.tasks as TaskListItem[]).map(({ title }) => title);
};

describe('GET /api/tasks?submittedByMe=true', () => {
  it('lists the open and closed tasks of a reporter, also those submitted as a visitor with the verified address', async () => {
    const { tokens } = fixture;
    const own = ['Jako gość', 'Zamknięta reportera', 'Drukarka reportera'];
    expect(await listTitles(tokens.reporter)).toEqual(own);
    expect(await listTitles(tokens.reporter, '&statusTypes=FINAL')).toEqual(['Zamknięta reportera']);
    expect(await listTitles(tokens.reporter, '&statusTypes=INITIAL,INTERMEDIATE')).toEqual([
      'Jako gość',
      'Drukarka reportera',
    ]);
    expect(await listTitles(tokens.reporter, '&search=drukarka')).toEqual(['Drukarka reportera']);
    expect(await listTitles(tokens.reporter, '&assignedToMe=true')).toEqual([]);
  });

  it('does not list tasks of an address that the account has not verified', async () => {
    const { service, acme, submit } = fixture;
    await submit({ title: 'Niepotwierdzona', createdByEmail: 'user80@obieg.test' });
    const token = await service.addMember(acme, 80, ['REPORTER'], false);
    expect(await listTitles(token)).toEqual([]);
    await service.addMember(acme, 80, ['REPORTER'], true);
    expect(await listTitles(token)).toEqual(['Niepotwierdzona']);
  });

  it('lists only what a member submitted, including restricted tasks', async () => {
    const { tokens } = fixture;
    expect(await listTitles(tokens.member)).toEqual(['Tajna członka', 'Drukarka członka']);
    expect(await listTitles(tokens.member, '&search=drukarka')).toEqual(['Drukarka członka']);
    expect(await listTitles(tokens.operator, '&assignedToMe=true')).toEqual([]);
    expect(await listTitles(tokens.groupMember)).toEqual([]);
  });

  it.each(['reporter', 'member'] as const)('returns every task of a %s once over all pages', async (user) => {
    const token = fixture.tokens[user];
    for (const sort of ['', '&sortBy=statusName', '&sortBy=title&sortDirection=asc', '&sortBy=priority']) {
      const found: string[] = [];
      let cursor = '';
      do {
        const query = `/api/tasks?submittedByMe=true&limit=1${sort}${cursor && `&cursor=${cursor}`}`;
        const { body } = await fixture.call('GET', query, token);
        found.push(...body.tasks.map(({ title }: TaskListItem) => title));
        cursor = body.nextCursor ?? '';
      } while (cursor !== '');
      expect(found.toSorted(), sort).toEqual((await listTitles(token)).toSorted());
    }
  });

  it('rejects visitors with 401', async () => {
    expect((await fixture.call('GET', '/api/tasks?submittedByMe=true')).status).toBe(401);
  });
});
