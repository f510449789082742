import type { TaskBoard, TaskListItem, TransitionOption } from '@obieg/contracts';
import { createRandom } from '@obieg/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const getBoard = async (user: TestUser, query = ''): Promise<TaskBoard> => {
  const { status, body } = await fixture.call('GET', `/api/tasks/board?${query}`, fixture.tokens[user]);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body;
};
const idsOf = (tasks: readonly TaskListItem[]): number[] => tasks.map(({ publicTaskId }) => publicTaskId);

/** All pages of the list from a cursor on. */
const listAll = async (user: TestUser, query: string, from?: string) => {
  const ids: number[] = [];
  let cursor: string | null | undefined = from;
  let total: number;
  do {
    const path = `/api/tasks?limit=200&${query}${cursor ? `&cursor=${cursor}` : ''}`;
    const { status, body } = await fixture.call('GET', path, fixture.tokens[user]);
    expect(status).toBe(200);
    ids.push(...idsOf(body.tasks));
    ({ nextCursor: cursor, total } = body as { nextCursor: string | null; total: number });
  } while (cursor);
  return { ids, total };
};

const listColumn = (user: TestUser, statusId: number) => listAll(user, `statusIds=${statusId}`);

describe('GET /api/tasks/board', () => {
  it('requires BASE', async () => {
    const { call, tokens } = fixture;
    for (const path of ['/api/tasks/board', '/api/tasks/filters']) {
      expect((await call('GET', path)).status).toBe(401);
      expect((await call('GET', path, tokens.reporter)).status).toBe(403);
      expect((await call('GET', path, tokens.globexAdmin)).status).toBe(401);
    }
  });

  it('lists each status with the tasks, count and cursor of its list', async () => {
    const { call, tokens, submit } = fixture;
    for (let n = 0; n < 5; n += 1) await submit({}, tokens.member);
    const { columns, hasMoreStatuses } = await getBoard('member', 'limit=2');
    expect(hasMoreStatuses).toBe(false);
    expect(columns.map(({ statusName, statusType }) => [statusName, statusType])).toEqual([
      ['Nowe', 'INITIAL'],
      ['W toku', 'INTERMEDIATE'],
      ['Zakończone', 'FINAL'],
    ]);
    const [column] = columns;
    const all = await listColumn('member', 1);
    expect([column?.total, idsOf(column?.tasks ?? [])]).toEqual([5, all.ids.slice(0, 2)]);
    const path = `/api/tasks?statusIds=1&limit=200&cursor=${column?.nextCursor}`;
    const further = await call('GET', path, tokens.member);
    expect([further.body.total, idsOf(further.body.tasks)]).toEqual([5, all.ids.slice(2)]);
  });

  it('applies filters, order and search, and omits the columns of other statuses', async () => {
    const { submit, tokens } = fixture;
    const low = await submit({ title: 'Szlaban Alfa', priority: 'LOW' }, tokens.member);
    const high = await submit({ title: 'Szlaban Beta', priority: 'HIGH' }, tokens.member);
    const found = await getBoard('member', 'search=szlaban&sortBy=priority&statusTypes=INITIAL,FINAL');
    expect(found.columns.map(({ statusId, tasks }) => [statusId, idsOf(tasks)])).toEqual([
      [1, [high, low]],
      [3, []],
    ]);
    expect(found.columns[0]?.tasks[0]?.match?.field).toBe('title');
    const listed = await fixture.call('GET', '/api/tasks?search=szlaban&statusIds=1&limit=1', tokens.member);
    const [column] = (await getBoard('member', 'search=szlaban&limit=1')).columns;
    expect([column?.tasks, column?.nextCursor]).toEqual([listed.body.tasks, listed.body.nextCursor]);
    const nothing = await getBoard('member', 'search=nigdzie-takiego&statusIds=2,77');
    expect(nothing.columns).toMatchObject([{ statusId: 2, tasks: [], total: 0, nextCursor: null }]);
  });

  it('rejects an invalid filter value', async () => {
    const { call, tokens } = fixture;
    expect((await call('GET', '/api/tasks/board?statusIds=x', tokens.member)).status).toBe(400);
  });
});

