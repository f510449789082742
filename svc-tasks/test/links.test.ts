import { limits, type TaskLink } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';
import { submission } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const link = (id: number, type: string, otherTaskId: unknown, token = fixture.tokens.operator) =>
  fixture.call('POST', `/api/tasks/${id}/links`, token, { type, otherTaskId });
const listLinks = async (id: number, token = fixture.tokens.operator): Promise<TaskLink[]> =>
  (await fixture.call('GET', `/api/tasks/${id}/links`, token)).body.links;
const listRelations = async (id: number, token?: string) =>
  (await listLinks(id, token)).map(({ relation, task }) => [relation, task.publicTaskId]);
const submitSeveral = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await fixture.submit());
  return ids;
};
const countLinks = (): Promise<number> =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    const [row] = await tx('task_links').count<{ count: number }[]>('* as count');
    return row?.count ?? 0;
  });

describe('POST /api/tasks/{id}/links', () => {
  it.each([
    ['RELATES', 'RELATES'],
    ['DUPLICATES', 'DUPLICATED_BY'],
    ['BLOCKS', 'BLOCKED_BY'],
    ['PARENT_OF', 'CHILD_OF'],
  ])('shows %s on the other task as %s', async (type, inverse) => {
    const [one, other] = (await submitSeveral(2)) as [number, number];
    const { status, body } = await link(other, type, one);
    expect([status, body.link]).toEqual([
      201,
      {
        linkId: expect.any(Number),
        relation: type,
        task: {
          publicTaskId: one,
          title: submission.title,
          statusName: 'Nowe',
          statusType: 'INITIAL',
          priority: 'NORMAL',
          dueAt: null,
          assigneeName: 'Grupa 6',
          assigneeAddressHint: null,
        },
      },
    ]);
    expect(await listLinks(other)).toEqual([body.link]);
    expect(await listRelations(one)).toEqual([[inverse, other]]);
  });

  it('returns the existing link to a repeated or simultaneous call, and records one event', async () => {
    const [one, other] = (await submitSeveral(2)) as [number, number];
    const responses = await Promise.all([1, 2, 3, 4].map(() => link(one, 'RELATES', other)));
    const again = await link(other, 'RELATES', one);
    expect(new Set([...responses, again].map(({ body }) => body.link.linkId)).size).toBe(1);
    expect([...responses, again].map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    const events = await recordedEvents(fixture.service.db.knex, 'obieg.tasks.link.added');
    expect(
      events.filter(({ data }) => (data as { publicTaskId: number }).publicTaskId === one),
    ).toMatchObject([{ data: { type: 'RELATES', publicTaskId: one, otherTaskId: other } }]);
  });

  it('rejects a link to itself, to unknown tasks and of unknown types with 422', async () => {
    const [one, other] = (await submitSeveral(2)) as [number, number];
    for (const [type, otherTaskId] of [
      ['RELATES', one],
      ['RELATES', 123_456_789_012],
      ['RELATES', '1'],
      ['RELATES', null],
      ['RELATES', 1.5],
      ['CHILD_OF', other],
      ['blocks', other],
    ] as const)
      expect((await link(one, type, otherTaskId)).status, `${type} ${otherTaskId}`).toBe(422);
    expect(await listLinks(one)).toEqual([]);
  });

  it.each(['DUPLICATES', 'BLOCKS', 'PARENT_OF'])('rejects %s in both directions with 409', async (type) => {
    const [one, other] = (await submitSeveral(2)) as [number, number];
    expect((await link(one, type, other)).status).toBe(201);
    expect((await link(other, type, one)).status).toBe(409);
  });

  it('accepts the assignee and rejects other members', async () => {
    const { submit, tokens } = fixture;
    const own = await submit({ assignedUserId: userIds.member }, tokens.member);
    const other = await submit();
    expect((await link(own, 'BLOCKS', other, tokens.member)).status).toBe(201);
    expect((await link(own, 'RELATES', other, tokens.groupMember)).status).toBe(403);
    expect((await link(other, 'RELATES', own, tokens.member)).status).toBe(403);
  });

  it('rejects a second parent, a cycle and a parent that becomes its descendant', async () => {
    const [a, b, c, d] = (await submitSeveral(4)) as [number, number, number, number];
    expect((await link(a, 'PARENT_OF', b)).status).toBe(201);
    expect((await link(b, 'PARENT_OF', c)).status).toBe(201);
    expect((await link(d, 'PARENT_OF', c)).body.code).toBe('CONFLICT');
    expect((await link(c, 'PARENT_OF', a)).status).toBe(409);
    expect(await listRelations(a)).toEqual([['PARENT_OF', b]]);
  });

  it('gives a task one parent if two are set at once', async () => {
    const [child, ...parents] = (await submitSeveral(6)) as [number, ...number[]];
    const statuses = await Promise.all(
      parents.map(async (parent) => (await link(parent, 'PARENT_OF', child)).status),
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await listLinks(child)).toHaveLength(1);
  });

  it('forms no cycle of parents if all its links are added at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const ring = await submitSeveral(4);
      const statuses = await Promise.all(
        ring.map(
          async (id, index) =>
            (await link(id, 'PARENT_OF', ring[(index + 1) % ring.length] as number)).status,
        ),
      );
      expect(statuses.sort()).toEqual([201, 201, 201, 409]);
    }
  });

  it('frees a task whose parent was deleted', async () => {
    const [deleted, child, parent] = (await submitSeveral(3)) as [number, number, number];
    await link(deleted, 'PARENT_OF', child);
    await fixture.call('DELETE', `/api/tasks/${deleted}`, fixture.tokens.operator);
    expect(await listLinks(child)).toEqual([]);
    expect((await link(parent, 'PARENT_OF', child)).status).toBe(201);
  });

  it('limits the levels of subtasks and the links of each task', async () => {
    const chain = await submitSeveral(limits.taskAncestorsMax + 2);
    const statuses: number[] = [];
    for (const [index, parent] of chain.slice(0, -1).entries())
      statuses.push((await link(parent, 'PARENT_OF', chain[index + 1])).status);
    expect(statuses).toEqual([...Array<number>(limits.taskAncestorsMax).fill(201), 409]);

    const [full, other] = (await submitSeveral(2)) as [number, number];
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `with others as (
           insert into tasks (organization_id, public_task_id, title, status_id, priority, answers)
           select :organizationId, 300000000000 + n, 'Zadanie', 1, 'NORMAL', '{}'
             from generate_series(1, :count) n returning id)
         insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
         select :organizationId, 'RELATES', t.id, o.id, 1 from others o, tasks t where t.public_task_id = :full`,
        { organizationId: fixture.acme.id, count: limits.linksPerTaskMax, full },
      ),
    );
    expect((await link(full, 'BLOCKS', other)).status).toBe(409);
    expect((await link(other, 'BLOCKS', full)).status).toBe(409);
    expect((await fixture.call('DELETE', '/api/tasks/300000000001', fixture.tokens.operator)).status).toBe(
      204,
    );
    expect((await link(other, 'BLOCKS', full)).status).toBe(201);
  });
});

