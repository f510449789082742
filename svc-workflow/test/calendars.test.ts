import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildDictionary, startWorkflowService, type WorkflowService } from './workflow-service';

let service: WorkflowService;
let count = 0;
beforeAll(async () => {
  service = await startWorkflowService();
});
afterAll(() => service.close());
beforeEach(() => {
  count += 1;
});

const week = [
  { day: 1, from: '08:00', to: '12:00' },
  { day: 1, from: '12:30', to: '16:30' },
];
const buildCalendar = (more: object = {}) => ({ name: `Kalendarz ${count}`, week, ...more });
const create = async (more: object = {}) =>
  (await service.call('POST', '/api/calendars', buildCalendar(more))).body as { id: number };
const listDefaults = async (): Promise<number[]> =>
  (await service.call('GET', '/api/calendars')).body
    .filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    .map(({ id }: { id: number }) => id);
const buildTarget = (calendarId: number, more: object = {}) => ({
  metric: `Odpowiedź ${count}`,
  calendarId,
  minutes: 240,
  start: { event: 'CREATED' },
  end: { event: 'FIRST_REPLY' },
  ...more,
});

describe('the calendar of a new organization', () => {
  it('has working days from 8 to 16 and is the default one', async () => {
    const { body } = await service.callGlobex('GET', '/api/calendars');
    expect(body).toEqual([
      {
        id: expect.any(Number),
        name: 'Godziny pracy',
        isDefault: true,
        week: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '16:00' })),
        holidays: [],
        revision: 1,
      },
    ]);
  });
});

describe('/api/calendars', () => {
  it('creates, lists, returns, updates and deletes a calendar', async () => {
    const holidays = [
      { date: '2026-12-25', name: 'Boże Narodzenie' },
      { date: '2026-11-11', name: 'Święto' },
    ];
    const created = await service.call('POST', '/api/calendars', buildCalendar({ holidays }));
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(Number),
      name: `Kalendarz ${count}`,
      isDefault: false,
      week,
      holidays: [holidays[1], holidays[0]],
    });
    const { id } = created.body;
    const path = `/api/calendars/${id}`;
    expect((await service.call('GET', '/api/calendars')).body).toContainEqual({
      ...created.body,
      revision: 1,
    });
    const updated = await service.call('PUT', path, buildCalendar({ name: 'Dyżur' }));
    expect(updated.body).toMatchObject({ id, name: 'Dyżur', holidays: [] });
    expect((await service.call('GET', path)).body).toEqual(updated.body);
    const stale = { headers: { 'if-match': '"1"' } };
    expect((await service.call('PUT', path, buildCalendar(), stale)).status).toBe(412);
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect((await service.call('GET', path)).status).toBe(404);
  });

  it('rejects weeks and holidays that contradict themselves with 422', async () => {
    for (const more of [
      { week: [] },
      { week: [{ day: 8, from: '08:00', to: '16:00' }] },
      { week: [{ day: 1, from: '16:00', to: '08:00' }] },
      {
        week: [
          { day: 1, from: '08:00', to: '12:00' },
          { day: 1, from: '11:00', to: '16:00' },
        ],
      },
      { holidays: [{ date: '2026-02-30', name: 'x' }] },
      {
        holidays: [
          { date: '2026-12-25', name: 'x' },
          { date: '2026-12-25', name: 'y' },
        ],
      },
      { name: ' ' },
    ])
      expect((await service.call('POST', '/api/calendars', buildCalendar(more))).status).toBe(422);
  });

  it('rejects a taken name, ignoring case', async () => {
    await create();
    const taken = await service.call('POST', '/api/calendars', buildCalendar({ name: `kalendarz ${count}` }));
    expect(taken).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } });
  });

  it('keeps exactly one default calendar, with a new ETag for the other', async () => {
    const [before] = await listDefaults();
    const old = await service.call('GET', `/api/calendars/${before}`);
    const { id } = await create({ isDefault: true });
    expect(await listDefaults()).toEqual([id]);
    const other = await service.call('GET', `/api/calendars/${before}`);
    expect(other.headers.etag).not.toBe(old.headers.etag);
    const unset = await service.call('PUT', `/api/calendars/${id}`, buildCalendar({ isDefault: false }));
    expect(unset).toMatchObject({ status: 422, body: { errors: [{ field: 'isDefault' }] } });
    const deleted = await service.call('DELETE', `/api/calendars/${id}`);
    expect(deleted).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
  });

  it('says which targets use a calendar that is to be deleted', async () => {
    const { id } = await create();
    await service.call('POST', '/api/targets', buildTarget(id));
    const deleted = await service.call('DELETE', `/api/calendars/${id}`);
    expect(deleted).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(deleted.body.detail).toContain(`"Odpowiedź ${count}"`);
  });
});

