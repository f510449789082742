import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { multipart, multipartType, png } from './files';
import { submission } from './tasks-service';

let house: Acme;
/** Members 60 to 67; the last one is a reporter. */
const readerIds = [60, 61, 62, 63, 64, 65, 66, 67];
const reporterId = 67;
/** Group by its parent: 22 under 21 under 20, and 23 by itself. */
const parents: Record<number, number | null> = { 20: null, 21: 20, 22: 21, 23: null };
const memberships: [group: number, user: number, role: 'LEADER' | 'MEMBER' | 'OBSERVER' | 'SUSPENDED'][] = [
  [20, 60, 'MEMBER'],
  [22, 61, 'OBSERVER'],
  [21, 62, 'LEADER'],
  [22, 63, 'SUSPENDED'],
  [23, 63, 'MEMBER'],
  [21, 64, 'SUSPENDED'],
  [22, 64, 'MEMBER'],
  [23, 67, 'MEMBER'],
];
const tokens = new Map<number, string>();

beforeAll(async () => {
  house = await startAcme();
  const { tasks, acme } = house;
  for (const id of readerIds)
    tokens.set(
      id,
      await tasks.addMember(acme, id, [id === reporterId ? 'REPORTER' : 'MEMBER'], id % 2 === 0),
    );
  for (const [id, parent] of Object.entries(parents)) await tasks.addGroup(acme, Number(id), parent);
  for (const [group, user, role] of memberships) await tasks.joinGroup(acme, group, user, role);
});
afterAll(() => house.tasks.close());

interface Made {
  author: number | 'visitor';
  email: string;
  users: number[];
  groups: number[];
  assignee: { user: number } | { group: number } | null;
}

/** The rule as ADR 0007 words it, written a second time and without SQL. */
const lineOf = (group: number): number[] => {
  const parent = parents[group];
  return parent == null ? [group] : [group, ...lineOf(parent)];
};
const isIn = (user: number, group: number): boolean =>
  memberships.some(
    ([of, member, role]) => member === user && role !== 'SUSPENDED' && lineOf(of).includes(group),
  );
const isAuthor = (user: number, { author, email }: Made): boolean =>
  author === 'visitor' ? user % 2 === 0 && email === `user${user}@obieg.test` : author === user;
const seesAs = (user: number, task: Made): 'member' | 'author' | 'visitor' | undefined => {
  const isOpen = task.users.length + task.groups.length === 0;
  if (user === reporterId) return isAuthor(user, task) ? 'author' : isOpen ? 'visitor' : undefined;
  const isAssigned =
    task.assignee !== null &&
    ('user' in task.assignee ? task.assignee.user === user : isIn(user, task.assignee.group));
  const isNamed = task.users.includes(user) || task.groups.some((group) => isIn(user, group));
  return isOpen || isNamed || isAssigned || isAuthor(user, task) ? 'member' : undefined;
};

const groupIds = Object.keys(parents).map(Number);
const memberIds = readerIds.filter((id) => id !== reporterId);
const anyTask: fc.Arbitrary<Made> = fc.record({
  author: fc.constantFrom('visitor' as const, ...memberIds),
  email: fc.constantFrom(...readerIds.map((id) => `user${id}@obieg.test`)),
  users: fc.uniqueArray(fc.constantFrom(...readerIds), { maxLength: 2 }),
  groups: fc.uniqueArray(fc.constantFrom(...groupIds), { maxLength: 2 }),
  assignee: fc.oneof(
    fc.constant(null),
    fc.constantFrom(...memberIds).map((user) => ({ user })),
    fc.constantFrom(...groupIds).map((group) => ({ group })),
  ),
});

interface Submitted {
  id: number;
  /** The attachment that every task gets. */
  file: number;
}

const attach = async (id: number, token: string): Promise<number> => {
  const { status, body } = await house.tasks.request('POST', `/api/tasks/${id}/attachments`, {
    organization: house.acme,
    token,
    rawBody: multipart({ filename: 'a.png', content: png }),
    headers: { 'content-type': multipartType },
  });
  expect(status).toBe(201);
  return body.attachment.id;
};

/** Visitors name nobody: what they leave open an operator restricts, and assigns to a group that holds no reader. */
const make = async (task: Made): Promise<Submitted> => {
  const { submit, call, tokens: staff } = house;
  if (task.author === 'visitor') {
    const id = await submit({ createdByEmail: task.email });
    const file = await attach(id, staff.operator);
    const path = `/api/tasks/${id}`;
    const assignment =
      task.assignee === null
        ? { assignmentType: 'ASSIGN_TO_GROUP', groupId: 9 }
        : 'user' in task.assignee
          ? { assignmentType: 'ASSIGN_TO_USER', userId: task.assignee.user }
          : { assignmentType: 'ASSIGN_TO_GROUP', groupId: task.assignee.group };
    expect((await call('POST', `${path}/assign`, staff.operator, assignment)).status).toBe(200);
    const body = { title: submission.title, visibleUserIds: task.users, visibleGroupIds: task.groups };
    expect((await call('PUT', path, staff.operator, body)).status).toBe(200);
    return { id, file };
  }
  const { assignee, users, groups } = task;
  const token = tokens.get(task.author) ?? '';
  const id = await submit(
    {
      visibleUserIds: users,
      visibleGroupIds: groups,
      ...(assignee === null
        ? { assignedGroupId: 9 }
        : 'user' in assignee
          ? { assignedUserId: assignee.user }
          : { assignedGroupId: assignee.group }),
    },
    token,
  );
  return { id, file: await attach(id, token) };
};

const partsOf = ({ file }: Submitted): string[] => [
  '',
  '/transitions',
  '/comments',
  '/status-history',
  '/assignment-history',
  '/change-history',
  `/attachments/${file}/download`,
];

describe('the readers of random tasks', () => {
  it('are those of the rule, over every path', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTask, { minLength: 25, maxLength: 25 }), async (made) => {
        const tasks = await Promise.all(made.map(async (task) => ({ task, ...(await make(task)) })));
        for (const user of readerIds) {
          const token = tokens.get(user) ?? '';
          const listed = new Set(await house.numbersListed(token));
          const found = new Set(await house.numbersListed(token, '&search=drukarka&sortBy=title'));
          for (const { task, id, file } of tasks) {
            const parts = partsOf({ id, file });
            const view = seesAs(user, task);
            const isListed = view === 'member' || view === 'author';
            expect([listed.has(id), found.has(id)], `${user} lists ${JSON.stringify(task)}`).toEqual([
              isListed,
              isListed,
            ]);
            const codes = await Promise.all(
              parts.map(async (part) => (await house.call('GET', `/api/tasks/${id}${part}`, token)).status),
            );
            expect(codes, `${user} reads ${JSON.stringify(task)}`).toEqual(
              parts.map(() => (view ? 200 : 404)),
            );
          }
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
});
