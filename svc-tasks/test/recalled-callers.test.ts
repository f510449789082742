import type { OrganizationRoleCode } from '@obieg/contracts';
import { createDatabase, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { submission } from './tasks-service';

let house: Acme;
const userId = 70;
let token: string;
beforeAll(async () => {
  house = await startAcme();
  token = await house.tasks.addMember(house.acme, userId, ['OPERATOR']);
});
afterAll(() => house.tasks.close());

const giveRoles = (...roles: OrganizationRoleCode[]) => house.tasks.addMember(house.acme, userId, roles);

/** The service knows the caller from a call before. */
beforeEach(async () => {
  await giveRoles('OPERATOR');
  expect((await house.call('GET', '/api/tasks', token)).status).toBe(200);
});

const countTasks = (): Promise<number> =>
  withOrganization(house.tasks.db, house.acme.id, async (tx) => {
    const [row] = await tx('tasks').count<{ count: number }[]>('* as count');
    return row?.count ?? 0;
  });

describe('a caller whose roles have changed since they called last', () => {
  it('lists by what they are now', async () => {
    const foreign = await house.submit();
    expect(await house.numbersListed(token)).toContain(foreign);
    await giveRoles('REPORTER');
    expect(await house.numbersListed(token)).not.toContain(foreign);
    await giveRoles('MEMBER');
    expect(await house.numbersListed(token)).toContain(foreign);
  });

  it('sees of a task what they may see now', async () => {
    const id = await house.submit();
    const seen = async () => (await house.call('GET', `/api/tasks/${id}`, token)).body.task.createdBy;
    expect(await seen()).toBe('jan@example.com');
    await giveRoles('REPORTER');
    expect(await seen()).toBe('j***@example.com');
  });

  it('moves no task that they may not move now, and moves what they may', async () => {
    const id = await house.submit();
    const move = (transitionId: number) =>
      house.call('POST', `/api/tasks/${id}/transition`, token, { transitionId });
    await giveRoles('REPORTER');
    expect((await move(2)).status).toBe(403);
    await giveRoles('MEMBER');
    expect((await move(2)).status).toBe(200);
  });

  it('is a member no more: 401, and nothing is written', async () => {
    const id = await house.submit();
    const before = await countTasks();
    await giveRoles();
    const answers = await Promise.all([
      house.call('GET', '/api/tasks', token),
      house.call('GET', `/api/tasks/${id}`, token),
      house.call('GET', `/api/tasks/${id}/transitions`, token),
      house.call('POST', '/api/tasks', token, submission),
      house.call('POST', `/api/tasks/${id}/transition`, token, { transitionId: 2 }),
      house.call('POST', `/api/tasks/${id}/comment`, token, { content: 'Jeszcze tu jestem' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await countTasks()).toBe(before);
    const { body } = await house.call('GET', `/api/tasks/${id}/comments`, house.tokens.operator);
    expect(body.comments).toEqual([]);
  });

  it('submits once', async () => {
    const before = await countTasks();
    await giveRoles('MEMBER');
    const { status, body } = await house.call('POST', '/api/tasks', token, {
      ...submission,
      assignedUserId: userId,
    });
    expect(status).toBe(201);
    expect(await countTasks()).toBe(before + 1);
    const { body: shown } = await house.call('GET', `/api/tasks/${body.publicTaskId}`, token);
    expect(shown.task).toMatchObject({ assignedUserId: userId, createdBy: 'user70@obieg.test' });
  });

  it('is told what is wrong with what they sent', async () => {
    await giveRoles('MEMBER');
    const { status, body } = await house.call('POST', '/api/tasks', token, { ...submission, title: ' ' });
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'title' })]);
  });
});

describe('a caller who is who they were', () => {
  const statementsOf = async (act: () => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => statements.push(sql);
    house.tasks.db.knex.on('query', note);
    await act();
    house.tasks.db.knex.off('query', note);
    return statements;
  };

  it('is not looked up again, only made sure of', async () => {
    const id = await house.submit({}, token);
    for (const [method, path, body] of [
      ['GET', '/api/tasks'],
      ['GET', `/api/tasks/${id}`],
      ['GET', `/api/tasks/${id}/transitions`],
      ['POST', '/api/tasks', submission],
      ['POST', `/api/tasks/${id}/comment`, { content: 'Już sprawdzam' }],
      ['POST', `/api/tasks/${id}/transition`, { transitionId: 2 }],
    ] as const) {
      const statements = await statementsOf(() => house.call(method, path, token, body));
      expect(statements.length, path).toBeGreaterThan(0);
      expect(statements.join(), path).not.toContain('find_member');
    }
  });

  it('is somebody else in another organization', async () => {
    const elsewhere = house.tasks.identity.sign({ userId, organizationId: house.globex.id });
    expect((await house.callElsewhere('GET', '/api/tasks', elsewhere)).status).toBe(503);
    expect((await house.callElsewhere('GET', '/api/tasks', token)).status).toBe(401);
  });
});

describe('a number that is taken', () => {
  it('is drawn again, and the task is there once', async () => {
    const taken = await house.submit();
    const owner = createDatabase({ url: house.tasks.ownerUrl });
    // The next task that is written gets the number of the other, once.
    await owner.knex.raw(`
      create sequence draws;
      create function draw_taken() returns trigger language plpgsql security definer as $$
      begin
        if nextval('draws') = 1 then new.public_task_id := ${taken}; end if;
        return new;
      end $$;
      create trigger draw_taken before insert on tasks for each row execute function draw_taken()`);
    const before = await countTasks();
    const { status, body } = await house.call(
      'POST',
      '/api/tasks',
      token,
      { ...submission, visibleUserIds: [userId] },
      { 'idempotency-key': 'numer-zajety' },
    );
    await owner.knex.raw('drop trigger draw_taken on tasks');
    await owner.close();
    expect(status).toBe(201);
    expect(body.publicTaskId).not.toBe(taken);
    expect(await countTasks()).toBe(before + 1);
    const { body: shown } = await house.call('GET', `/api/tasks/${body.publicTaskId}`, token);
    expect(shown.task.visibleUsers).toEqual([expect.objectContaining({ userId })]);
    expect(await house.eventsOf(body.publicTaskId, 'obieg.tasks.task.changed')).toHaveLength(1);
  });
});