describe('GET /api/tasks/{id}/links', () => {
  it('masks the name of an assignee that is an address for the author', async () => {
    const { service, acme, submit, tokens, call } = fixture;
    const [own, other] = [await submit({}, tokens.reporter), await submit({}, tokens.reporter)];
    const name = 'pomoc@obieg.test';
    const group = { organizationId: acme.id, id: 33, name, description: null, parentGroupId: null };
    await service.applyEvent('obieg.identity.group.changed', group, 33);
    const assignment = { assignmentType: 'ASSIGN_TO_GROUP', groupId: 33 };
    expect((await call('POST', `/api/tasks/${other}/assign`, tokens.operator, assignment)).status).toBe(200);
    expect((await link(own, 'RELATES', other)).status).toBe(201);
    const listNames = async (token: string) =>
      (await listLinks(own, token)).map(({ task }) => task.assigneeName);
    expect(await listNames(tokens.operator)).toEqual([name]);
    expect(await listNames(tokens.reporter)).toEqual(['p***@obieg.test']);
  });
});

describe('a link to a restricted task', () => {
  const submitRestricted = (title = 'Tajne') =>
    fixture.submit({ title, visibleUserIds: [userIds.operator, userIds.admin] }, fixture.tokens.operator);

  it('shows nothing of it to readers who may not see it', async () => {
    const { submit, tokens, call } = fixture;
    const open = await submit({}, tokens.reporter);
    const secret = await submitRestricted();
    for (const type of ['BLOCKS', 'RELATES', 'DUPLICATES'])
      expect((await link(open, type, secret)).status).toBe(201);
    expect((await link(secret, 'PARENT_OF', open)).status).toBe(201);
    expect(await listLinks(open)).toHaveLength(4);
    for (const token of [tokens.member, tokens.superAdmin, tokens.reporter, undefined]) {
      const { body } = await call('GET', `/api/tasks/${open}/links`, token);
      expect(body).toEqual({ success: true, links: [] });
      const page = await call('GET', `/api/tasks/${open}?include=links,changeHistory`, token);
      expect(JSON.stringify(page.body)).not.toMatch(new RegExp(`Tajne|${secret}`));
    }
  });

  it('cannot be added or removed by a caller who may not see it', async () => {
    const { submit, tokens, call } = fixture;
    const open = await submit();
    const secret = await submitRestricted();
    const { body } = await link(secret, 'RELATES', open);
    const before = await countLinks();
    expect((await link(open, 'BLOCKS', secret, tokens.workflowManager)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'otherTaskId', message: 'Nie ma takiego zadania albo go nie widzisz.' }],
    });
    expect((await link(secret, 'BLOCKS', open, tokens.workflowManager)).status).toBe(404);
    const remove = (id: number, token: string) =>
      call('DELETE', `/api/tasks/${id}/links/${body.link.linkId}`, token);
    expect((await remove(open, tokens.workflowManager)).status).toBe(404);
    expect((await remove(secret, tokens.workflowManager)).status).toBe(404);
    expect(await countLinks()).toBe(before);
    expect((await remove(open, tokens.admin)).status).toBe(204);
  });
});

