import {
  applyMessage,
  createAuthenticator,
  createLog,
  createMetrics,
  rollbackMigrations,
  runMigrations,
} from '@obieg/service-kit';
import {
  buildEvent,
  createTestDatabase,
  createTestIdentity,
  recordedEvents,
  startTestService,
  type TestDatabase,
  type TestService,
} from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import { createWorkflowApp } from '../src/app';
import { consumers } from '../src/consumers/index';

const acme = { id: 1, code: 'acme' };
const globex = { id: 2, code: 'globex' };
const people = { manager: 10, member: 11, reporter: 12 };
const identity = createTestIdentity();
const tokenOf = (userId: number, organizationId = acme.id) => identity.sign({ userId, organizationId });
let database: TestDatabase;
let service: TestService;

const receive = (payload: string) =>
  applyMessage(
    { service: 'svc-workflow', reactions: consumers.flatMap(({ reactions }) => reactions), db: database.db },
    payload,
  );
const organizationEvent = ({ id, code }: typeof acme) =>
  buildEvent(
    'obieg.identity.organization.changed',
    { id, name: code, codeName: code, createdAt: '2026-01-01T00:00:00Z' },
    { aggregateId: id },
  ).replace('"aggregateversion"', `"organizationid":${id},"aggregateversion"`);
const join = async (
  userId: number,
  organizationId: number,
  roles: ('WORKFLOW_MANAGER' | 'MEMBER' | 'REPORTER')[],
) => {
  await receive(
    buildEvent(
      'obieg.identity.user.changed',
      { id: userId, username: `u${userId}`, email: `u${userId}@obieg.test`, systemRoles: [] },
      { aggregateId: userId },
    ),
  );
  await receive(
    buildEvent(
      'obieg.identity.membership.changed',
      { organizationId, userId, roles, isEmailVerified: true },
      { aggregateId: userId },
    ),
  );
};

beforeAll(async () => {
  database = await createTestDatabase(migrations);
  const app = createWorkflowApp({
    db: database.db,
    log: createLog('test', 'silent'),
    metrics: createMetrics('test'),
    healthChecks: [],
    authenticate: createAuthenticator({ keySet: identity.keySet, isRevoked: () => false }),
  });
  service = await startTestService(app);
  for (const organization of [acme, globex]) await receive(organizationEvent(organization));
  await join(people.manager, acme.id, ['WORKFLOW_MANAGER']);
  await join(people.member, acme.id, ['MEMBER']);
  await join(people.reporter, acme.id, ['REPORTER']);
  await join(20, globex.id, ['WORKFLOW_MANAGER']);
  await receive(
    buildEvent(
      'obieg.identity.group.changed',
      { organizationId: acme.id, id: 5, name: 'IT', description: null, parentGroupId: null },
      { aggregateId: 5 },
    ),
  );
});
afterAll(async () => {
  await service.close();
  await database.close();
});

const call = (
  method: string,
  path: string,
  body?: unknown,
  token: string | undefined = tokenOf(people.manager),
) => service.request(method, path, { organization: acme, token, body });
const statusNamed = async (name: string): Promise<number> =>
  (await call('GET', '/api/workflow-status')).body.find((status: { name: string }) => status.name === name)
    .id;
const parameter = (parameterName: string, more: object = {}) => ({
  parameterName,
  displayName: parameterName,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  sortOrder: 1,
  ...more,
});

describe('the default workflow', () => {
  it('is there for a new organization, once', async () => {
    const statuses = (await call('GET', '/api/workflow-status')).body;
    expect(
      statuses.map(({ name, statusType }: { name: string; statusType: string }) => [name, statusType]),
    ).toEqual([
      ['Nowe', 'INITIAL'],
      ['W toku', 'INTERMEDIATE'],
      ['Zakończone', 'FINAL'],
    ]);
    const transitions = (await call('GET', '/api/status-transitions')).body;
    expect(
      transitions.map(({ name, fromStatusName, toStatusName }: Record<string, string>) => [
        name,
        fromStatusName,
        toStatusName,
      ]),
    ).toEqual([
      ['Nowe zgłoszenie', null, 'Nowe'],
      ['Rozpocznij', 'Nowe', 'W toku'],
      ['Zakończ', 'W toku', 'Zakończone'],
      ['Wznów', 'Zakończone', 'W toku'],
    ]);
    expect(await receive(organizationEvent(acme))).toBe('applied');
    expect((await call('GET', '/api/workflow-status')).body).toHaveLength(3);
  });
});

