import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, startAcme } from './acme';
import { status, submission } from './tasks-service';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

describe('POST /api/tasks', () => {
  it('takes a visitor’s submission, places it and emits the event', async () => {
    const { status: code, body } = await house.call('POST', '/api/tasks', undefined, {
      ...submission,
      statusId: 3,
      organizationId: house.globex.id,
      assignedUserId: 10,
      visibleUserIds: [10],
    });
    expect(code).toBe(201);
    expect(body).toMatchObject({ success: true, needsEmailVerification: true });
    expect(String(body.publicTaskId)).toMatch(/^[1-9]\d{11}$/);
    const { body: shown } = await house.call('GET', `/api/tasks/${body.publicTaskId}`, house.tokens.operator);
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
    const [event] = await recordedEvents(house.tasks.db.knex, 'obieg.tasks.task.changed');
    expect(event).toMatchObject({
      organizationid: house.acme.id,
      data: {
        publicTaskId: body.publicTaskId,
        statusId: status.new,
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
      'a parameter that visitors are never asked',
      { workflowParameters: { '1': 'Konto', '3': '5' } },
      'workflowParameters.3',
    ],
    ['no title', { title: '  ' }, 'title'],
    ['no e-mail', { createdByEmail: undefined }, 'createdByEmail'],
    ['a broken e-mail', { createdByEmail: 'jan@' }, 'createdByEmail'],
    ['an unknown priority', { priority: 'URGENT' }, 'priority'],
    ['answers that are no texts', { workflowParameters: { '1': { a: 1 } } }, 'workflowParameters.1'],
  ])('rejects %s', async (_, more, field) => {
    const { status: code, body } = await house.call('POST', '/api/tasks', undefined, {
      ...submission,
      ...more,
    });
    expect(code).toBe(422);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('makes a signed-in submitter the author, and lets members assign and restrict', async () => {
    const id = await house.submit(
      { createdByEmail: 'no address', assignedUserId: 10, visibleGroupIds: [6] },
      house.tokens.member,
    );
    const { body } = await house.call('GET', `/api/tasks/${id}`, house.tokens.operator);
    expect(body.task).toMatchObject({
      createdBy: 'user11@obieg.test',
      assignedUserName: 'user10',
      visibleGroups: [{ groupId: 6, groupName: 'Grupa 6' }],
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
        (await house.call('POST', '/api/tasks', house.tokens.member, { ...submission, ...more })).status,
      ).toBe(422);
    }
  });
});
