import { buildEvent, readNewerData } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  acme,
  buildDictionary,
  buildTaskData,
  groupId,
  startWorkflowService,
  userIds,
  type WorkflowService,
} from './workflow-service';

let service: WorkflowService;
let parameterId: number;
let statusId: number;
let transitionId: number;
let scenarioId: number;
let calendarId: number;
let targetId: number;

const send = async (method: string, path: string, body?: unknown) => {
  const response = await service.call(method, path, body);
  expect(response.status, `${method} ${path} ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
};

const createStatusOnce = () =>
  service.call(
    'POST',
    '/api/workflow-status',
    { name: 'Raz', statusType: 'FINAL' },
    { headers: { 'idempotency-key': 'newer-data-key' } },
  );

beforeAll(async () => {
  service = await startWorkflowService();
  const parentId = await service.createParameter('typ', buildDictionary('Sprzęt', 'Konto'));
  parameterId = await service.createParameter('model', {
    description: 'Jaki?',
    defaultValue: 'HP',
    dependencies: [{ parentParameterId: parentId, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }],
  });
  statusId = await service.createStatus('Czeka');
  transitionId = await service.createTransition({
    name: 'Odłóż',
    description: 'Na później',
    fromStatusId: await service.findStatusId('Nowe').catch(() => statusId),
    toStatusId: statusId,
    targetGroupId: groupId,
    executorGroupIds: [groupId],
    parameterConditions: [{ parameterId: parentId, conditionType: 'EQUALS', conditionValue: 'Konto' }],
    requiredParameters: [{ parameterId, isMandatory: true, defaultValue: 'HP' }],
  });
  const [approvedTransitionId, rejectedTransitionId] = [
    await service.createTransition({ name: 'Zgoda', fromStatusId: statusId, toStatusId: statusId }),
    await service.createTransition({ name: 'Odmowa', fromStatusId: statusId, toStatusId: statusId }),
  ];
  await send('PUT', `/api/workflow-status/${statusId}`, {
    name: 'Czeka',
    statusType: 'INTERMEDIATE',
    approval: { approverGroupIds: [groupId], quorum: 'ALL', approvedTransitionId, rejectedTransitionId },
  });
  await service.receiveMessage(
    buildEvent('obieg.tasks.task.changed', buildTaskData(statusId), { aggregateId: 123_456_789_012 }),
  );
  await service.receiveMessage(
    buildEvent(
      'obieg.identity.group-member.changed',
      { organizationId: acme.id, groupId, userId: userIds.member, role: 'LEADER' },
      { aggregateId: `${groupId}-${userIds.member}` },
    ),
  );
  await service.receiveMessage(
    buildEvent(
      'obieg.identity.user.changed',
      { id: userIds.manager, username: 'u10', email: 'u10@obieg.test', language: 'pl', systemRoles: [] },
      { aggregateId: userIds.manager },
    ),
  );
  await service.receiveMessage(
    buildEvent(
      'obieg.identity.membership.changed',
      {
        organizationId: acme.id,
        userId: userIds.manager,
        roles: ['WORKFLOW_MANAGER'],
        isEmailVerified: true,
        shownName: 'Ola',
      },
      { aggregateId: userIds.manager },
    ),
  );
  const { revision } = await send('GET', '/api/workflow-layout');
  await send('PUT', '/api/workflow-layout', { revision, positions: [{ statusId, x: 1, y: 2 }] });
  await createStatusOnce();
  ({ id: scenarioId } = await send('POST', '/api/workflow-scenarios', {
    name: 'Sprzęt',
    answers: { [parentId]: 'Sprzęt' },
    expectedQuestionIds: [parentId],
    expectedStatusId: statusId,
    expectedGroupId: groupId,
  }));
  ({ id: calendarId } = await send('POST', '/api/calendars', {
    name: 'Dyżur',
    week: [{ day: 1, from: '08:00', to: '16:00' }],
    holidays: [{ date: '2026-12-25', name: 'Boże Narodzenie' }],
  }));
  ({ id: targetId } = await send('POST', '/api/targets', {
    metric: 'Rozwiązanie',
    priorities: ['HIGH'],
    conditions: [{ parameterId: parentId, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }],
    calendarId,
    minutes: 60,
    start: { event: 'CREATED' },
    end: { statusIds: [statusId] },
    pausedStatusIds: [statusId],
  }));
}, 120_000);
afterAll(() => service.close());

describe('an older process that reads what a newer version wrote', () => {
  it('answers each reading call as before', async () => {
    const { body: description } = await service.request('GET', '/openapi.json');
    const { failures, refused, empty, columns } = await readNewerData({
      databaseName: service.database.name,
      description,
      known: {
        id: String(parameterId),
        number: '2',
        against: '1',
        name: 'Odłóż',
      },
      send: (method, path) => service.call(method, path),
      further: {
        'a status': () => service.call('GET', `/api/workflow-status/${statusId}`),
        'a calendar': () => service.call('GET', `/api/calendars/${calendarId}`),
        'a target': () => service.call('GET', `/api/targets/${targetId}`),
        'a scenario': () => service.call('GET', `/api/workflow-scenarios/${scenarioId}`),
        'a repeated creation': createStatusOnce,
        'a transition': () => service.call('GET', `/api/status-transitions/${transitionId}`),
        'a restore without effect': () =>
          service.call('POST', '/api/workflow-revisions/2/restore?dryRun=true', {}),
      },
      uncalled: {
        '/api/workflow-status/{id}': 'called with the id of a status',
        '/api/status-transitions/{id}': 'called with the id of a transition',
        '/api/workflow-scenarios/{id}': 'called with the id of a scenario',
        '/api/calendars/{id}': 'called with the id of a calendar',
        '/api/targets/{id}': 'called with the id of a target',
        '/api/holidays': 'computed, not stored',
      },
      asWritten: {
        '/api/workflow-configuration/export': 'a file, which a newer version imports without a loss',
        '/api/workflow-revisions/{number}': 'contains such a file',
      },
      unchanged: {
        applied_versions: 'names of aggregates',
        inbox: 'ids of events',
        outbox: 'the relay sends the text as it is',
        removals: 'the relay sends the text as it is',
        set_aside: 'read by the command line',
        'creations.key': 'a key of the client',
        'creations.request_hash': 'a digest',
        published_keys: 'keys of svc-identity, read at a start during its outage',
        deleted_statuses: 'restored as they are, like statuses',
      },
      maps: {
        'workflow_scenarios.answers': 'texts by the id of the question',
        'workflow_layouts.positions': 'places by the id of the status',
      },
    });
    expect({ failures, refused, empty }).toEqual({ failures: [], refused: [], empty: [] });
    expect(columns).toBeGreaterThan(25);
  }, 600_000);
});
