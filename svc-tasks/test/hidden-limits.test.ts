import { limits } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const inAcme = <Result>(run: Parameters<typeof withOrganization<Result>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, run);

let nextTaskId = 400_000_000_000;
/** Inserts unrelated tasks with links to this one. Only the operator sees restricted ones. */
const insertLinks = (full: number, count: number, { isRestricted }: { isRestricted: boolean }) =>
  inAcme(async (tx) => {
    const firstId = nextTaskId;
    nextTaskId += count;
    await tx.raw(
      `with others as (
         insert into tasks (organization_id, public_task_id, title, status_id, priority, answers, is_restricted,
           author_user_id)
         select :organizationId, cast(:firstId as bigint) + n, 'Zadanie', 1, 'NORMAL', '{}', :isRestricted, :author
           from generate_series(1, :count) n returning id)
       insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
       select :organizationId, 'RELATES', t.id, o.id, 1 from others o, tasks t where t.public_task_id = :full`,
      { organizationId: fixture.acme.id, count, full, firstId, isRestricted, author: userIds.operator },
    );
  });

const link = (id: number, type: string, otherTaskId: number, token: string) =>
  fixture.call('POST', `/api/tasks/${id}/links`, token, { type, otherTaskId });
const listLinks = async (id: number, token: string) =>
  (await fixture.call('GET', `/api/tasks/${id}/links`, token)).body.links;

describe('the maximum of links', () => {
  it('counts the links that the caller sees, of both tasks and for a subtask', async () => {
    const { submit, tokens, call } = fixture;
    const { admin, operator } = tokens;
    const [full, other] = [await submit(), await submit()];
    await insertLinks(full, limits.linksPerTaskMax, { isRestricted: true });
    await insertLinks(full, limits.linksPerTaskMax - 3, { isRestricted: false });
    const submitUnder = () =>
      call('POST', '/api/tasks', admin, {
        title: 'Podzadanie',
        workflowParameters: { 1: 'Konto' },
        parentTaskId: full,
      });
    // The operator sees more links already, as the author of the restricted tasks.
    expect((await link(full, 'BLOCKS', other, operator)).status).toBe(409);
    expect((await link(full, 'BLOCKS', other, admin)).status).toBe(201);
    expect((await link(other, 'RELATES', full, admin)).status).toBe(201);
    expect((await submitUnder()).status).toBe(201);
    expect(await listLinks(full, admin)).toHaveLength(limits.linksPerTaskMax);
    for (const [one, another] of [
      [full, other],
      [other, full],
    ] as const)
      expect((await link(one, 'DUPLICATES', another, admin)).status).toBe(409);
    expect((await submitUnder()).status).toBe(409);
  });

  it('holds for links added at once', async () => {
    const { submit, tokens } = fixture;
    const full = await submit();
    await insertLinks(full, limits.linksPerTaskMax - 1, { isRestricted: false });
    const others = [];
    for (let count = 0; count < 4; count += 1) others.push(await submit());
    const statuses = await Promise.all(
      others.map(async (other) => (await link(full, 'RELATES', other, tokens.admin)).status),
    );
    expect(statuses.sort()).toEqual([201, 409, 409, 409]);
  });

  it('bounds a response to a caller who sees the links of many others', async () => {
    const { submit, tokens } = fixture;
    const full = await submit();
    await insertLinks(full, limits.linksShownMax + 1, { isRestricted: false });
    expect(await listLinks(full, tokens.member)).toHaveLength(limits.linksShownMax);
  });
});

