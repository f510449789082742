import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEditHelpers } from './edit-helpers';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const { getTask, getEtag, getChangeHistory } = createEditHelpers(() => fixture);
const setDue = (id: number, dueAt: unknown, token = fixture.tokens.operator, more: object = {}) =>
  fixture.call('POST', `/api/tasks/${id}/due`, token, { dueAt, ...more });
const moment = '2026-12-01T10:00:00.000Z';

describe('POST /api/tasks/{id}/due', () => {
  it('sets and removes the due date, with history, event and a new revision', async () => {
    const { submit, tokens, listTaskEvents } = fixture;
    const id = await submit();
    const etag = await getEtag(id);
    const { body } = await setDue(id, '2026-12-01T11:00:00+01:00', tokens.operator, {
      comment: 'Klient prosi',
    });
    expect(body.task).toMatchObject({ dueAt: moment, canPlan: true });
    expect(await getEtag(id)).not.toBe(etag);
    await setDue(id, null);
    expect((await getTask(id)).dueAt).toBeNull();
    expect(await getChangeHistory(id, tokens.member)).toMatchObject([
      {
        changeType: 'DUE',
        comment: 'Klient prosi',
        changedByEmail: `user${userIds.operator}@obieg.test`,
        changes: [{ field: 'dueAt', before: null, after: moment }],
      },
      { changeType: 'DUE', comment: null, changes: [{ field: 'dueAt', before: moment, after: null }] },
    ]);
    expect(
      (await listTaskEvents(id, 'obieg.tasks.task.changed')).map(
        ({ data }) => (data as { dueAt: string | null }).dueAt,
      ),
    ).toEqual([null, moment, null]);
  });

  it('writes nothing for the current due date', async () => {
    const id = await fixture.submit();
    await setDue(id, moment);
    const etag = await getEtag(id);
    expect((await setDue(id, '2026-12-01T05:00:00-05:00')).status).toBe(200);
    expect([await getEtag(id), (await getChangeHistory(id, fixture.tokens.operator)).length]).toEqual([
      etag,
      1,
    ]);
  });

  it('accepts the assignee and acting members of the assigned group, but not observers', async () => {
    const { submit, tokens } = fixture;
    const own = await submit({ assignedUserId: userIds.member }, tokens.member);
    expect((await setDue(own, moment, tokens.member)).status).toBe(200);
    expect((await setDue(own, moment, tokens.groupMember)).status).toBe(403);
    const ofGroup = await submit({ assignedGroupId: 5 }, tokens.member);
    const statuses: Record<string, [status: number, canPlan: boolean]> = {};
    for (const name of ['groupMember', 'leader', 'observer', 'member'] as const)
      statuses[name] = [
        (await setDue(ofGroup, moment, tokens[name])).status,
        (await getTask(ofGroup, tokens[name])).canPlan,
      ];
    expect(statuses).toEqual({
      groupMember: [200, true],
      leader: [200, true],
      observer: [403, false],
      member: [403, false],
    });
  });

  it('rejects other members with a message that says who may change it', async () => {
    const id = await fixture.submit();
    const { status, body } = await setDue(id, moment, fixture.tokens.member);
    expect([status, body.message]).toEqual([
      403,
      'Termin może zmienić operator albo osoba, która ma to zadanie.',
    ]);
  });

  it('rejects what is no moment with 422', async () => {
    const id = await fixture.submit();
    for (const dueAt of [
      undefined,
      '',
      'jutro',
      '2026-12-01',
      '2026-12-01T10:00:00',
      '2026-02-30T10:00:00Z',
      '1999-12-31T10:00:00Z',
      '2200-01-01T00:00:00Z',
      'infinity',
      1_764_000_000_000,
      ['2026-12-01T10:00:00Z'],
    ])
      expect((await setDue(id, dueAt)).status, String(dueAt)).toBe(422);
    expect((await getTask(id)).dueAt).toBeNull();
  });

  it('hides due dates and their history from visitors, and comments on them from the author', async () => {
    const { submit, tokens, call } = fixture;
    const id = await submit({}, tokens.reporter);
    await setDue(id, moment, tokens.operator, { comment: 'wewnętrznie' });
    expect((await getTask(id, tokens.reporter)).dueAt).toBe(moment);
    expect(JSON.stringify(await getChangeHistory(id, tokens.reporter))).not.toContain('wewnętrznie');
    const { body } = await call('GET', `/api/tasks/${id}?include=changeHistory`);
    expect([body.task.dueAt, body.task.canPlan, body.changeHistory]).toEqual([null, false, undefined]);
  });
});
