import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture, type TestUser } from './fixture';
import { submission } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

/** The author is the reporter on their own task. All other callers access a task of the member. */
type Caller = Exclude<TestUser, 'globexAdmin'> | 'visitor' | 'author';
type StatusByCaller = Record<Caller, number>;
interface Endpoint {
  method: string;
  /** Path after /api/tasks/{publicTaskId}, as in the OpenAPI document. */
  path: string;
  query?: string;
  body?: object;
  /** Expected status codes on an unrestricted task. */
  expected: StatusByCaller;
}

const allCallers = (code: number): StatusByCaller => ({
  visitor: code,
  reporter: code,
  author: code,
  member: code,
  observer: code,
  groupMember: code,
  leader: code,
  operator: code,
  workflowManager: code,
  admin: code,
  superAdmin: code,
});
const members = { ...allCallers(200), visitor: 401, reporter: 403, author: 403 };
const operators = { ...members, member: 403, observer: 403, groupMember: 403, leader: 403 };
const contributors = { ...allCallers(201), visitor: 401, reporter: 403 };

const deleters = { ...operators, operator: 204, workflowManager: 204, admin: 204, superAdmin: 204 };
/** The author and the member call the endpoint for what they wrote or uploaded. */
const writers = (code: number, others: StatusByCaller): StatusByCaller => ({
  ...others,
  author: code,
  member: code,
});
const linkers = { ...operators, operator: 201, workflowManager: 201, admin: 201, superAdmin: 201 };
const refused = { ...allCallers(403), visitor: 401 };

const linkPath = '/links/{linkId}';
const commentPath = '/comments/{commentId}';
const attachmentPath = '/attachments/{attachmentId}';
const downloadPath = '/attachments/{attachmentId}/download';
const uploadPath = '/attachments';
const get = (path: string, expected: StatusByCaller = allCallers(200), query = ''): Endpoint => ({
  method: 'GET',
  path,
  query,
  expected,
});
const post = (path: string, body: object, expected: StatusByCaller): Endpoint => ({
  method: 'POST',
  path,
  body,
  expected,
});

/** The task waits for no approval. */
const undecided = Object.fromEntries(
  Object.entries(members).map(([caller, status]) => [caller, status === 200 ? 409 : status]),
) as StatusByCaller;

const taskEndpoints: Endpoint[] = [
  get(''),
  get('/transitions'),
  get('/comments'),
  get('/status-history'),
  get('/assignment-history'),
  get('/change-history'),
  get('/target-history'),
  get(downloadPath),
  get('/live', { ...allCallers(200), visitor: 401 }),
  get('/parameters', operators),
  get('/readers', operators),
  get('/assignees', members, '?searchTerm=user'),
  get('/mention-candidates', members, '?searchTerm=user'),
  get('/unmatched-mentions', members, '?text=@user'),
  get('/comment-readers', { ...members, author: 200 }),
  { method: 'PUT', path: '/watch', expected: { ...allCallers(200), visitor: 401, reporter: 403 } },
  { method: 'DELETE', path: '/watch', expected: { ...allCallers(204), visitor: 401, reporter: 403 } },
  post('/transition', { transitionId: 2 }, members),
  get('/approval'),
  post('/approval', { decision: 'APPROVED' }, undecided),
  post('/comment', { content: 'x' }, contributors),
  post(uploadPath, {}, contributors),
  get(`${commentPath}/mail`, { ...allCallers(200), visitor: 404, reporter: 404 }),
  get(`${commentPath}/versions`, { ...allCallers(200), visitor: 404, reporter: 404, author: 404 }),
  { method: 'DELETE', path: `${commentPath}/versions`, expected: writers(204, refused) },
  { method: 'PUT', path: commentPath, body: { content: 'y' }, expected: writers(200, refused) },
  { method: 'DELETE', path: commentPath, expected: writers(204, refused) },
  { method: 'DELETE', path: attachmentPath, expected: writers(204, deleters) },
  post('/assign', { assignmentType: 'ASSIGN_TO_ME' }, members),
  post('/assign', { assignmentType: 'ASSIGN_TO_USER', userId: 10 }, operators),
  post('/assign', { assignmentType: 'ASSIGN_TO_GROUP', groupId: 5 }, operators),
  post('/priority', { priority: 'HIGH' }, operators),
  get('/links'),
  post('/links', { type: 'RELATES', otherTaskId: 'OTHER' }, linkers),
  { method: 'DELETE', path: linkPath, expected: deleters },
  post('/due', { dueAt: '2026-12-01T10:00:00Z' }, operators),
  { method: 'PUT', path: '', body: { title: 'Nowy tytuł' }, expected: operators },
  {
    method: 'DELETE',
    path: '',
    expected: deleters,
  },
];