describe('GET /api/tasks/filters', () => {
  it('lists statuses and parameters of the organization', async () => {
    const { body } = await fixture.call('GET', '/api/tasks/filters', fixture.tokens.member);
    expect(body.statuses).toHaveLength(3);
    expect(body.parameters.map(({ displayName }: { displayName: string }) => displayName)).toEqual([
      'Parametr 1',
      'Parametr 2',
      'Parametr 3',
    ]);
    expect(body.parameters[0].dictionaryValues).toEqual([{ value: 'Sprzęt' }, { value: 'Konto' }]);
    expect(body.users).toEqual([]);
  });

  it('names the requested users who are members of the organization', async () => {
    const path = '/api/tasks/filters?userIds=11,20,77';
    const { body } = await fixture.call('GET', path, fixture.tokens.member);
    expect(body.users).toEqual([
      { id: 11, username: 'user11', email: 'user11@obieg.test', addressHint: null },
    ]);
    expect((await fixture.call('GET', `${path},x`, fixture.tokens.member)).status).toBe(400);
  });
});

const movers = ['operator', 'groupMember', 'leader'] as const satisfies readonly TestUser[];
/** `npm run random-moves` runs more, with the seed of its environment. */
const moveCount = Number(process.env['RANDOM_MOVES'] ?? 300);
const movesOfEach = Math.ceil(moveCount / movers.length);
const seed = Number(process.env['SEED'] ?? 0);

/** Runs random transitions of visible tasks. Another mover may be faster: then the server answers 409, or 404. */
const moveRandomly = async (user: (typeof movers)[number], ids: readonly number[]) => {
  const { call, tokens } = fixture;
  const next = createRandom(seed + userIds[user]);
  const random = (max: number): number => Math.floor(next() * max);
  const counts = { moved: 0, refused: 0 };
  for (let n = 0; n < movesOfEach; n += 1) {
    const path = `/api/tasks/${ids[random(ids.length)]}`;
    const { body } = await call('GET', `${path}/transitions`, tokens[user]);
    const options = ((body.transitions ?? []) as TransitionOption[]).filter(({ canExecute }) => canExecute);
    const option = options[random(options.length)];
    // A task in a final status has no transition. Its priority changes instead, which changes its place.
    const { status } = option
      ? await call('POST', `${path}/transition`, tokens[user], {
          transitionId: option.transitionId,
          workflowParameters: Object.fromEntries(
            option.requiredParameters.map(({ parameterId }) => [parameterId, String(n)]),
          ),
        })
      : await call('POST', `${path}/priority`, tokens[user], { priority: random(2) ? 'HIGH' : 'LOW' });
    expect([200, 403, 404, 409]).toContain(status);
    counts[status === 200 ? 'moved' : 'refused'] += 1;
  }
  return counts;
};

describe('board and list', () => {
  it('agree for each reader after random moves by three people at once', async () => {
    const { submit, tokens } = fixture;
    const ids: number[] = [];
    for (let n = 0; n < moveCount * 0.4; n += 1)
      ids.push(
        await submit(
          n % 3 === 0
            ? { visibleGroupIds: [n % 2 ? 6 : 9], assignedGroupId: 6 }
            : { assignedUserId: userIds.operator },
          tokens.operator,
        ),
      );
    const results = await Promise.all(movers.map((user) => moveRandomly(user, ids)));
    expect(results.reduce((sum, { moved }) => sum + moved, 0)).toBeGreaterThan(moveCount * 0.4);
    const seen = new Set<string>();
    for (const user of [...movers, 'member', 'observer', 'admin'] as const) {
      const { columns } = await getBoard(user, 'limit=200');
      const onBoard: number[] = [];
      for (const { statusId, tasks, total, nextCursor } of columns) {
        const further = nextCursor ? await listAll(user, `statusIds=${statusId}`, nextCursor) : { ids: [] };
        const ids = [...idsOf(tasks), ...further.ids];
        expect({ ids, total }, `${user} ${statusId}`).toEqual(await listColumn(user, statusId));
        onBoard.push(...ids);
        for (const { statusName } of tasks) seen.add(statusName);
      }
      const whole = await listAll(user, '');
      expect(onBoard.toSorted(), user).toEqual(whole.ids.toSorted());
    }
    expect(seen).toEqual(new Set(['Nowe', 'W toku', 'Zakończone']));
  }, 600_000);
});
