import { taskPartNames } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

/** The caller's watch of a task has no call of its own; `watch.test.ts` tests it. */
const partNames = taskPartNames.filter((name) => name !== 'watch');
const include = partNames.join(',');
const paths = {
  comments: 'comments',
  statusHistory: 'status-history',
  assignmentHistory: 'assignment-history',
  changeHistory: 'change-history',
  targetHistory: 'target-history',
  transitions: 'transitions',
  links: 'links',
  approval: 'approval',
} as const;
const readers: (TestUser | undefined)[] = [
  'operator',
  'member',
  'reporter',
  'groupMember',
  'observer',
  'admin',
  'superAdmin',
  undefined,
];

describe('GET /api/tasks/{id}?include=', () => {
  const tokenOf = (reader: TestUser | undefined) => reader && fixture.tokens[reader];
  const readPage = (id: number, token?: string, names = include) =>
    fixture.call('GET', `/api/tasks/${id}?include=${names}`, token);
  /** Reads the task and each of its parts with its own call. */
  const readSeparately = async (id: number, token?: string) => {
    const { status, body, headers } = await fixture.call('GET', `/api/tasks/${id}`, token);
    const parts: Record<string, unknown> = {};
    for (const name of partNames)
      parts[name] = (await fixture.call('GET', `/api/tasks/${id}/${paths[name]}`, token)).body[name];
    return { status, body, parts, etag: headers['etag'] };
  };
  /** Submits a task with comments for different readers and entries in each history. */
  const submitWithHistory = async (reporter?: TestUser): Promise<number> => {
    const { call, tokens } = fixture;
    const id = await fixture.submit({}, tokenOf(reporter));
    const change = async (path: string, body: object) =>
      expect((await call('POST', `/api/tasks/${id}/${path}`, tokens.operator, body)).status).toBeLessThan(
        300,
      );
    await change('comment', { content: 'wszyscy' });
    await change('comment', { content: 'autor', visibleToAuthor: true });
    await change('comment', { content: 'IT', visibleGroupIds: [6] });
    await change('assign', { assignmentType: 'ASSIGN_TO_GROUP', groupId: 6, comment: 'do IT' });
    await change('priority', { priority: 'HIGH', comment: 'pilne' });
    await change('links', { type: 'BLOCKS', otherTaskId: await fixture.submit() });
    if (reporter)
      await change('links', {
        type: 'RELATES',
        otherTaskId: await fixture.submit({}, tokenOf(reporter)),
      });
    return id;
  };

  it.each(readers)('returns to %s what the separate calls return', async (reader) => {
    for (const reporter of ['reporter', undefined] as const) {
      const id = await submitWithHistory(reporter);
      const token = tokenOf(reader);
      const [page, separate] = [await readPage(id, token), await readSeparately(id, token)];
      expect(page.status).toBe(separate.status);
      expect(page.headers['etag']).toBe(separate.etag);
      const { assignmentHistory, changeHistory, targetHistory, transitions, links, approval, ...visible } =
        separate.parts;
      const isVisitor = separate.body.task?.view === 'visitor';
      expect(page.body).toEqual({
        ...separate.body,
        ...visible,
        ...(isVisitor
          ? {}
          : { assignmentHistory, changeHistory, targetHistory, transitions, links, approval }),
      });
    }
  });

  it('returns only the requested parts', async () => {
    const id = await submitWithHistory();
    const { body } = await readPage(id, fixture.tokens.operator, 'transitions,comments,comments');
    expect(Object.keys(body).sort()).toEqual(['comments', 'message', 'success', 'task', 'transitions']);
  });

  it('reads everything with one statement, whatever the order of the parts', async () => {
    const id = await submitWithHistory();
    const statements: string[] = [];
    const record = ({ sql }: { sql: string }) => statements.push(sql);
    await readPage(id, fixture.tokens.operator);
    fixture.service.db.knex.on('query', record);
    await readPage(id, fixture.tokens.operator);
    await readPage(id, fixture.tokens.operator, [...partNames].reverse().join(','));
    fixture.service.db.knex.off('query', record);
    expect(statements).toHaveLength(2);
    expect(new Set(statements).size).toBe(1);
  });

  it('returns all entries of long lists', async () => {
    const id = await submitWithHistory('reporter');
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into comments (organization_id, task_id, author_user_id, author_email, content, is_visible_to_author,
           visible_user_ids, visible_group_ids)
         select t.organization_id, t.id, ?, 'operator@obieg.test', 'Nr ' || number, number % 3 = 0,
                '{}', '{}'
           from tasks t, generate_series(1, 130) rows (number) where t.public_task_id = ? order by number`,
        [userIds.operator, id],
      ),
    );
    for (const reader of ['operator', 'reporter'] as const) {
      const token = fixture.tokens[reader];
      const [page, separate] = [await readPage(id, token), await readSeparately(id, token)];
      expect(page.body.comments.length).toBeGreaterThan(40);
      expect(page.body).toEqual({ ...separate.body, ...separate.parts });
    }
  });

  it('rejects unknown parts with 400', async () => {
    const id = await fixture.submit();
    for (const names of ['comments,secrets', '', 'Comments', 'comments;transitions', 'x'.repeat(500)])
      expect((await readPage(id, fixture.tokens.operator, names)).status).toBe(400);
  });

  it('responds with 404 to another organization', async () => {
    const id = await fixture.submit();
    const elsewhere = await fixture.service.request('GET', `/api/tasks/${id}?include=${include}`, {
      organization: fixture.globex,
      token: fixture.tokens.globexAdmin,
    });
    expect(elsewhere.status).toBe(404);
  });

  it('has an ETag for members only, because it counts changes that others do not see', async () => {
    const id = await submitWithHistory('reporter');
    for (const reader of readers) {
      const { headers } = await readPage(id, tokenOf(reader));
      const isMember = reader !== undefined && reader !== 'reporter';
      expect(headers['etag'] !== undefined, reader).toBe(isMember);
    }
  });
});