describe('/api/targets', () => {
  it('creates, lists in order, returns, updates and deletes a target', async () => {
    const { id: calendarId } = await create();
    const parameterId = await service.createParameter(`rodzaj${count}`);
    const statusId = await service.createStatus(`Czeka ${count}`);
    const input = buildTarget(calendarId, {
      priorities: ['HIGHEST', 'HIGH', 'HIGH'],
      conditions: [{ parameterId, conditionType: 'EQUALS', conditionValue: 'x' }],
      start: { statusIds: [statusId, statusId] },
      pausedStatusIds: [statusId],
      sortOrder: 5,
    });
    const created = await service.call('POST', '/api/targets', input);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      ...input,
      id: expect.any(Number),
      isActive: true,
      priorities: ['HIGHEST', 'HIGH'],
      start: { statusIds: [statusId] },
    });
    const path = `/api/targets/${created.body.id}`;
    const first = await service.call('POST', '/api/targets', buildTarget(calendarId, { sortOrder: 1 }));
    const listed: { id: number }[] = (await service.call('GET', '/api/targets')).body;
    const ids = listed.map(({ id }) => id);
    expect(ids.indexOf(first.body.id)).toBeLessThan(ids.indexOf(created.body.id));
    const updated = await service.call('PUT', path, { ...input, end: { event: 'FINISHED' } });
    expect(updated.body).toEqual({ ...created.body, end: { event: 'FINISHED' } });
    expect((await service.call('GET', path)).body).toEqual(updated.body);
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect((await service.call('GET', path)).status).toBe(404);
  });

  it('rejects unknown references and values that fit no answer with 422', async () => {
    const { id: calendarId } = await create();
    const parameterId = await service.createParameter(`liczba${count}`, { parameterType: 'NUMBER' });
    for (const [field, more] of [
      ['calendarId', { calendarId: 999_999 }],
      ['start.statusIds.0', { start: { statusIds: [999_999] } }],
      ['end.statusIds.0', { end: { statusIds: [999_999] } }],
      ['pausedStatusIds.0', { pausedStatusIds: [999_999] }],
      ['conditions.0.parameterId', { conditions: [{ parameterId: 999_999, conditionType: 'EXISTS' }] }],
      [
        'conditions.0.conditionValue',
        { conditions: [{ parameterId, conditionType: 'EQUALS', conditionValue: 'x' }] },
      ],
    ] as const) {
      const { status, body } = await service.call('POST', '/api/targets', buildTarget(calendarId, more));
      expect({ status, fields: body.errors.map((error: { field: string }) => error.field) }).toEqual({
        status: 422,
        fields: [field],
      });
    }
  });

  it('holds the statuses, parameters and values that it names', async () => {
    const { id: calendarId } = await create();
    const parameterId = await service.createParameter(`slownik${count}`);
    const statusId = await service.createStatus(`Stoi ${count}`);
    const input = buildTarget(calendarId, {
      conditions: [{ parameterId, conditionType: 'EXISTS' }],
      pausedStatusIds: [statusId],
    });
    await service.call('POST', '/api/targets', input);
    for (const path of [`/api/workflow-status/${statusId}`, `/api/workflow-parameters/${parameterId}`]) {
      const { status, body } = await service.call('DELETE', path);
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'IN_USE' });
      expect(body.detail).toContain(`"Odpowiedź ${count}"`);
    }
  });

  it('takes over the new text of a renamed value', async () => {
    const { id: calendarId } = await create();
    const name = `rodzaj_celu${count}`;
    const parameterId = await service.createParameter(name, buildDictionary('Sprzęt'));
    const path = `/api/workflow-parameters/${parameterId}`;
    const { body: parameter } = await service.call('GET', path);
    const conditions = [{ parameterId, conditionType: 'EQUALS', conditionValue: 'Sprzęt' }];
    const { body: target } = await service.call(
      'POST',
      '/api/targets',
      buildTarget(calendarId, { conditions }),
    );
    const [value] = parameter.dictionaryValues;
    const renamed = { ...parameter, dictionaryValues: [{ ...value, value: 'Urządzenie' }] };
    const refused = await service.call('PUT', path, renamed);
    expect(refused).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    expect(refused.body.detail).toContain(`"Odpowiedź ${count}"`);
    expect((await service.call('PUT', path, { ...renamed, renameUses: true })).status).toBe(200);
    const saved = await service.call('GET', `/api/targets/${target.id}`);
    expect(saved.body.conditions).toEqual([{ ...conditions[0], conditionValue: 'Urządzenie' }]);
  });

  it('stands in the event and in a revision with its change in words', async () => {
    const { id: calendarId } = await create();
    const { body } = await service.call('POST', '/api/targets', buildTarget(calendarId));
    const published = await service.getLastPublished();
    expect(published?.data).toMatchObject({
      calendars: expect.arrayContaining([expect.objectContaining({ id: calendarId, week })]),
      targets: expect.arrayContaining([expect.objectContaining({ id: body.id, minutes: 240 })]),
    });
    const [revision] = (await service.call('GET', '/api/workflow-revisions?limit=1')).body.revisions;
    expect(revision.summary).toEqual({
      pl: `Dodano cel „Odpowiedź ${count}”`,
      en: `Added target “Odpowiedź ${count}”`,
    });
  });

  it('does not make a revision without a change', async () => {
    const { id: calendarId } = await create();
    const input = buildTarget(calendarId);
    const { body } = await service.call('POST', '/api/targets', input);
    const newest = async () =>
      (await service.call('GET', '/api/workflow-revisions?limit=1')).body.revisions[0].number;
    const before = await newest();
    await service.call('PUT', `/api/targets/${body.id}`, input);
    await service.call('PUT', `/api/calendars/${calendarId}`, buildCalendar());
    expect(await newest()).toBe(before);
  });
});
