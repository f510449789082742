import {
  type ChangeHistoryEntry,
  defaultDueSettings,
  defaultNotificationSettings,
  mapTaskTexts,
} from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { readNewerData } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverQueuedNews } from '../src/notifications/deliver-news';
import { hashSecret } from '../src/reporter-access/secrets';
import { png } from './attachment-files';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { uploadFile } from './upload-helpers';

let fixture: Fixture;
let task: number;
let webhookId: number;
let known: Record<string, string>;
/** Path of the administrator's calendar feed. */
let feed: string;

const send = async (as: TestUser, method: string, path: string, body?: object, headers = {}) => {
  const response = await fixture.call(method, path, fixture.tokens[as], body, headers);
  expect(response.status, `${method} ${path} ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
};

const bulkKey = 'newer-data-key';
const callWithKey = (path: string, body: object) =>
  fixture.call('POST', path, fixture.tokens.admin, body, { 'idempotency-key': bulkKey });
/** One of the tasks does not exist, so that a result has a code. */
const bulk = () =>
  callWithKey('/api/tasks/bulk', {
    publicTaskIds: [task, 999_999_999_999],
    action: 'PRIORITY',
    priority: 'HIGH',
  });
const createReply = () => callWithKey('/api/canned-replies', { name: 'Dzień dobry', content: 'Witamy' });
const mailKey = 'k'.repeat(43);

/** Rows that only background work reads. It takes those that it knows. */
const queues = {
  due_notices: 'remembers which news were queued',
  mail_queue: 'see newer-mails.test',
  notification_queue: 'see "news of a newer kind"',
  reporter_news: 'its kinds are batched as one mail',
  outbox: 'the relay sends the text as it is',
  inbox: 'ids of events',
  removals: 'the relay sends the text as it is',
  set_aside: 'read by the command line',
  unfinished_uploads: 'names of files to remove',
  webhook_changes: 'see webhook-sending.test',
  timers: 'see timers.test',
  target_recounts: 'calendars of an event that arrived before',
  search_changes: 'a search compares the reader, and passes over an unknown one',
};
/** A changed key is another key, and finds nothing. */
const keys = {
  applied_versions: 'names of aggregates',
  'attachments.idempotency_key': 'a key of the client',
  'attachments.object_name': 'the name of the file in the store',
  'attachments.sha256': 'the digest of the file in the store',
  'bulk_requests.key': 'a key of the client',
  'bulk_requests.request_hash': 'a digest',
  'bulk_results.key': 'a key of the client',
  'calendar_keys.key_hash': 'a digest',
  'comment_readers.principal': 'a key of readers, written by triggers',
  'creations.key': 'a key of the client',
  'creations.request_hash': 'a digest',
  idempotency_keys: 'a key of the client with the number of its task',
  'link_readers.principal': 'a key of readers, written by triggers',
  'mail_keys.key_hash': 'a digest',
  reporter_links: 'digests',
  task_imports: 'keys of other applications with the numbers of their tasks',
  reporter_sessions: 'digests',
  task_misses: 'numbers that clients tried',
};
/** Texts in the form that the search reads. A new form has a new table. */
const inputs = {
  search_audiences: 'the index of the search',
  search_endings: 'the index of the search',
  search_entries: 'the index of the search',
};
const rare = {
  'webhooks.secret': 'encrypted',
  'webhooks.previous_secret': 'encrypted',
  'assignment_history.assigned_to_address_hint': 'a text',
  'organizations.time_zone': 'the consumer replaces one that PostgreSQL does not know',
  'status_history.comment': 'no call writes it',
  'bulk_results.message': 'a text',
  pending_attachments: 'files without a task; no call returns them',
  pending_submissions: 'files without a task; no call returns them',
  published_keys: 'keys of svc-identity, read at a start during its outage',
  reporter_languages: 'mails read it, and treat an unknown language as the default',
};

beforeAll(async () => {
  fixture = await startFixture();
  task = await fixture.submit({}, fixture.tokens.reporter);
  const other = await fixture.submit({}, fixture.tokens.member);
  const path = `/api/tasks/${task}`;
  await bulk();
  await createReply();
  await send('operator', 'PUT', path, {
    title: 'Inny',
    ...mapTaskTexts(() => 'Tekst'),
    visibleUserIds: [userIds.operator, userIds.admin],
    visibleGroupIds: [5, 6],
    workflowParameters: { '1': 'Konto' },
  });
  await send('operator', 'POST', `${path}/assign`, {
    assignmentType: 'ASSIGN_TO_USER',
    userId: userIds.admin,
    comment: 'Proszę',
  });
  await send('operator', 'POST', `${path}/due`, { dueAt: '2027-01-01T10:00:00Z', comment: 'Termin' });
  await send('operator', 'POST', `${path}/links`, { type: 'BLOCKS', otherTaskId: other });
  const { comment } = await send('admin', 'POST', `${path}/comment`, {
    content: '@user10 zobacz',
    mentionedUserIds: [userIds.operator],
  });
  const [first] = (await send('admin', 'GET', `${path}/comments`)).comments;
  const commentId = comment?.id ?? first.id;
  await send('admin', 'PUT', `${path}/comments/${commentId}`, { content: '@user10 zobacz to' });
  await send('operator', 'POST', `${path}/comment`, { content: 'Odpowiedź' });
  const upload = await uploadFile(fixture, task, 'a.png', png, fixture.tokens.admin);
  await send('admin', 'POST', '/api/task-views', {
    name: 'Moje',
    query: { statusTypes: 'INITIAL' },
    sort: { by: 'title', direction: 'asc' },
    columns: ['title', 'priority'],
    isShared: true,
  });
  const { address } = await send('admin', 'POST', '/api/calendar-key');
  feed = new URL(address).pathname;
  await send('admin', 'PUT', '/api/due-settings', defaultDueSettings);
  await send('admin', 'PUT', '/api/notification-settings', defaultNotificationSettings);
  const { transitions } = await send('operator', 'GET', `${path}/transitions`);
  const { transitionId } = transitions.find(({ canExecute }: { canExecute: boolean }) => canExecute);
  await send('operator', 'POST', `${path}/transition`, { transitionId, workflowParameters: {} });
  const { db, applyEvent } = fixture.service;
  await applyEvent(
    'obieg.identity.user.changed',
    { id: userIds.admin, username: 'user16', email: 'user16@obieg.test', systemRoles: [], language: 'pl' },
    userIds.admin,
  );
  await applyEvent(
    'obieg.identity.membership.changed',
    {
      organizationId: fixture.acme.id,
      userId: userIds.operator,
      roles: ['OPERATOR'],
      isEmailVerified: true,
      shownName: 'Ola',
    },
    userIds.operator,
  );
  await withOrganization(db, fixture.acme.id, async (tx) => {
    const { id: task_id } = await tx('tasks').where({ public_task_id: task }).first('id');
    const email = 'user16@obieg.test';
    await tx('mail_keys').insert({
      organization_id: fixture.acme.id,
      key_hash: hashSecret(mailKey),
      kind: 'NOTIFICATIONS',
      email,
      reasons: ['COMMENTED', 'ASSIGNED'],
      task_id,
      user_id: userIds.admin,
    });
    const organization_id = fixture.acme.id;
    await tx('comments').where({ id: commentId }).update({ mail_text: 'Całość' });
    await tx('reply_addresses').insert({
      organization_id,
      key_hash: hashSecret(mailKey),
      task_id,
      user_id: userIds.admin,
    });
    await tx('taken_mails').insert({
      organization_id,
      message_key: 'key',
      sender: email,
      outcome: 'comment',
    });
    const [hook] = await tx('webhooks')
      .insert({
        organization_id,
        url: 'https://hooks.example.com/',
        events: ['task.created'],
        integration_user_id: userIds.operator,
        is_active: true,
        secret: 'x',
      })
      .returning('id');
    webhookId = hook.id;
    const content = {
      request_headers: { a: 'b' },
      request_body: '{}',
      response_headers: {},
      response_body: '',
    };
    await tx('webhook_deliveries').insert({
      organization_id,
      webhook_id: webhookId,
      task_id,
      event: 'task.created',
      state: 'FAILED',
      failure: 'STATUS',
      created_at: tx.fn.now(),
      give_up_at: tx.fn.now(),
      last_attempt_at: tx.fn.now(),
      ...content,
    });
    await tx('mail_stops').insert({ organization_id: fixture.acme.id, email, reason: 'COMMENTED', task_id });
    const [round] = await tx('approval_rounds')
      .insert({
        organization_id: fixture.acme.id,
        task_id,
        status_id: 1,
        approver_group_ids: [9],
        is_author_excluded: true,
      })
      .returning<{ id: number }[]>('id');
    const metric = 'Rozwiązanie';
    await tx('task_targets').insert({
      organization_id,
      task_id,
      metric,
      target_id: 1,
      calendar_id: 1,
      minutes: 60,
      state: 'RUNNING',
      elapsed_ms: 0,
      counted_at: tx.fn.now(),
      is_ticking: true,
      is_soon_told: false,
      due_at: '2027-01-01T10:00:00Z',
    });
    await tx('task_target_changes').insert({
      organization_id,
      task_id,
      metric,
      change: 'STARTED',
      cause: 'STATUS',
      status_name: 'W toku',
      minutes: 60,
      changed_at: tx.fn.now(),
    });
    await tx('tasks').where({ id: task_id }).update({ has_targets: true });
    await tx('approval_votes').insert({
      organization_id: fixture.acme.id,
      round_id: round?.id,
      voter_user_id: userIds.leader,
      for_user_ids: [userIds.leader],
      decision: 'APPROVED',
      comment: 'Zgoda',
    });
  });
  await deliverQueuedNews(fixture.service.db, fixture.acme.id, createLog('test', 'silent'));
  known = {
    webhookId: String(webhookId),
    publicTaskId: String(task),
    commentId: String(commentId),
    attachmentId: String(upload.body.attachment.id),
    id: '1',
    key: bulkKey,
    include:
      'comments,statusHistory,assignmentHistory,changeHistory,targetHistory,transitions,watch,links,approval',
    text: '@user10',
    format: 'csv',
  };
}, 120_000);
afterAll(() => fixture.service.close());

describe('an older process that reads what a newer version wrote', () => {
  it('answers each reading call as before', async () => {
    const { service, acme, tokens } = fixture;
    const { body: description } = await service.request('GET', '/openapi.json');
    const request = (method: string, path: string, body?: unknown, headers = {}) =>
      service.request(method, path, { organization: acme, token: tokens.admin, body, headers });
    const { failures, refused, empty, columns } = await readNewerData({
      databaseName: service.name,
      description,
      known,
      send: request,
      further: {
        'search of the list': () => request('GET', '/api/tasks?search=Inny'),
        'list by priority': () => request('GET', '/api/tasks?sortBy=priority&priorities=HIGH'),
        'page of the author': () =>
          service.request('GET', `/api/tasks/${task}?include=${known['include']}`, {
            organization: acme,
            token: tokens.reporter,
          }),
        'repeated bulk action': bulk,
        'repeated creation': createReply,
        'calendar feed': () => request('GET', feed),
        'mail settings': () => request('POST', '/api/mail-subscriptions', { key: mailKey }),
      },
      uncalled: {
        '/api/tasks/live': 'an endless stream without data',
        '/api/tasks/{publicTaskId}/live': 'an endless stream without data',
        '/api/notifications/live': 'an endless stream without data',
        '/api/mail-subscriptions/{key}': 'redirects and reads nothing',
        '/api/calendar/{key}.ics': 'needs a key; see "calendar feed"',
        '/api/tasks/{publicTaskId}/reporter-access': 'the same parts as the page of the author',
        '/api/tasks/{publicTaskId}/reporter-access/attachments/{attachmentId}/download': 'needs a link',
        '/api/tasks/organizations/{id}/count': 'a number, for super administrators',
      },
      unchanged: { ...queues, ...keys, ...inputs, ...rare },
      maps: {
        'webhook_deliveries.request_headers': 'texts by the name of the header',
        'webhook_deliveries.response_headers': 'texts by the name of the header',
        'tasks.answers': 'texts by the id of the question',
        'task_views.query': 'texts by the name of the filter; `views.test` has unknown ones',
      },
    });
    expect({ failures, refused, empty }).toEqual({ failures: [], refused: [], empty: [] });
    expect(columns).toBeGreaterThan(60);
  }, 600_000);
});

describe('the change history', () => {
  it('names an unknown change only as another one, and hides it from the author', async () => {
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `insert into change_history (organization_id, task_id, change_type, changes)
         select organization_id, id, 'LABELS', '[{"field":"labels","label":null,"before":"[1]","after":"[2]"}]'
           from tasks where public_task_id = ?`,
        [task],
      ),
    );
    const historyOf = async (as: TestUser): Promise<ChangeHistoryEntry[]> =>
      (await send(as, 'GET', `/api/tasks/${task}/change-history`)).changeHistory;
    const entry = (await historyOf('admin')).at(-1);
    expect(entry).toMatchObject({
      changeType: 'OTHER',
      changes: [{ field: 'OTHER', label: null, before: null, after: null }],
    });
    expect((await historyOf('reporter')).some(({ changeType }) => changeType === 'OTHER')).toBe(false);
  });
});

describe('a priority of a newer version', () => {
  it('can be changed by a caller who has seen the neutral one', async () => {
    const setStored = () =>
      withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
        tx('tasks').where({ public_task_id: task }).update({ priority: 'URGENT' }),
      );
    await setStored();
    const seen = (await send('admin', 'GET', `/api/tasks/${task}`)).task.priority;
    expect(seen).toBe('NORMAL');
    await send('admin', 'POST', `/api/tasks/${task}/priority`, { priority: 'LOW', expectedPriority: seen });
    expect((await send('admin', 'GET', `/api/tasks/${task}`)).task.priority).toBe('LOW');
  });
});

describe('settings of a newer version', () => {
  const storedSettings = () =>
    withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      const row = await tx('notification_settings').where({ user_id: userIds.admin }).first('settings');
      return row.settings;
    });

  it('survive a change by an older page or process', async () => {
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx.raw(
        `update notification_settings
            set settings = jsonb_set(settings, '{reasons,LABELLED}', '{"inbox":true,"mail":true}') || '{"sound":"bell"}'
          where user_id = ?`,
        [userIds.admin],
      ),
    );
    const { reasons, ...settings } = await send('admin', 'GET', '/api/notification-settings');
    expect(reasons).not.toHaveProperty('LABELLED');
    // A page of the version before does not send every reason.
    await send('admin', 'PUT', '/api/notification-settings', {
      ...settings,
      reasons: { COMMENTED: { inbox: false, mail: false } },
    });
    expect(await storedSettings()).toMatchObject({
      sound: 'bell',
      reasons: { LABELLED: { mail: true }, COMMENTED: { inbox: false }, ASSIGNED: { inbox: true } },
    });
  });
});

describe('news of a newer kind', () => {
  it('wait for the version that queued them', async () => {
    const { db } = fixture.service;
    const count = () =>
      withOrganization(db, fixture.acme.id, async (tx) => {
        const [row] = await tx('notification_queue').count<{ count: number }[]>('* as count');
        return Number(row?.count);
      });
    await send('operator', 'POST', `/api/tasks/${task}/comment`, { content: 'Nowe' });
    await withOrganization(db, fixture.acme.id, (tx) =>
      tx('notification_queue').update({ kind: 'LABELLED' }),
    );
    const waiting = await count();
    await send('operator', 'POST', `/api/tasks/${task}/comment`, { content: 'Znane' });
    await deliverQueuedNews(db, fixture.acme.id, createLog('test', 'silent'));
    expect(waiting).toBeGreaterThan(0);
    expect(await count()).toBe(waiting);
  });
});
