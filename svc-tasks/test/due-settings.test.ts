import { defaultDueSettings, type SaveDueSettings } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';
import { createWorkflowEditor } from './workflow-editor';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const read = (token?: string) => fixture.call('GET', '/api/due-settings', token);
const save = (settings: object, token = fixture.tokens.workflowManager, headers = {}) =>
  fixture.call('PUT', '/api/due-settings', token, settings, headers);
const always: SaveDueSettings = {
  ...defaultDueSettings,
  workDays: [1, 2, 3, 4, 5, 6, 7],
  workStart: '00:00',
  workEnd: '24:00',
};

describe('/api/due-settings', () => {
  it('lets members read and workflow managers change the settings', async () => {
    const { tokens } = fixture;
    const statuses: Record<string, number[]> = {};
    for (const name of ['reporter', 'member', 'operator', 'workflowManager', 'admin'] as const)
      statuses[name] = [
        (await read(tokens[name])).status,
        (await save(defaultDueSettings, tokens[name])).status,
      ];
    expect(statuses).toEqual({
      reporter: [403, 403],
      member: [200, 403],
      operator: [200, 403],
      workflowManager: [200, 200],
      admin: [200, 200],
    });
    expect((await read()).status).toBe(401);
    expect((await save(defaultDueSettings, '')).status).toBe(401);
  });

  it('starts with Monday to Friday, 8 to 16, and no defaults, in the time zone of the organization', async () => {
    const { callGlobex, tokens } = fixture;
    const { body, headers } = await callGlobex('GET', '/api/due-settings', tokens.globexAdmin);
    expect(body).toEqual({ ...defaultDueSettings, timeZone: 'Europe/Warsaw' });
    expect(headers['etag']).toBe('"0"');
  });

  it('saves the settings of one organization, and rejects another revision with 412', async () => {
    const { callGlobex, tokens } = fixture;
    const etag = String((await read(tokens.member)).headers['etag']);
    const settings = { ...always, workDays: [5, 1, 5], workStart: '09:30' };
    const saved = await save(settings, undefined, { 'If-Match': etag });
    expect(saved.body).toEqual({ ...settings, workDays: [1, 5], timeZone: 'Europe/Warsaw' });
    const refused = await save(settings, undefined, { 'If-Match': etag });
    expect([refused.status, refused.body.lastChange]).toEqual([
      412,
      { at: expect.stringMatching(/^\d{4}-/), authorName: `user${userIds.workflowManager}` },
    ]);
    const responses = await Promise.all(
      [1, 2, 3].map(() => save(settings, undefined, { 'If-Match': saved.headers['etag'] })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    expect((await read(tokens.member)).body).toEqual(saved.body);
    expect((await callGlobex('GET', '/api/due-settings', tokens.globexAdmin)).body.workStart).toBe('08:00');
  });

  it.each([
    ['no working day', { workDays: [] }],
    ['an unknown weekday', { workDays: [0] }],
    ['a reversed day', { workStart: '16:00', workEnd: '08:00' }],
    ['a day of less than an hour', { workStart: '08:00', workEnd: '08:59' }],
    ['an invalid time', { workEnd: '25:00' }],
    ['a beginning at midnight of the next day', { workStart: '24:00' }],
    ['negative hours', { defaultHours: { ...always.defaultHours, HIGH: -1 } }],
    ['too many hours', { defaultHours: { ...always.defaultHours, HIGH: 1_001 } }],
    ['hours that are no quarters', { defaultHours: { ...always.defaultHours, HIGH: 0.1 } }],
    ['a missing priority', { defaultHours: { HIGH: 4 } }],
  ])('rejects %s with 422', async (_, more) => {
    expect((await save({ ...always, ...more })).status).toBe(422);
  });
});

describe('POST /api/tasks with a default due time', () => {
  const submitAndRead = async (priority: string, token?: string) => {
    const id = await fixture.submit({ priority }, token);
    return (await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.operator)).body.task;
  };

  it('gives a new task the due date of its priority, for each kind of submitter', async () => {
    await save({ ...always, defaultHours: { ...always.defaultHours, HIGH: 4, LOW: 48 } });
    for (const token of [undefined, fixture.tokens.reporter, fixture.tokens.operator])
      for (const [priority, hours] of [
        ['HIGH', 4],
        ['LOW', 48],
      ] as const) {
        const { createdAt, dueAt } = await submitAndRead(priority, token);
        const minutes = Math.floor(Date.parse(createdAt) / 60_000) + hours * 60;
        expect(Date.parse(dueAt)).toBe(minutes * 60_000);
      }
    expect((await submitAndRead('NORMAL')).dueAt).toBeNull();
  });

  it('counts in the default calendar of the organization, without its holidays', async () => {
    await save({ ...always, defaultHours: { ...always.defaultHours, HIGH: 4 } });
    const { reset, publish } = createWorkflowEditor(() => fixture);
    await reset();
    const now = Date.now();
    const day = (ahead: number): string => new Date(now + ahead * 86_400_000).toISOString().slice(0, 10);
    const holidays = [-1, 0, 1, 2].map((ahead) => ({ date: day(ahead), name: 'Święto' }));
    const week = [1, 2, 3, 4, 5, 6, 7].flatMap((one) => [
      { day: one, from: '08:00', to: '10:00' },
      { day: one, from: '12:00', to: '14:30' },
    ]);
    const calendar = { id: 2, name: 'Biuro', isDefault: true, week, holidays };
    await publish({ calendars: [{ ...calendar, id: 1, isDefault: false, holidays: [] }, calendar] });
    const { dueAt } = await submitAndRead('HIGH');
    // The first working day is not a holiday; its spans have four and a half hours.
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Warsaw',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(dueAt));
    expect([day(3), day(4)].map((one) => `${one} 14:00`)).toContain(clock);
    await reset();
  });

  it('keeps the due dates of existing tasks when the settings or the priority change', async () => {
    await save({ ...always, defaultHours: { ...always.defaultHours, HIGH: 4 } });
    const task = await submitAndRead('HIGH');
    await save(always);
    await fixture.call('POST', `/api/tasks/${task.publicTaskId}/priority`, fixture.tokens.operator, {
      priority: 'LOW',
    });
    const { body } = await fixture.call('GET', `/api/tasks/${task.publicTaskId}`, fixture.tokens.operator);
    expect(body.task.dueAt).toBe(task.dueAt);
  });

  it('ignores a due date in the request', async () => {
    await save(always);
    const id = await fixture.submit({ dueAt: '2026-12-01T10:00:00Z' }, fixture.tokens.operator);
    const { body } = await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.operator);
    expect(body.task.dueAt).toBeNull();
  });
});
