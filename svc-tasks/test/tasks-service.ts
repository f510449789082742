import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventData, EventType, OrganizationRoleCode, WorkflowConfiguration } from '@obieg/contracts';
import { applyMessage, createAuthenticator, createLog, createMetrics } from '@obieg/service-kit';
import { createAddressRules, parseNetworks } from '@obieg/service-kit/guarded-network';
import {
  buildEvent,
  createTestDatabase,
  createTestIdentity,
  startTestService,
} from '@obieg/service-kit/testing';
import { migrations } from '../migrations/index';
import { createTasksApp } from '../src/app';
import { createFolderStore } from '../src/attachments/storage/folder-store';
import { consumers } from '../src/consumers/index';
import { createLiveStreams } from '../src/live/live-streams';
import { createReceiveMail } from '../src/mail-in/receive-mail';
import type { PendingQuotas } from '../src/pending-attachments/quotas';
import { createWebhookSecrets } from '../src/webhooks/secrets';
import type { WebhookSettings } from '../src/webhooks/webhook-dependencies';

export interface TestOrganization {
  id: number;
  code: string;
}

const createdAt = '2026-01-01T00:00:00.000Z';
export const statusIds = { new: 1, inProgress: 2, done: 3 };
const parameter = (
  id: number,
  more: Partial<WorkflowConfiguration['parameters'][number]>,
): WorkflowConfiguration['parameters'][number] => ({
  id,
  parameterName: `p${id}`,
  displayName: `Parametr ${id}`,
  description: null,
  parameterType: 'TEXT',
  parameterStage: 'REGISTRATION',
  sortOrder: id,
  isActive: true,
  defaultValue: null,
  createdAt,
  dictionaryValues: [],
  dependencies: [],
  ...more,
});
const transition = (
  id: number,
  name: string,
  fromStatusId: number | null,
  toStatusId: number,
  more: Partial<WorkflowConfiguration['transitions'][number]> = {},
): WorkflowConfiguration['transitions'][number] => ({
  id,
  name,
  description: null,
  fromStatusId,
  toStatusId,
  targetGroupId: null,
  priorityOrder: id,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
  ...more,
});

/** Builds a questionnaire with a dependency, and transitions with an executor group, a condition and a required parameter. */
export const buildConfiguration = (organizationId: number): WorkflowConfiguration => ({
  organizationId,
  parameters: [
    parameter(1, {
      parameterType: 'DICTIONARY',
      dictionaryValues: ['Sprzęt', 'Konto'].map((value, index) => ({
        id: index + 1,
        value,
        sortOrder: index,
        isActive: true,
      })),
    }),
    parameter(2, {
      dependencies: [{ id: 1, parentParameterId: 1, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }],
    }),
    parameter(3, { parameterStage: 'SYSTEM_CONTROLLED', parameterType: 'NUMBER' }),
  ],
  statuses: [
    { id: statusIds.new, name: 'Nowe', statusType: 'INITIAL', createdAt },
    { id: statusIds.inProgress, name: 'W toku', statusType: 'INTERMEDIATE', createdAt },
    { id: statusIds.done, name: 'Zakończone', statusType: 'FINAL', createdAt },
  ],
  transitions: [
    transition(1, 'Nowe zgłoszenie', null, statusIds.new, { targetGroupId: 6 }),
    transition(2, 'Rozpocznij', statusIds.new, statusIds.inProgress),
    transition(3, 'Odrzuć', statusIds.new, statusIds.done),
    transition(4, 'Tylko IT', statusIds.new, statusIds.done, { executorGroupIds: [5] }),
    transition(5, 'Zakończ', statusIds.inProgress, statusIds.done, {
      requiredParameters: [{ id: 1, parameterId: 3, isMandatory: true, defaultValue: '1' }],
      targetGroupId: 5,
    }),
    transition(6, 'Dla kont', statusIds.new, statusIds.done, {
      parameterConditions: [{ id: 1, parameterId: 1, conditionType: 'EQUALS', conditionValue: 'Konto' }],
    }),
    transition(8, 'Oddaj', statusIds.new, statusIds.inProgress, { targetGroupId: 9 }),
    transition(7, 'Wyłączone', statusIds.new, statusIds.done, { isActive: false }),
  ],
});

/** Address whose tagged forms take answers and tasks. */
export const replyAddress = 'reply@mail.obieg.test';

type KeySet = Parameters<typeof createAuthenticator>[0]['keySet'];

export const testSecretBox = createWebhookSecrets([randomBytes(32)]);
/** Receivers of tests listen on loopback. No name has an address. */
export const testWebhooks: WebhookSettings = {
  secretBox: testSecretBox,
  rules: createAddressRules(parseNetworks('127.0.0.0/8')),
  resolveHost: async () => [],
};

export interface TestServiceOptions {
  /** Creates the key set that verifies tokens. The default contains the key of the test identity. */
  createKeySet?: (identity: ReturnType<typeof createTestIdentity>) => KeySet;
  pendingQuotas?: PendingQuotas;
  bulkTasksPerMinute?: number;
  webhooks?: WebhookSettings;
}