describe('who may call what', () => {
  const expected = { anonymous: 401, reporter: 403, member: 403, manager: 422 };
  const read = { anonymous: 401, reporter: 403, member: 200, manager: 200 };
  const missing = { anonymous: 401, reporter: 403, member: 404, manager: 404 };
  const removal = { anonymous: 401, reporter: 403, member: 403, manager: 404 };
  it.each([
    ...['workflow-parameters', 'workflow-status', 'status-transitions'].flatMap((thing) => [
      ['GET', `/api/${thing}`, undefined, read] as const,
      ['GET', `/api/${thing}/999999`, undefined, missing] as const,
      ['POST', `/api/${thing}`, {}, expected] as const,
      ['PUT', `/api/${thing}/999999`, {}, expected] as const,
      ['DELETE', `/api/${thing}/999999`, undefined, removal] as const,
    ]),
    ['GET', '/api/workflow-parameters/available-parents', undefined, read] as const,
    ['GET', '/api/status-transitions/check-name?name=x', undefined, read] as const,
    [
      'GET',
      '/api/workflow-parameters/public',
      undefined,
      { anonymous: 200, reporter: 200, member: 200, manager: 200 },
    ] as const,
  ])('%s %s', async (method, path, body, wanted) => {
    expect({
      anonymous: (await service.request(method, path, { organization: acme, body })).status,
      reporter: (await call(method, path, body, tokenOf(people.reporter))).status,
      member: (await call(method, path, body, tokenOf(people.member))).status,
      manager: (await call(method, path, body)).status,
    }).toEqual(wanted);
  });
});

describe('parameters', () => {
  it('are made with their dictionary and dependencies, shown in the questionnaire, and published whole', async () => {
    const kind = await call(
      'POST',
      '/api/workflow-parameters',
      parameter('kind', {
        parameterType: 'DICTIONARY',
        dictionaryValues: [
          { value: 'Sprzęt', sortOrder: 0 },
          { value: 'Stare', sortOrder: 1, isActive: false },
        ],
      }),
    );
    expect(kind.status).toBe(201);
    const device = await call(
      'POST',
      '/api/workflow-parameters',
      parameter('device', {
        sortOrder: 2,
        dependencies: [
          { parentParameterId: kind.body.id, conditionType: 'EQUALS', conditionValue: 'Sprzęt' },
        ],
      }),
    );
    expect(device.body.dependencies).toMatchObject([
      { parentParameterId: kind.body.id, conditionType: 'EQUALS', conditionValue: 'Sprzęt' },
    ]);
    const { body } = await service.request('GET', '/api/workflow-parameters/public', { organization: acme });
    expect(body.map(({ parameterName }: { parameterName: string }) => parameterName)).toEqual([
      'kind',
      'device',
    ]);
    expect(body[0].dictionaryValues).toEqual([{ value: 'Sprzęt' }]);
    const events = await recordedEvents(database.db.knex, 'obieg.workflow.configuration.changed');
    expect(events.at(-1)).toMatchObject({
      organizationid: acme.id,
      subject: 'configuration/1',
      data: { parameters: [{ parameterName: 'kind' }, { parameterName: 'device' }] },
    });

    expect((await call('DELETE', `/api/workflow-parameters/${kind.body.id}`)).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      detail: 'The parameter "device" depends on it.',
    });
    const circle = await call(
      'PUT',
      `/api/workflow-parameters/${kind.body.id}`,
      parameter('kind', { dependencies: [{ parentParameterId: device.body.id, conditionType: 'EXISTS' }] }),
    );
    expect(circle.body).toMatchObject({ status: 422, errors: [{ field: 'dependencies' }] });
    const renamed = await call(
      'PUT',
      `/api/workflow-parameters/${kind.body.id}`,
      parameter('kind', {
        parameterType: 'DICTIONARY',
        dictionaryValues: [{ value: 'Sprzęt', sortOrder: 3 }],
      }),
    );
    expect(renamed.body.dictionaryValues).toEqual([
      { id: kind.body.dictionaryValues[0].id, value: 'Sprzęt', sortOrder: 3, isActive: true },
    ]);
    expect((await call('POST', '/api/workflow-parameters', parameter('kind'))).body).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      detail: 'Parameter name already exists. Please choose a different name.',
    });
    expect((await call('DELETE', `/api/workflow-parameters/${device.body.id}`)).status).toBe(204);
  });

  it('hide other tenants, in paths and in bodies', async () => {
    const foreign = await service.request('POST', '/api/workflow-parameters', {
      organization: globex,
      token: tokenOf(20, globex.id),
      body: parameter('foreign'),
    });
    expect(foreign.status).toBe(201);
    expect((await call('GET', `/api/workflow-parameters/${foreign.body.id}`)).status).toBe(404);
    expect((await call('DELETE', `/api/workflow-parameters/${foreign.body.id}`)).status).toBe(404);
    const pointing = parameter('pointing', {
      dependencies: [{ parentParameterId: foreign.body.id, conditionType: 'EXISTS' }],
    });
    expect((await call('POST', '/api/workflow-parameters', pointing)).status).toBe(422);
  });

  it.each([
    parameter('x'),
    parameter('  '),
    { ...parameter('ok'), sortOrder: -1 },
    { ...parameter('ok'), parameterType: 'SQL' },
    { ...parameter('ok'), displayName: 5 },
  ])('reject bad input %j', async (body) => {
    expect((await call('POST', '/api/workflow-parameters', body)).status).toBe(422);
  });
});

