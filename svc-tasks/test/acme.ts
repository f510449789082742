import type { EventType } from '@obieg/contracts';
import { recordedEvents } from '@obieg/service-kit/testing';
import { startTasks, submission, type TestTasksOptions } from './tasks-service';

/** Who is at work in the tests: the user ids of acme, and one of globex. */
export const people = {
  operator: 10,
  member: 11,
  reporter: 12,
  it: 13,
  observer: 14,
  leader: 15,
  admin: 16,
  workflowManager: 17,
  superAdmin: 18,
  foreign: 20,
} as const;
export type Person = keyof typeof people;

/** acme with a group (5) and one below it (6), a person for every role, and globex beside it. */
export const startAcme = async (options: TestTasksOptions = {}) => {
  const tasks = await startTasks(options);
  const acme = await tasks.addOrganization(1, 'acme');
  const globex = await tasks.addOrganization(2, 'globex');
  const tokens: Record<Person, string> = {
    operator: await tasks.addMember(acme, people.operator, ['OPERATOR']),
    member: await tasks.addMember(acme, people.member, ['MEMBER']),
    reporter: await tasks.addMember(acme, people.reporter, ['REPORTER']),
    it: await tasks.addMember(acme, people.it, ['MEMBER']),
    observer: await tasks.addMember(acme, people.observer, ['MEMBER']),
    leader: await tasks.addMember(acme, people.leader, ['MEMBER']),
    admin: await tasks.addMember(acme, people.admin, ['ORG_ADMIN']),
    workflowManager: await tasks.addMember(acme, people.workflowManager, ['WORKFLOW_MANAGER']),
    superAdmin: await tasks.addSuperAdmin(acme, people.superAdmin),
    foreign: await tasks.addMember(globex, people.foreign, ['ORG_ADMIN']),
  };
  await tasks.addGroup(acme, 5);
  await tasks.addGroup(acme, 6, 5);
  await tasks.addGroup(acme, 9);
  await tasks.joinGroup(acme, 6, people.it, 'MEMBER');
  await tasks.joinGroup(acme, 5, people.observer, 'OBSERVER');
  await tasks.joinGroup(acme, 6, people.leader, 'LEADER');

  const call = (
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => tasks.request(method, path, { organization: acme, token, body, headers });
  return {
    tasks,
    acme,
    globex,
    tokens,
    call,
    /** The same call on globex's address. */
    callElsewhere: (method: string, path: string, token?: string, body?: unknown) =>
      tasks.request(method, path, { organization: globex, token, body }),
    submit: async (more: object = {}, token?: string): Promise<number> => {
      const { status, body } = await call('POST', '/api/tasks', token, { ...submission, ...more });
      if (status !== 201) throw new Error(`A task was refused: ${JSON.stringify(body)}`);
      return body.publicTaskId;
    },
    numbersListed: async (token: string, query = ''): Promise<number[]> =>
      (await call('GET', `/api/tasks?limit=200${query}`, token)).body.tasks.map(
        ({ publicTaskId }: { publicTaskId: number }) => publicTaskId,
      ),
    /** The task's events in the outbox, oldest first. */
    eventsOf: async (id: number, type: `obieg.tasks.task${string}` & EventType) =>
      (await recordedEvents(tasks.db.knex, type)).filter(
        ({ data }) => (data as { publicTaskId: number }).publicTaskId === id,
      ),
  };
};
export type Acme = Awaited<ReturnType<typeof startAcme>>;
