import { createDatabase } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';
import { statusIds, submission } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

describe('POST /api/tasks', () => {
  it('accepts a visitor’s submission, sets status and assignee, and emits the event', async () => {
    const { status, body } = await fixture.call('POST', '/api/tasks', undefined, {
      ...submission,
      statusId: 3,
      organizationId: fixture.globex.id,
      assignedUserId: 10,
      visibleUserIds: [10],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, needsEmailVerification: true });
    expect(String(body.publicTaskId)).toMatch(/^[1-9]\d{11}$/);
    const { body: shown } = await fixture.call(
      'GET',
      `/api/tasks/${body.publicTaskId}`,
      fixture.tokens.operator,
    );
    expect(shown.task).toMatchObject({
      title: 'Nie działa drukarka',
      statusName: 'Nowe',
      createdBy: 'jan@example.com',
      assignedUserId: null,
      assignedGroupName: 'Grupa 6',
      visibleUsers: [],
      organizationName: 'Organizacja acme',
      parameterDetails: [
        { parameterId: 1, parameterName: 'Parametr 1', parameterValue: 'Sprzęt' },
        { parameterId: 2, parameterName: 'Parametr 2', parameterValue: 'HP' },
      ],
    });
    const [event] = await recordedEvents(fixture.service.db.knex, 'obieg.tasks.task.changed');
    expect(event).toMatchObject({
      organizationid: fixture.acme.id,
      data: {
        publicTaskId: body.publicTaskId,
        statusId: statusIds.new,
        parameterIds: [1, 2],
        createdAt: shown.task.createdAt,
        lastUpdatedAt: shown.task.lastUpdatedAt,
      },
    });
  });

  it.each([
    ['no answers', { workflowParameters: {} }, 'workflowParameters.1'],
    ['a value outside the dictionary', { workflowParameters: { '1': 'Inne' } }, 'workflowParameters.1'],
    [
      'a question that was not asked',
      { workflowParameters: { '1': 'Konto', '2': 'x' } },
      'workflowParameters.2',
    ],
    [
      'an answer to a system-controlled parameter',
      { workflowParameters: { '1': 'Konto', '3': '5' } },
      'workflowParameters.3',
    ],
    ['no title', { title: '  ' }, 'title'],
    ['no e-mail address', { createdByEmail: undefined }, 'createdByEmail'],
    ['an invalid e-mail address', { createdByEmail: 'jan@' }, 'createdByEmail'],
    ['an unknown priority', { priority: 'URGENT' }, 'priority'],
    ['answers that are not strings', { workflowParameters: { '1': { a: 1 } } }, 'workflowParameters.1'],
  ])('rejects %s with 422', async (_, more, field) => {
    const { status, body } = await fixture.call('POST', '/api/tasks', undefined, {
      ...submission,
      ...more,
    });
    expect(status).toBe(422);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('makes the caller the author, and lets members set assignee and visibility', async () => {
    const id = await fixture.submit(
      { createdByEmail: 'no address', assignedUserId: 10, visibleGroupIds: [6] },
      fixture.tokens.member,
    );
    const { body } = await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.operator);
    expect(body.task).toMatchObject({
      createdBy: 'user11@obieg.test',
      assignedUserName: 'user10',
      visibleGroups: [{ groupId: 6, groupName: 'Grupa 5 / Grupa 6' }],
      needsEmailVerification: false,
    });
    for (const more of [
      { assignedUserId: 20 },
      { assignedUserId: 12 },
      { assignedUserId: 10, assignedGroupId: 6 },
      { visibleUserIds: [20] },
      { visibleUserIds: [10, 12] },
      { assignedGroupId: 99 },
      { visibleGroupIds: [99] },
    ]) {
      expect(
        (await fixture.call('POST', '/api/tasks', fixture.tokens.member, { ...submission, ...more })).status,
      ).toBe(422);
    }
  });

  it('retries with another public number if the generated one is in use', async () => {
    const usedNumber = await fixture.submit();
    const owner = createDatabase({ url: fixture.service.ownerUrl });
    // The trigger replaces the number of the next inserted task, but not that of the retry.
    await owner.knex.raw(`
      create sequence attempts;
      create function reuse_number() returns trigger language plpgsql security definer as $$
      begin
        if nextval('attempts') = 1 then new.public_task_id := ${usedNumber}; end if;
        return new;
      end $$;
      create trigger reuse_number before insert on tasks for each row execute function reuse_number()`);
    const before = await fixture.countTasks();
    const { status, body } = await fixture.call(
      'POST',
      '/api/tasks',
      fixture.tokens.operator,
      { ...submission, visibleUserIds: [userIds.operator] },
      { 'idempotency-key': 'numer-zajety' },
    );
    await owner.knex.raw('drop trigger reuse_number on tasks');
    await owner.close();
    expect(status).toBe(201);
    expect(body.publicTaskId).not.toBe(usedNumber);
    expect(await fixture.countTasks()).toBe(before + 1);
    const path = `/api/tasks/${body.publicTaskId}`;
    const { body: shown } = await fixture.call('GET', path, fixture.tokens.operator);
    expect(shown.task.visibleUsers).toEqual([expect.objectContaining({ userId: userIds.operator })]);
    expect(await fixture.listTaskEvents(body.publicTaskId, 'obieg.tasks.task.changed')).toHaveLength(1);
  });
});