describe('statuses', () => {
  it('are not deleted while a transition names them or a task holds them', async () => {
    expect((await call('DELETE', `/api/workflow-status/${await statusNamed('Nowe')}`)).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
    });
    const { body } = await call('POST', '/api/workflow-status', {
      name: 'Odłożone',
      statusType: 'INTERMEDIATE',
    });
    const task = {
      organizationId: acme.id,
      publicTaskId: 123456789012,
      title: 't',
      statusId: body.id,
      priority: 'NORMAL' as const,
      assignedUserId: null,
      assignedGroupId: null,
      parameterIds: [],
      createdAt: '2026-01-01T00:00:00Z',
      lastUpdatedAt: '2026-01-01T00:00:00Z',
    };
    const held = buildEvent('obieg.tasks.task.changed', task, {
      aggregateId: task.publicTaskId,
      version: 900_000,
    });
    await receive(held);
    expect(await receive(held)).toBe('duplicate');
    expect((await call('DELETE', `/api/workflow-status/${body.id}`)).body.detail).toBe(
      'The status is held by 1 tasks.',
    );
    await receive(
      buildEvent(
        'obieg.tasks.task.deleted',
        { organizationId: acme.id, publicTaskId: task.publicTaskId },
        { aggregateId: task.publicTaskId, version: 900_002 },
      ),
    );
    expect(
      await receive(
        buildEvent('obieg.tasks.task.changed', task, { aggregateId: task.publicTaskId, version: 900_001 }),
      ),
    ).toBe('outdated');
    expect((await call('DELETE', `/api/workflow-status/${body.id}`)).status).toBe(204);
    expect(
      (await call('POST', '/api/workflow-status', { name: 'Nowe', statusType: 'FINAL' })).body,
    ).toMatchObject({ status: 409, detail: 'A status with this name already exists in your organization.' });
    expect(
      (
        await call('PUT', `/api/workflow-status/${await statusNamed('Nowe')}`, {
          name: 'Nowe',
          statusType: 'FINAL',
        })
      ).status,
    ).toBe(422);
  });
});

describe('transitions', () => {
  it('begin new tasks in an INITIAL status only and refer to what is there', async () => {
    const [initial, final] = [await statusNamed('Nowe'), await statusNamed('Zakończone')];
    expect(
      (await call('POST', '/api/status-transitions', { name: 'X', toStatusId: final })).body.errors,
    ).toEqual([{ field: 'toStatusId', message: 'A new task begins in an INITIAL status.' }]);
    const foreign = await call('POST', '/api/status-transitions', {
      name: 'X',
      fromStatusId: 999_999,
      toStatusId: 999_998,
      targetGroupId: 77,
      executorGroupIds: [78],
      parameterConditions: [{ parameterId: 999_997, conditionType: 'EXISTS' }],
      requiredParameters: [{ parameterId: 999_996 }],
    });
    expect(foreign.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'toStatusId',
      'fromStatusId',
      'targetGroupId',
      'executorGroupIds',
      'parameterConditions.0.parameterId',
      'requiredParameters.0.parameterId',
    ]);
    const cause = await call(
      'POST',
      '/api/workflow-parameters',
      parameter('cause', { parameterStage: 'SYSTEM_CONTROLLED' }),
    );
    const made = await call('POST', '/api/status-transitions', {
      name: 'Zamknij od razu',
      fromStatusId: initial,
      toStatusId: final,
      targetGroupId: 5,
      executorGroupIds: [5, 5],
      priorityOrder: 3,
      parameterConditions: [{ parameterId: cause.body.id, conditionType: 'NOT_EXISTS' }],
      requiredParameters: [{ parameterId: cause.body.id }],
    });
    expect(made.body).toMatchObject({
      fromStatusName: 'Nowe',
      toStatusName: 'Zakończone',
      targetGroupName: 'IT',
      executorGroupIds: [5],
      priorityOrder: 3,
      isActive: true,
      requiredParameters: [{ parameterId: cause.body.id, isMandatory: true }],
    });
    expect((await call('DELETE', `/api/workflow-parameters/${cause.body.id}`)).body.detail).toBe(
      'The transition "Zamknij od razu" names it.',
    );
    expect((await call('GET', '/api/status-transitions/check-name?name=zamknij%20OD%20razu')).body).toEqual({
      exists: true,
    });
    expect(
      (
        await call('PUT', `/api/status-transitions/${made.body.id}`, {
          name: 'Zamknij',
          fromStatusId: initial,
          toStatusId: final,
          isActive: false,
        })
      ).body,
    ).toMatchObject({ name: 'Zamknij', isActive: false, executorGroupIds: [], requiredParameters: [] });
    expect((await call('DELETE', `/api/status-transitions/${made.body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/api/status-transitions/${made.body.id}`)).status).toBe(404);
  });

  it('change one at a time: two of the same name of parameter make one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/api/workflow-parameters', parameter('race'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });
});

describe('migrations', () => {
  it('run up, down, up', async () => {
    const other = await createTestDatabase(migrations);
    const options = { url: other.ownerUrl, migrations, appRole: other.appRole };
    expect(await rollbackMigrations(options)).toHaveLength(migrations.length);
    expect(await runMigrations(options)).toHaveLength(migrations.length);
    await other.close();
  });
});