describe('DELETE /api/tasks/{id}/links/{linkId}', () => {
  it('removes the link from both tasks once, from either side', async () => {
    const { call, tokens } = fixture;
    const [one, other, third] = (await submitSeveral(3)) as [number, number, number];
    const { body } = await link(one, 'BLOCKS', other);
    const remove = (id: number) =>
      call('DELETE', `/api/tasks/${id}/links/${body.link.linkId}`, tokens.operator);
    expect((await remove(third)).status).toBe(404);
    const statuses = await Promise.all([remove(one), remove(other)].map(async (call) => (await call).status));
    expect(statuses.sort()).toEqual([204, 404]);
    expect([await listLinks(one), await listLinks(other)]).toEqual([[], []]);
    const events = await recordedEvents(fixture.service.db.knex, 'obieg.tasks.link.deleted');
    expect(events.at(-1)?.data).toMatchObject({ type: 'BLOCKS', publicTaskId: one, otherTaskId: other });
  });

  it('does not reach links of another organization', async () => {
    const { callGlobex, tokens } = fixture;
    const [one, other] = (await submitSeveral(2)) as [number, number];
    const { body } = await link(one, 'RELATES', other);
    const { publicTaskId } = (await callGlobex('POST', '/api/tasks', tokens.globexAdmin, submission)).body;
    const path = `/api/tasks/${publicTaskId}/links`;
    const added = await callGlobex('POST', path, tokens.globexAdmin, { type: 'RELATES', otherTaskId: one });
    expect(added.status).toBe(422);
    expect((await callGlobex('DELETE', `${path}/${body.link.linkId}`, tokens.globexAdmin)).status).toBe(404);
    expect(await listLinks(one)).toHaveLength(1);
  });
});

describe('POST /api/tasks with parentTaskId', () => {
  const submitUnder = (parentTaskId: unknown, token?: string, headers: Record<string, string> = {}) =>
    fixture.call('POST', '/api/tasks', token, { ...submission, parentTaskId }, headers);

  it('creates a subtask, once per idempotency key', async () => {
    const { operator } = fixture.tokens;
    const parent = await fixture.submit();
    const key = { 'Idempotency-Key': 'subtask-0001' };
    const [first, second] = [
      await submitUnder(parent, operator, key),
      await submitUnder(parent, operator, key),
    ];
    expect([first.status, second.body.publicTaskId]).toEqual([201, first.body.publicTaskId]);
    expect(await listRelations(parent)).toEqual([['PARENT_OF', first.body.publicTaskId]]);
    expect(await listRelations(first.body.publicTaskId)).toEqual([['CHILD_OF', parent]]);
  });

  it('rejects an invisible parent with 422 and a forbidden one with 403, and creates nothing', async () => {
    const { submit, tokens, countTasks } = fixture;
    const open = await submit();
    const secret = await submit({ visibleUserIds: [userIds.operator] }, tokens.operator);
    const before = await countTasks();
    expect((await submitUnder(secret, tokens.admin)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'parentTaskId' }],
    });
    expect((await submitUnder(123_456_789_012, tokens.admin)).status).toBe(422);
    expect((await submitUnder(open, tokens.member)).status).toBe(403);
    expect(await countTasks()).toBe(before);
  });

  it('ignores the parent from visitors and reporters', async () => {
    const parent = await fixture.submit();
    for (const token of [undefined, fixture.tokens.reporter])
      expect((await submitUnder(parent, token)).status).toBe(201);
    expect(await listLinks(parent)).toEqual([]);
  });
});
