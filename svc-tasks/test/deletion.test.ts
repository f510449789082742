import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEditHelpers } from './edit-helpers';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const { getEtag } = createEditHelpers(() => fixture);

describe('DELETE /api/tasks/{id}', () => {
  it('hides the task everywhere, retains its rows and emits the event', async () => {
    const { service, acme, submit, tokens, call, listTaskEvents, listTaskIds } = fixture;
    const id = await submit({ assignedUserId: userIds.member }, tokens.member);
    await call('POST', `/api/tasks/${id}/comment`, tokens.member, { content: 'x' });
    const etag = await getEtag(id);
    const path = `/api/tasks/${id}`;
    expect((await call('DELETE', path, tokens.operator, undefined, { 'if-match': '"99"' })).status).toBe(412);
    const response = await call('DELETE', path, tokens.operator, undefined, { 'if-match': etag });
    expect([response.status, response.body]).toEqual([204, '']);
    for (const part of [
      '',
      '/transitions',
      '/comments',
      '/status-history',
      '/assignment-history',
      '/change-history',
    ])
      expect((await call('GET', `${path}${part}`, tokens.member)).status).toBe(404);
    expect(await listTaskIds(tokens.member)).not.toContain(id);
    expect(await listTaskIds(tokens.member, '&assignedToMe=true')).not.toContain(id);
    expect((await call('DELETE', path, tokens.operator)).status).toBe(404);
    expect(await listTaskEvents(id, 'obieg.tasks.task.deleted')).toMatchObject([
      { organizationid: acme.id, data: { organizationId: acme.id, publicTaskId: id } },
    ]);
    const [changed] = (await listTaskEvents(id, 'obieg.tasks.task.changed')).slice(-1);
    const [deleted] = await listTaskEvents(id, 'obieg.tasks.task.deleted');
    expect(deleted?.aggregateversion).toBeGreaterThan(Number(changed?.aggregateversion));
    const rows = await withOrganization(service.db, acme.id, (tx) =>
      tx('change_history as h')
        .join('tasks as t', 't.id', 'h.task_id')
        .where('t.public_task_id', id)
        .select('h.change_type', 'h.changed_by_email', 't.title'),
    );
    expect(rows).toEqual([
      { change_type: 'DELETE', changed_by_email: 'user10@obieg.test', title: 'Nie działa drukarka' },
    ]);
  });

  it('returns 204 to one of two concurrent calls and 404 to the other', async () => {
    const { submit, tokens, call, listTaskEvents } = fixture;
    const id = await submit();
    const responses = await Promise.all([
      call('DELETE', `/api/tasks/${id}`, tokens.operator),
      call('DELETE', `/api/tasks/${id}`, tokens.admin),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await listTaskEvents(id, 'obieg.tasks.task.deleted')).toHaveLength(1);
  });
});