interface Target {
  /** Task id in the path. A string tests invalid ids. */
  task: number | string;
  attachment: number;
  comment: number;
  /** An unrestricted task, and the link to it. */
  other: number;
  link: number;
  organization?: { id: number; code: string };
}
const callEndpoint = (
  { method, path, query = '', body }: Endpoint,
  { task, attachment, comment, other, link, organization = fixture.acme }: Target,
  token: string | undefined,
) => {
  const part = path
    .replace('{attachmentId}', String(attachment))
    .replace('{commentId}', String(comment))
    .replace('{linkId}', String(link));
  const address = `/api/tasks/${task}${part}${query}`;
  const payload =
    path === uploadPath
      ? {
          rawBody: buildMultipart({ filename: 'a.png', content: png }),
          headers: { 'content-type': multipartType },
        }
      : { body: body && 'otherTaskId' in body ? { ...body, otherTaskId: other } : body };
  return fixture.service.request(method, address, { organization, token, ...payload });
};
const uploadEndpoint = post(uploadPath, {}, contributors);
const tokenOf = (caller: Caller): string | undefined =>
  caller === 'visitor' ? undefined : fixture.tokens[caller === 'author' ? 'reporter' : caller];
/** Links two tasks. A reader of only one of them may not. */
const insertLink = (task: number, other: number): Promise<number> =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    const { rows } = await tx.raw<{ rows: { id: number }[] }>(
      `insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
       select s.organization_id, 'BLOCKS', s.id, t.id, 1 from tasks s, tasks t
        where s.public_task_id = ? and t.public_task_id = ? returning id`,
      [task, other],
    );
    return rows[0]?.id ?? 0;
  });
const createTarget = async (more: object, token: string): Promise<Target> => {
  const task = await fixture.submit(more, token);
  const other = await fixture.submit();
  const nothing = { attachment: 0, comment: 0, other: 0, link: 0 };
  const { body } = await callEndpoint(uploadEndpoint, { task, ...nothing }, token);
  const text = { content: 'x', visibleToAuthor: true };
  await fixture.call('POST', `/api/tasks/${task}/comment`, token, text);
  const { comments } = (await fixture.call('GET', `/api/tasks/${task}/comments`, token)).body;
  await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
    tx('comments').where({ id: comments[0].id }).update({ mail_text: 'x, y' }),
  );
  return {
    task,
    attachment: body.attachment.id,
    comment: comments[0].id,
    other,
    link: await insertLink(task, other),
  };
};

describe('GET /openapi.json', () => {
  it('lists exactly the endpoints that this file tests', async () => {
    const { body } = await fixture.service.request('GET', '/openapi.json');
    const documented = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const tested = taskEndpoints.map(({ method, path }) => `${method} /api/tasks/{publicTaskId}${path}`);
    expect(documented.toSorted()).toEqual(
      [
        ...new Set([
          'GET /api/tasks',
          'GET /api/tasks/live',
          // `task-export.test.ts` tests who may call it.
          'GET /api/tasks/export',
          // `status-counts.test.ts` tests who may call it.
          'GET /api/tasks/status-counts',
          // `workflow-impact.test.ts` tests who may call these.
          'POST /api/tasks/workflow-impact',
          'GET /api/tasks/stuck-counts',
          // `organization-task-count.test.ts` tests who may call it.
          'GET /api/tasks/organizations/{id}/count',
          'POST /api/tasks',
          // `approvals.test.ts` tests who may call these.
          'GET /api/approvals',
          'GET /api/absence',
          'PUT /api/absence',
          'DELETE /api/absence',
          // `notifications.test.ts` tests who may call these.
          'GET /api/notifications',
          'GET /api/notifications/live',
          'POST /api/notifications/read',
          'POST /api/notifications/unread',
          'POST /api/notifications/done',
          'POST /api/notifications/{id}/snooze',
          'DELETE /api/notifications/{id}/snooze',
          'GET /api/notification-settings',
          'PUT /api/notification-settings',
          // `reporter-access.test.ts` tests who may call these.
          'GET /api/tasks/{publicTaskId}/reporter-access',
          'POST /api/tasks/{publicTaskId}/reporter-access',
          'DELETE /api/tasks/{publicTaskId}/reporter-access',
          'POST /api/tasks/{publicTaskId}/reporter-access/comment',
          'POST /api/tasks/{publicTaskId}/reporter-access/read',
          'POST /api/tasks/{publicTaskId}/reporter-access/attachments',
          'GET /api/tasks/{publicTaskId}/reporter-access/attachments/{attachmentId}/download',
          // `reporter-mails.test.ts` tests who may call these.
          'POST /api/mail-subscriptions',
          'PUT /api/mail-subscriptions',
          'POST /api/mail-subscriptions/{key}',
          'GET /api/mail-subscriptions/{key}',
          // `calendar.test.ts` tests who may call these.
          'GET /api/calendar/{key}.ics',
          'GET /api/calendar-key',
          'POST /api/calendar-key',
          'DELETE /api/calendar-key',
          // `pending-attacks.test.ts` tests who may call these.
          'POST /api/tasks/new/attachments',
          'DELETE /api/tasks/new/attachments/{id}',
          // `bulk.test.ts` tests who may call these.
          'POST /api/tasks/bulk',
          'GET /api/tasks/bulk/progress',
          'POST /api/tasks/bulk/transitions',
          // `task-readers.test.ts` tests who may call this.
          'POST /api/tasks/bulk/lost-tasks',
          // `task-export.test.ts` and `task-import.test.ts` test who may call these.
          'GET /api/tasks/export',
          'POST /api/tasks/import',
          // `board.test.ts` tests who may call these.
          'GET /api/tasks/board',
          'GET /api/tasks/filters',
          // `views.test.ts` tests who may call these.
          'GET /api/task-views',
          'POST /api/task-views',
          'PUT /api/task-views/{viewId}',
          'DELETE /api/task-views/{viewId}',
          // `webhooks.test.ts` tests who may call these.
          'GET /api/webhooks',
          'POST /api/webhooks',
          'GET /api/webhooks/{webhookId}',
          'PUT /api/webhooks/{webhookId}',
          'DELETE /api/webhooks/{webhookId}',
          'POST /api/webhooks/{webhookId}/rotate',
          'POST /api/webhooks/{webhookId}/test',
          'GET /api/webhooks/{webhookId}/deliveries',
          'POST /api/webhooks/{webhookId}/deliveries/{deliveryId}/repeat',
          // `mail-tasks.test.ts` tests who may call these.
          'GET /api/mail-in-settings',
          'PUT /api/mail-in-settings',
          // `canned-replies.test.ts` tests who may call these.
          'GET /api/canned-replies',
          'POST /api/canned-replies',
          'PUT /api/canned-replies/{replyId}',
          'DELETE /api/canned-replies/{replyId}',
          // `due-settings.test.ts` tests who may call these.
          'GET /api/due-settings',
          'PUT /api/due-settings',
          ...tested,
        ]),
      ].toSorted(),
    );
  });
});

