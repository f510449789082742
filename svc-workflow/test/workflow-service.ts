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
import { createCheckThreads } from '../src/check/check-threads';
import { consumers } from '../src/consumers/index';
import { buildCheckWorker } from './check-worker';

export const acme = { id: 1, code: 'acme' };
const globex = { id: 2, code: 'globex' };
/** Ids of the test users. All belong to acme, except the workflow manager of globex. */
export const userIds = { manager: 10, member: 11, reporter: 12, globexManager: 20 } as const;
/** The only group of acme. */
export const groupId = 5;

const createdAt = '2026-01-01T00:00:00Z';

export const buildOrganizationEvent = ({ id, code }: typeof acme, timeZone?: string): string =>
  buildEvent(
    'obieg.identity.organization.changed',
    { id, name: code, codeName: code, createdAt, timeZone },
    { aggregateId: id },
  ).replace('"aggregateversion"', `"organizationid":${id},"aggregateversion"`);

/** Builds the data of the event that svc-tasks publishes for a task of acme. */
export const buildTaskData = (statusId: number, publicTaskId = 123_456_789_012) => ({
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

/** Builds the body of a parameter with all required fields. */
export const buildParameter = (parameterName: string, more: object = {}) => ({
  parameterName,
  displayName: parameterName,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  sortOrder: 1,
  ...more,
});

/** Builds the dictionary fields of a parameter, with active values. */
export const buildDictionary = (...values: string[]) => ({
  parameterType: 'DICTIONARY',
  dictionaryValues: values.map((value, sortOrder) => ({ value, sortOrder })),
});

/**
 * Starts svc-workflow on a new database with the organizations acme and globex and their users.
 * The read models receive their data through the real event consumers.
 */
export const startWorkflowService = async () => {
  const database = await createTestDatabase(migrations);
  const identity = createTestIdentity();
  const log = createLog('test', 'silent');
  const checkThreads = createCheckThreads(await buildCheckWorker(), log);
  const checkedIds = new Set<number>();
  const app = createWorkflowApp({
    db: database.db,
    log,
    runCheck: (organizationId, input) => {
      checkedIds.add(organizationId);
      return checkThreads.run(organizationId, input).finally(() => checkedIds.delete(organizationId));
    },
    metrics: createMetrics('test'),
    healthChecks: [],
    authenticate: createAuthenticator({ keySet: identity.keySet, isRevoked: () => false }),
  });
  const service = await startTestService(app);
  const reactions = consumers.flatMap((consumer) => consumer.reactions);
  const receiveMessage = (payload: string) =>
    applyMessage({ service: 'svc-workflow', reactions, db: database.db }, payload);

  const addMember = async (userId: number, organizationId: number, roles: OrganizationRoleCode[]) => {
    await receiveMessage(
      buildEvent(
        'obieg.identity.user.changed',
        { id: userId, username: `u${userId}`, email: `u${userId}@obieg.test`, systemRoles: [] },
        { aggregateId: userId },
      ),
    );
    await receiveMessage(
      buildEvent(
        'obieg.identity.membership.changed',
        { organizationId, userId, roles, isEmailVerified: true },
        { aggregateId: userId },
      ),
    );
  };

  for (const organization of [acme, globex]) await receiveMessage(buildOrganizationEvent(organization));
  await addMember(userIds.manager, acme.id, ['WORKFLOW_MANAGER']);
  await addMember(userIds.member, acme.id, ['MEMBER']);
  await addMember(userIds.reporter, acme.id, ['REPORTER']);
  await addMember(userIds.globexManager, globex.id, ['WORKFLOW_MANAGER']);
  await receiveMessage(
    buildEvent(
      'obieg.identity.group.changed',
      { organizationId: acme.id, id: groupId, name: 'IT', description: null, parentGroupId: null },
      { aggregateId: groupId },
    ),
  );

  const tokenOf = (userId: number, organizationId = acme.id) => identity.sign({ userId, organizationId });
  /** Sends a request to acme's address. The default caller is the workflow manager. */
  const call = (
    method: string,
    path: string,
    body?: unknown,
    {
      token = tokenOf(userIds.manager),
      headers = {},
    }: { token?: string; headers?: Record<string, string> } = {},
  ) => service.request(method, path, { organization: acme, token, body, headers });
  const create = async (path: string, body: unknown): Promise<number> => {
    const response = await call('POST', path, body);
    if (response.status !== 201) throw new Error(`${path} was rejected: ${JSON.stringify(response.body)}`);
    return response.body.id;
  };

  return {
    database,
    db: database.db,
    receiveMessage,
    addMember,
    tokenOf,
    call,
    request: service.request,
    /** Whether a check of the organization runs. */
    isChecking: (organizationId: number): boolean => checkedIds.has(organizationId),
    /** Sends a request to globex's address as its workflow manager. */
    callGlobex: (method: string, path: string, body?: unknown) =>
      service.request(method, path, {
        organization: globex,
        token: tokenOf(userIds.globexManager, globex.id),
        body,
      }),
    /** Creates a parameter and returns its id. @throws if the request is rejected */
    createParameter: (name: string, more: object = {}) =>
      create('/api/workflow-parameters', buildParameter(name, more)),
    createStatus: (name: string, statusType = 'INTERMEDIATE') =>
      create('/api/workflow-status', { name, statusType }),
    createTransition: (body: object) => create('/api/status-transitions', body),
    findStatusId: async (name: string): Promise<number> =>
      (await call('GET', '/api/workflow-status')).body.find(
        (status: { name: string }) => status.name === name,
      ).id,
    /** Returns the last event with the configuration of acme. */
    getLastPublished: async () =>
      (await recordedEvents(database.db.knex, 'obieg.workflow.configuration.changed'))
        .filter(({ organizationid }) => organizationid === acme.id)
        .at(-1),
    close: async () => {
      await service.close();
      await checkThreads.stop();
      await database.close();
    },
  };
};
export type WorkflowService = Awaited<ReturnType<typeof startWorkflowService>>;