describe('the parent of a task', () => {
  const submitRestricted = () =>
    fixture.submit({ visibleUserIds: [userIds.operator] }, fixture.tokens.operator);

  it('does not prevent another one, a cycle or a further level if it is hidden', async () => {
    const { submit, tokens } = fixture;
    const { admin, operator } = tokens;
    const [child, parent, hidden] = [await submit(), await submit(), await submitRestricted()];
    expect((await link(hidden, 'PARENT_OF', child, operator)).status).toBe(201);
    // A cycle of three tasks, of which the administrator sees two.
    expect((await link(parent, 'PARENT_OF', hidden, operator)).status).toBe(201);
    expect((await link(child, 'PARENT_OF', parent, admin)).status).toBe(201);
    expect((await link(await submit(), 'PARENT_OF', child, admin)).status).toBe(201);
    expect((await link(await submit(), 'PARENT_OF', child, admin)).status).toBe(409);
    expect((await link(await submit(), 'PARENT_OF', child, operator)).status).toBe(409);

    let top = await submit();
    const bottom = top;
    for (let level = 0; level < limits.taskAncestorsMax; level += 1) {
      const above = await submitRestricted();
      expect((await link(above, 'PARENT_OF', top, operator)).status).toBe(201);
      top = above;
    }
    expect((await link(bottom, 'PARENT_OF', await submit(), operator)).status).toBe(409);
    expect((await link(bottom, 'PARENT_OF', await submit(), admin)).status).toBe(201);
  });

  it('leaves one visible parent if several are added at once', async () => {
    const { submit, tokens } = fixture;
    const [child, ...parents] = [await submit(), await submit(), await submit(), await submit()];
    const statuses = await Promise.all(
      parents.map(
        async (parent) => (await link(parent, 'PARENT_OF', child as number, tokens.operator)).status,
      ),
    );
    expect(statuses.sort()).toEqual([201, 409, 409]);
  });
});

describe('the maximum of comments', () => {
  const insertComments = (task: number, count: number, visibleUserIds: number[]) =>
    inAcme(async (tx) => {
      await tx.raw(
        `insert into comments (organization_id, task_id, author_user_id, author_email, content, is_visible_to_author,
           visible_user_ids, visible_group_ids)
         select organization_id, id, :author, 'user17@obieg.test', n::text, false, :visibleUserIds, '{}'
           from tasks, generate_series(1, :count) n where public_task_id = :task`,
        { task, count, visibleUserIds, author: userIds.workflowManager },
      );
    });
  const comment = async (task: number, token: string) =>
    (await fixture.call('POST', `/api/tasks/${task}/comment`, token, { content: 'Jeszcze coś' })).status;

  it('counts the comments that the caller reads', async () => {
    const { submit, tokens } = fixture;
    const task = await submit({}, tokens.reporter);
    await insertComments(task, limits.commentsPerTaskMax, [userIds.admin]);
    await insertComments(task, limits.commentsPerTaskMax - 1, []);
    expect(await comment(task, tokens.admin)).toBe(409);
    expect(await comment(task, tokens.member)).toBe(201);
    expect(await comment(task, tokens.member)).toBe(409);
    // Reporters read neither.
    expect(await comment(task, tokens.reporter)).toBe(201);
    const { body } = await fixture.call('GET', `/api/tasks/${task}/comments`, tokens.reporter);
    expect(body.comments).toHaveLength(1);
  });

  it('holds for comments added at once', async () => {
    const { submit, tokens } = fixture;
    const task = await submit({}, tokens.member);
    await insertComments(task, limits.commentsPerTaskMax - 2, []);
    const statuses = await Promise.all(
      [tokens.member, tokens.operator, tokens.admin, tokens.member].map((token) => comment(task, token)),
    );
    expect(statuses.sort()).toEqual([201, 201, 409, 409]);
  });
});

describe('a response with comments', () => {
  it('has the same form with and without hidden comments', async () => {
    const { submit, tokens, call } = fixture;
    const read = async (hidden: number) => {
      const task = await submit({}, tokens.member);
      for (let count = 0; count < hidden; count += 1)
        await inAcme(async (tx) => {
          await tx.raw(
            `insert into comments (organization_id, task_id, author_user_id, author_email, content,
               is_visible_to_author, visible_user_ids, visible_group_ids)
             select organization_id, id, 17, 'user17@obieg.test', 'x', false, '{17}', '{}'
               from tasks where public_task_id = :task`,
            { task },
          );
        });
      const { headers } = await call('GET', `/api/tasks/${task}/comments`, tokens.member);
      return [headers['content-length'], headers['transfer-encoding']];
    };
    expect(await read(60)).toEqual(await read(0));
  });
});
