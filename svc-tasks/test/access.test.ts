import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, type Person, startAcme } from './acme';
import { multipart, multipartType, png } from './files';
import { submission } from './tasks-service';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

/** `author`: the reporter, on a task that they submitted; all others are on a member's. */
type Caller = Exclude<Person, 'foreign'> | 'nobody' | 'author';
type Answers = Record<Caller, number>;
interface Endpoint {
  method: string;
  /** As the service describes it, under /api/tasks/{publicTaskId}. */
  path: string;
  query?: string;
  body?: object;
  /** What each caller gets on a task that is not restricted. */
  answers: Answers;
}

const callers = (code: number): Answers => ({
  nobody: code,
  reporter: code,
  author: code,
  member: code,
  observer: code,
  it: code,
  leader: code,
  operator: code,
  workflowManager: code,
  admin: code,
  superAdmin: code,
});
const members = { ...callers(200), nobody: 401, reporter: 403, author: 403 };
const operators = { ...members, member: 403, observer: 403, it: 403, leader: 403 };
const contributors = { ...callers(201), nobody: 401, reporter: 403 };

const downloadPath = '/attachments/{attachmentId}/download';
const uploadPath = '/attachments';
const get = (path: string, answers: Answers = callers(200), query = ''): Endpoint => ({
  method: 'GET',
  path,
  query,
  answers,
});
const post = (path: string, body: object, answers: Answers): Endpoint => ({
  method: 'POST',
  path,
  body,
  answers,
});

/** Every endpoint under one task. */
const endpoints: Endpoint[] = [
  get(''),
  get('/transitions'),
  get('/comments'),
  get('/status-history'),
  get('/assignment-history'),
  get('/change-history'),
  get(downloadPath),
  get('/live', { ...callers(200), nobody: 401 }),
  get('/parameters', operators),
  get('/assignees', members, '?searchTerm=user'),
  post('/transition', { transitionId: 2 }, members),
  post('/comment', { content: 'x' }, contributors),
  post(uploadPath, {}, contributors),
  post('/assign', { assignmentType: 'ASSIGN_TO_ME' }, members),
  post('/assign', { assignmentType: 'ASSIGN_TO_USER', userId: 10 }, operators),
  post('/assign', { assignmentType: 'ASSIGN_TO_GROUP', groupId: 5 }, operators),
  post('/priority', { priority: 'HIGH' }, operators),
  { method: 'PUT', path: '', body: { title: 'Nowy tytuł' }, answers: operators },
  {
    method: 'DELETE',
    path: '',
    answers: { ...operators, operator: 204, workflowManager: 204, admin: 204, superAdmin: 204 },
  },
];

interface Place {
  /** As it stands in the address. */
  task: number | string;
  file: number;
  organization?: { id: number; code: string };
}
const ask = (
  { method, path, query = '', body }: Endpoint,
  { task, file, organization = house.acme }: Place,
  token: string | undefined,
) => {
  const address = `/api/tasks/${task}${path.replace('{attachmentId}', String(file))}${query}`;
  const payload =
    path === uploadPath
      ? {
          rawBody: multipart({ filename: 'a.png', content: png }),
          headers: { 'content-type': multipartType },
        }
      : { body };
  return house.tasks.request(method, address, { organization, token, ...payload });
};
const uploading: Endpoint = post(uploadPath, {}, callers(0));
const tokenOf = (caller: Caller): string | undefined =>
  caller === 'nobody' ? undefined : house.tokens[caller === 'author' ? 'reporter' : caller];
const prepare = async (more: object, token: string) => {
  const task = await house.submit(more, token);
  const { body } = await ask(uploading, { task, file: 0 }, token);
  return { task, file: body.attachment.id as number };
};

describe('every endpoint that the service describes', () => {
  it('is among those whose answers to each role are checked here', async () => {
    const { body } = await house.tasks.request('GET', '/openapi.json');
    const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const checked = endpoints.map(({ method, path }) => `${method} /api/tasks/{publicTaskId}${path}`);
    expect(described.toSorted()).toEqual(
      [...new Set(['GET /api/tasks', 'GET /api/tasks/live', 'POST /api/tasks', ...checked])].toSorted(),
    );
  });
});

describe('/api/tasks', () => {
  it('lists for who is signed in, tells them of changes, and takes a task from anybody', async () => {
    const { call, callElsewhere, tokens } = house;
    const got: Partial<Record<Caller, [list: number, live: number, submit: number]>> = {};
    const all = Object.keys(callers(0)) as Caller[];
    for (const caller of all)
      got[caller] = [
        (await call('GET', '/api/tasks', tokenOf(caller))).status,
        (await call('GET', '/api/tasks/live', tokenOf(caller))).status,
        (await call('POST', '/api/tasks', tokenOf(caller), submission)).status,
      ];
    expect(got).toEqual({
      ...Object.fromEntries(all.map((caller) => [caller, [200, 200, 201]])),
      nobody: [401, 401, 201],
    });
    expect((await call('GET', '/api/tasks', tokens.foreign)).status).toBe(401);
    expect((await call('POST', '/api/tasks', tokens.foreign, submission)).status).toBe(401);
    expect((await callElsewhere('GET', '/api/tasks', tokens.superAdmin)).status).toBe(401);
  });
});

describe.each(endpoints)('$method /api/tasks/{publicTaskId}$path $body', (endpoint) => {
  const { answers } = endpoint;

  it('answers each role as decided', async () => {
    const { tokens } = house;
    const got: Record<string, number> = {};
    for (const caller of Object.keys(answers) as Caller[]) {
      // Assigned to a group that nobody of these leads, so that the leader is one of the others here.
      const place =
        caller === 'author'
          ? await prepare({}, tokens.reporter)
          : await prepare({ assignedGroupId: 9 }, tokens.member);
      got[caller] = (await ask(endpoint, place, tokenOf(caller))).status;
    }
    expect(got).toEqual(answers);
  });

  it('hides a restricted task from all others, administrators included, and leaves it as it was', async () => {
    const { tokens, call } = house;
    const place = await prepare({ visibleUserIds: [11], assignedUserId: 11 }, tokens.member);
    const view = async () => (await call('GET', `/api/tasks/${place.task}`, tokens.member)).body.task;
    const before = await view();
    const others = Object.keys(answers).filter((caller) => !['nobody', 'author', 'member'].includes(caller));
    for (const caller of others as Caller[])
      expect((await ask(endpoint, place, tokenOf(caller))).status, caller).toBe(404);
    expect((await ask(endpoint, place, undefined)).status).toBe(answers.nobody === 401 ? 401 : 404);
    expect(await view()).toEqual(before);
  });

  it('hides other tenants, and numbers that are none', async () => {
    const { globex, tokens, call } = house;
    const place = await prepare({}, tokens.member);
    expect((await ask(endpoint, { ...place, organization: globex }, tokens.foreign)).status).toBe(404);
    expect((await ask(endpoint, place, tokens.foreign)).status).toBe(401);
    // A file without a task is a mistake of the form that sends it.
    const unreadable = endpoint.path === uploadPath ? 422 : 404;
    expect((await ask(endpoint, { ...place, task: 123_456_789_012 }, tokens.admin)).status).toBe(404);
    for (const task of ['0', 'abc', '99999999999999999999', '1e3', '%00'])
      expect((await ask(endpoint, { ...place, task }, tokens.admin)).status, task).toBe(unreadable);
    expect((await call('GET', `/api/tasks/${place.task}`)).status).toBe(200);
  });
});
