import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';
import { editsOf } from './edits';

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
});
afterAll(() => house.tasks.close());

const { tagOf } = editsOf(() => house);

describe('DELETE /api/tasks/{id}', () => {
  it('takes the task out of every answer, keeps its rows, and emits the event', async () => {
    const { tasks, acme, submit, tokens, call, eventsOf, numbersListed } = house;
    const id = await submit({ assignedUserId: people.member }, tokens.member);
    await call('POST', `/api/tasks/${id}/comment`, tokens.member, { content: 'x' });
    const tag = await tagOf(id);
    const path = `/api/tasks/${id}`;
    expect((await call('DELETE', path, tokens.operator, undefined, { 'if-match': '"99"' })).status).toBe(412);
    const answer = await call('DELETE', path, tokens.operator, undefined, { 'if-match': tag });
    expect([answer.status, answer.body]).toEqual([204, '']);
    for (const part of [
      '',
      '/transitions',
      '/comments',
      '/status-history',
      '/assignment-history',
      '/change-history',
    ])
      expect((await call('GET', `${path}${part}`, tokens.member)).status).toBe(404);
    expect(await numbersListed(tokens.member)).not.toContain(id);
    expect(await numbersListed(tokens.member, '&assignedToMe=true')).not.toContain(id);
    expect((await call('DELETE', path, tokens.operator)).status).toBe(404);
    expect(await eventsOf(id, 'obieg.tasks.task.deleted')).toMatchObject([
      { organizationid: acme.id, data: { organizationId: acme.id, publicTaskId: id } },
    ]);
    const [changed] = (await eventsOf(id, 'obieg.tasks.task.changed')).slice(-1);
    const [deleted] = await eventsOf(id, 'obieg.tasks.task.deleted');
    expect(deleted?.aggregateversion).toBeGreaterThan(Number(changed?.aggregateversion));
    const kept = await withOrganization(tasks.db, acme.id, (tx) =>
      tx('change_history as h')
        .join('tasks as t', 't.id', 'h.task_id')
        .where('t.public_task_id', id)
        .select('h.change_type', 'h.changed_by_email', 't.title'),
    );
    expect(kept).toEqual([
      { change_type: 'DELETE', changed_by_email: 'user10@obieg.test', title: 'Nie działa drukarka' },
    ]);
  });

  it('lets one of two at once win', async () => {
    const { submit, tokens, call, eventsOf } = house;
    const id = await submit();
    const answers = await Promise.all([
      call('DELETE', `/api/tasks/${id}`, tokens.operator),
      call('DELETE', `/api/tasks/${id}`, tokens.admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await eventsOf(id, 'obieg.tasks.task.deleted')).toHaveLength(1);
  });
});