describe('/api/tasks', () => {
  it('requires a token for the list and its stream, and accepts submissions from all callers', async () => {
    const { call, callGlobex, tokens } = fixture;
    const statuses: Partial<Record<Caller, [list: number, live: number, submit: number]>> = {};
    const callers = Object.keys(allCallers(0)) as Caller[];
    for (const caller of callers)
      statuses[caller] = [
        (await call('GET', '/api/tasks', tokenOf(caller))).status,
        (await call('GET', '/api/tasks/live', tokenOf(caller))).status,
        (await call('POST', '/api/tasks', tokenOf(caller), submission)).status,
      ];
    expect(statuses).toEqual({
      ...Object.fromEntries(callers.map((caller) => [caller, [200, 200, 201]])),
      visitor: [401, 401, 201],
    });
    expect((await call('GET', '/api/tasks', tokens.globexAdmin)).status).toBe(401);
    expect((await call('POST', '/api/tasks', tokens.globexAdmin, submission)).status).toBe(401);
    expect((await callGlobex('GET', '/api/tasks', tokens.superAdmin)).status).toBe(401);
  });
});

describe.each(taskEndpoints)('$method /api/tasks/{publicTaskId}$path $body', (endpoint) => {
  const { expected } = endpoint;

  it('returns the expected status for each role', async () => {
    const { tokens } = fixture;
    const statuses: Record<string, number> = {};
    for (const caller of Object.keys(expected) as Caller[]) {
      // Group 9 has no leader, so the leader has no additional rights on this task.
      const target =
        caller === 'author'
          ? await createTarget({}, tokens.reporter)
          : await createTarget({ assignedGroupId: 9 }, tokens.member);
      statuses[caller] = (await callEndpoint(endpoint, target, tokenOf(caller))).status;
    }
    expect(statuses).toEqual(expected);
  });

  it('returns 404 on a restricted task to all other callers, including administrators', async () => {
    const { tokens, call } = fixture;
    const target = await createTarget({ visibleUserIds: [11], assignedUserId: 11 }, tokens.member);
    const view = async () => (await call('GET', `/api/tasks/${target.task}`, tokens.member)).body.task;
    const before = await view();
    const others = Object.keys(expected).filter(
      (caller) => !['visitor', 'author', 'member'].includes(caller),
    );
    for (const caller of others as Caller[])
      expect((await callEndpoint(endpoint, target, tokenOf(caller))).status, caller).toBe(404);
    expect((await callEndpoint(endpoint, target, undefined)).status).toBe(
      expected.visitor === 401 ? 401 : 404,
    );
    expect(await view()).toEqual(before);
  });

  it('returns 404 to other tenants and for invalid task ids', async () => {
    const { globex, tokens, call } = fixture;
    const target = await createTarget({}, tokens.member);
    expect(
      (await callEndpoint(endpoint, { ...target, organization: globex }, tokens.globexAdmin)).status,
    ).toBe(404);
    expect((await callEndpoint(endpoint, target, tokens.globexAdmin)).status).toBe(401);
    // The specification requires 422 with a message for an upload without a valid task id.
    const invalidIdStatus = endpoint.path === uploadPath ? 422 : 404;
    expect((await callEndpoint(endpoint, { ...target, task: 123_456_789_012 }, tokens.admin)).status).toBe(
      404,
    );
    for (const task of ['0', 'abc', '99999999999999999999', '1e3', '%00'])
      expect((await callEndpoint(endpoint, { ...target, task }, tokens.admin)).status, task).toBe(
        invalidIdStatus,
      );
    expect((await call('GET', `/api/tasks/${target.task}`)).status).toBe(200);
  });
});
