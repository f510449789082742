import type { OrganizationRoleCode } from '@obieg/contracts';
import { applyMessage, createAuthenticator, createLog, createMetrics } from '@obieg/service-kit';
import {
  buildEvent,
  createTestDatabase,
  createTestIdentity,
  recordedEvents,
  startTestService,
} from '@obieg/service-kit/testing';
import { migrations } from '../migrations/index';
import { createWorkflowApp } from '../src/app';
import { consumers } from '../src/consumers/index';

export const acme = { id: 1, code: 'acme' };
const globex = { id: 2, code: 'globex' };
/** Users of the tests by id. `foreign` manages globex's workflow. */
export const people = { manager: 10, member: 11, reporter: 12, foreign: 20 } as const;
/** Acme's only group. */
export const groupId = 5;

const createdAt = '2026-01-01T00:00:00Z';

export const organizationEvent = ({ id, code }: typeof acme): string =>
  buildEvent(
    'obieg.identity.organization.changed',
    { id, name: code, codeName: code, createdAt },
    { aggregateId: id },
  ).replace('"aggregateversion"', `"organizationid":${id},"aggregateversion"`);

/** Builds svc-tasks' event of a task of acme. */
export const taskHolding = (statusId: number, publicTaskId = 123_456_789_012) => ({
  organizationId: acme.id,
  publicTaskId,
  title: 't',
  statusId,
  priority: 'NORMAL' as const,
  assignedUserId: null,
  assignedGroupId: null,
  parameterIds: [],
  createdAt,
  lastUpdatedAt: createdAt,
});

/** Body of a parameter with all required fields. */
export const parameter = (parameterName: string, more: object = {}) => ({
  parameterName,
  displayName: parameterName,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  sortOrder: 1,
  ...more,
});

/** Body of a dictionary with these active values. */
export const dictionary = (...values: string[]) => ({
  parameterType: 'DICTIONARY',
  dictionaryValues: values.map((value, sortOrder) => ({ value, sortOrder })),
});

/** Starts the real service on its own database, fed by its reactions: acme with people, and globex. */
export const startWorkflow = async () => {
  const database = await createTestDatabase(migrations);
  const identity = createTestIdentity();
  const app = createWorkflowApp({
    db: database.db,
    log: createLog('test', 'silent'),
    metrics: createMetrics('test'),
    healthChecks: [],
    authenticate: createAuthenticator({ keySet: identity.keySet, isRevoked: () => false }),
  });
  const service = await startTestService(app);
  const reactions = consumers.flatMap((consumer) => consumer.reactions);
  const receive = (payload: string) =>
    applyMessage({ service: 'svc-workflow', reactions, db: database.db }, payload);

  const join = async (userId: number, organizationId: number, roles: OrganizationRoleCode[]) => {
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

  for (const organization of [acme, globex]) await receive(organizationEvent(organization));
  await join(people.manager, acme.id, ['WORKFLOW_MANAGER']);
  await join(people.member, acme.id, ['MEMBER']);
  await join(people.reporter, acme.id, ['REPORTER']);
  await join(people.foreign, globex.id, ['WORKFLOW_MANAGER']);
  await receive(
    buildEvent(
      'obieg.identity.group.changed',
      { organizationId: acme.id, id: groupId, name: 'IT', description: null, parentGroupId: null },
      { aggregateId: groupId },
    ),
  );

  const tokenOf = (userId: number, organizationId = acme.id) => identity.sign({ userId, organizationId });
  /** Calls acme, as its manager by default. */
  const call = (
    method: string,
    path: string,
    body?: unknown,
    {
      token = tokenOf(people.manager),
      headers = {},
    }: { token?: string; headers?: Record<string, string> } = {},
  ) => service.request(method, path, { organization: acme, token, body, headers });
  const make = async (path: string, body: unknown): Promise<number> => {
    const answer = await call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };

  return {
    database,
    db: database.db,
    receive,
    tokenOf,
    call,
    request: service.request,
    /** Calls globex as its manager. */
    callElsewhere: (method: string, path: string, body?: unknown) =>
      service.request(method, path, {
        organization: globex,
        token: tokenOf(people.foreign, globex.id),
        body,
      }),
    /** Creates an entity and returns its id. Fails on a refusal. */
    makeParameter: (name: string, more: object = {}) =>
      make('/api/workflow-parameters', parameter(name, more)),
    makeStatus: (name: string, statusType = 'INTERMEDIATE') =>
      make('/api/workflow-status', { name, statusType }),
    makeTransition: (body: object) => make('/api/status-transitions', body),
    statusNamed: async (name: string): Promise<number> =>
      (await call('GET', '/api/workflow-status')).body.find(
        (status: { name: string }) => status.name === name,
      ).id,
    /** The last published configuration of acme. */
    lastPublished: async () =>
      (await recordedEvents(database.db.knex, 'obieg.workflow.configuration.changed'))
        .filter(({ organizationid }) => organizationid === acme.id)
        .at(-1),
    close: async () => {
      await service.close();
      await database.close();
    },
  };
};
export type WorkflowService = Awaited<ReturnType<typeof startWorkflow>>;
