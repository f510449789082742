import type { EventType } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { startTasksService, submission, type TestServiceOptions } from './tasks-service';

/** Ids of the test users. All belong to acme, except the administrator of globex. */
export const userIds = {
  operator: 10,
  member: 11,
  reporter: 12,
  groupMember: 13,
  observer: 14,
  leader: 15,
  admin: 16,
  workflowManager: 17,
  superAdmin: 18,
  globexAdmin: 20,
} as const;
export type TestUser = keyof typeof userIds;

/**
 * Starts svc-tasks with two organizations: acme has a user for each role, globex has one administrator.
 *
 * Groups of acme: 5, its child group 6, and 9. `groupMember` and `leader` belong to group 6, `observer` to group 5.
 */
export const startFixture = async (options: TestServiceOptions = {}) => {
  const service = await startTasksService(options);
  const acme = await service.addOrganization(1, 'acme');
  const globex = await service.addOrganization(2, 'globex');
  const tokens: Record<TestUser, string> = {
    operator: await service.addMember(acme, userIds.operator, ['OPERATOR']),
    member: await service.addMember(acme, userIds.member, ['MEMBER']),
    reporter: await service.addMember(acme, userIds.reporter, ['REPORTER']),
    groupMember: await service.addMember(acme, userIds.groupMember, ['MEMBER']),
    observer: await service.addMember(acme, userIds.observer, ['MEMBER']),
    leader: await service.addMember(acme, userIds.leader, ['MEMBER']),
    admin: await service.addMember(acme, userIds.admin, ['ORG_ADMIN']),
    workflowManager: await service.addMember(acme, userIds.workflowManager, ['WORKFLOW_MANAGER']),
    superAdmin: await service.addSuperAdmin(acme, userIds.superAdmin),
    globexAdmin: await service.addMember(globex, userIds.globexAdmin, ['ORG_ADMIN']),
  };
  await service.addGroup(acme, 5);
  await service.addGroup(acme, 6, 5);
  await service.addGroup(acme, 9);
  await service.joinGroup(acme, 6, userIds.groupMember, 'MEMBER');
  await service.joinGroup(acme, 5, userIds.observer, 'OBSERVER');
  await service.joinGroup(acme, 6, userIds.leader, 'LEADER');

  const call = (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => service.request(method, path, { organization: acme, token, body, headers });
  return {
    service,
    acme,
    globex,
    tokens,
    /** Sends a request to acme's address. */
    call,
    /** Sends a request to globex's address. */
    callGlobex: (method: string, path: string, token?: string, body?: unknown) =>
      service.request(method, path, { organization: globex, token, body }),
    /** Submits a task and returns its id. Without a token, a visitor submits it. */
    submit: async (more: object = {}, token?: string): Promise<number> => {
      const { status, body } = await call('POST', '/api/tasks', token, { ...submission, ...more });
      if (status !== 201) throw new Error(`The submission was rejected: ${JSON.stringify(body)}`);
      return body.publicTaskId;
    },
    listTaskIds: async (token: string, query = ''): Promise<number[]> =>
      (await call('GET', `/api/tasks?limit=200${query}`, token)).body.tasks.map(
        ({ publicTaskId }: { publicTaskId: number }) => publicTaskId,
      ),
    /** Counts the tasks of acme. */
    countTasks: (): Promise<number> =>
      withOrganization(service.db, acme.id, async (tx) => {
        const [row] = await tx('tasks').count<{ count: number }[]>('* as count');
        return row?.count ?? 0;
      }),
    /** Returns the task's events of one type from the outbox, oldest first. */
    listTaskEvents: async (id: number, type: `obieg.tasks.task${string}` & EventType) =>
      (await recordedEvents(service.db.knex, type)).filter(
        ({ data }) => (data as { publicTaskId: number }).publicTaskId === id,
      ),
  };
};
export type Fixture = Awaited<ReturnType<typeof startFixture>>;