/** Starts svc-tasks on a new database. Its read models receiveMessage their data through the real event consumers. */
export const startTasksService = async ({
  createKeySet = ({ keySet }) => keySet,
  pendingQuotas = { addressBytes: 200 * 1024 * 1024, organizationBytes: 1024 * 1024 * 1024 },
  bulkTasksPerMinute = 2_000,
  webhooks = testWebhooks,
}: TestServiceOptions = {}) => {
  const database = await createTestDatabase(migrations);
  const identity = createTestIdentity();
  const endedSessions = new Set<string>();
  const filesFolder = await mkdtemp(join(tmpdir(), 'obieg-files-'));
  const store = createFolderStore(filesFolder);
  const log = createLog('test', 'silent');
  const streams = createLiveStreams(log, { list: 0, task: 0 });
  const createApp = () =>
    createTasksApp({
      db: database.db,
      store,
      streams,
      log,
      pendingQuotas,
      bulkTasksPerMinute,
      organizationUrl: (codeName) => `https://${codeName}.obieg.test`,
      webhooks,
      replyAddress,
      receiveMail: createReceiveMail({
        db: database.db,
        replyAddress,
        metrics: { count: () => undefined },
        log,
      }),
      metrics: createMetrics('test'),
      healthChecks: [],
      authenticate: createAuthenticator({
        keySet: createKeySet(identity),
        isRevoked: (id) => endedSessions.has(id),
      }),
    });
  const service = await startTestService(createApp());
  const reactions = consumers.flatMap((consumer) => consumer.reactions);
  const receiveMessage = (payload: string) =>
    applyMessage({ service: 'svc-tasks', reactions, db: database.db }, payload);
  const applyEvent = async <T extends EventType>(
    type: T,
    data: EventData<T>,
    aggregateId: string | number,
  ) => {
    await receiveMessage(buildEvent(type, data, { aggregateId }));
  };

  const applyOrganizationEvent = async <
    T extends 'obieg.identity.organization.changed' | 'obieg.identity.organization.deleted',
  >(
    type: T,
    data: EventData<T>,
  ) => {
    const event = buildEvent(type, data, { aggregateId: data.id });
    await receiveMessage(JSON.stringify({ ...JSON.parse(event), organizationid: data.id }));
  };
  const addOrganization = async (id: number, code: string, timeZone?: string): Promise<TestOrganization> => {
    const organization = { id, name: `Organizacja ${code}`, codeName: code, createdAt, timeZone };
    await applyOrganizationEvent('obieg.identity.organization.changed', organization);
    await applyEvent('obieg.workflow.configuration.changed', buildConfiguration(id), id);
    return { id, code };
  };
  const deleteOrganization = ({ id, code }: TestOrganization) =>
    applyOrganizationEvent('obieg.identity.organization.deleted', { id, codeName: code });
  const addMember = async (
    organization: TestOrganization,
    userId: number,
    roles: OrganizationRoleCode[],
    isEmailVerified = true,
  ): Promise<string> => {
    await applyEvent(
      'obieg.identity.user.changed',
      { id: userId, username: `user${userId}`, email: `user${userId}@obieg.test`, systemRoles: [] },
      userId,
    );
    await applyEvent(
      'obieg.identity.membership.changed',
      { organizationId: organization.id, userId, roles, isEmailVerified },
      userId,
    );
    return identity.sign({ userId, organizationId: organization.id });
  };
  /** A super administrator has access to each organization without a membership. */
  const addSuperAdmin = async (organization: TestOrganization, userId: number): Promise<string> => {
    await applyEvent(
      'obieg.identity.user.changed',
      {
        id: userId,
        username: `user${userId}`,
        email: `user${userId}@obieg.test`,
        systemRoles: ['SUPER_ADMIN'],
      },
      userId,
    );
    return identity.sign({ userId, organizationId: organization.id });
  };
  const addGroup = (organization: TestOrganization, id: number, parentGroupId: number | null = null) =>
    applyEvent(
      'obieg.identity.group.changed',
      { organizationId: organization.id, id, name: `Grupa ${id}`, description: null, parentGroupId },
      id,
    );
  const joinGroup = (
    organization: TestOrganization,
    groupId: number,
    userId: number,
    role: 'LEADER' | 'MEMBER' | 'OBSERVER' | 'SUSPENDED',
  ) =>
    applyEvent(
      'obieg.identity.group-member.changed',
      { organizationId: organization.id, groupId, userId, role },
      `${groupId}-${userId}`,
    );
  const leaveGroup = ({ id: organizationId }: TestOrganization, groupId: number, userId: number) =>
    applyEvent(
      'obieg.identity.group-member.deleted',
      { organizationId, groupId, userId },
      `${groupId}-${userId}`,
    );
  const deleteGroup = ({ id: organizationId }: TestOrganization, id: number) =>
    applyEvent('obieg.identity.group.deleted', { organizationId, id }, id);

  return {
    ...database,
    request: service.request,
    /** Starts a second process on the same database and store. */
    startInstance: () => startTestService(createApp()),
    port: service.port,
    filesFolder,
    store,
    streams,
    identity,
    endedSessions,
    receiveMessage,
    applyEvent,
    addOrganization,
    deleteOrganization,
    addMember,
    addSuperAdmin,
    addGroup,
    joinGroup,
    leaveGroup,
    deleteGroup,
    close: async () => {
      streams.close();
      await service.close();
      await database.close();
      await rm(filesFolder, { recursive: true, force: true });
    },
  };
};
export type TasksService = Awaited<ReturnType<typeof startTasksService>>;

export const submission = {
  title: 'Nie działa drukarka',
  description: 'Zażółć gęślą jaźń',
  createdByEmail: 'jan@example.com',
  workflowParameters: { '1': 'Sprzęt', '2': 'HP' },
};
