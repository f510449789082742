import type { ImportTasks, TaskImportResult } from '@obieg/contracts';
import { createLog, withOrganization } from '@obieg/service-kit';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queueDueNews } from '../src/notifications/due-news';
import { type Fixture, startFixture, userIds } from './fixture';
import { statusIds } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

type Mapping = ImportTasks['mapping'];

let sources = 0;
const newSource = (): string => {
  sources += 1;
  return `Jira ${sources}`;
};

const titleOnly: Mapping = [
  { heading: 'Key', field: 'key' },
  { heading: 'Summary', field: 'title' },
];
const toRows = (rows: readonly string[][]) => rows.map((cells, index) => ({ line: index + 2, cells }));

const call = (body: unknown, { isDryRun = false, token = fixture.tokens.workflowManager } = {}) =>
  fixture.call('POST', `/api/tasks/import?dryRun=${isDryRun}`, token, body, { 'accept-language': 'en' });

const runImport = async (
  mapping: Mapping,
  rows: readonly string[][],
  { source = newSource(), ...options }: { source?: string; isDryRun?: boolean; token?: string } = {},
): Promise<TaskImportResult[]> => {
  const { status, body } = await call({ source, mapping, rows: toRows(rows) }, options);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body.results;
};

const outcomesOf = (results: readonly TaskImportResult[]) => results.map(({ outcome }) => outcome);

/** Imports one row and returns its task. */
const importOne = async (mapping: Mapping, cells: string[]) => {
  const [result] = await runImport(mapping, [cells]);
  expect(result).toMatchObject({ outcome: 'CREATED', problems: [] });
  const id = result?.publicTaskId ?? 0;
  const { body } = await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.operator);
  return { id, task: body.task };
};

/** Imports one row and returns its problems. */
const problemsOf = async (mapping: Mapping, cells: string[]) => {
  const count = await fixture.countTasks();
  const [result] = await runImport(mapping, [cells]);
  expect([result?.outcome, await fixture.countTasks()]).toEqual(['REFUSED', count]);
  return result?.problems;
};

const countRows = (table: string): Promise<number> =>
  withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    const [row] = await tx(table).count<{ count: number }[]>('* as count');
    return row?.count ?? 0;
  });

describe('POST /api/tasks/import', () => {
  it('creates a task of all fields', async () => {
    const { id, task } = await importOne(
      [
        { heading: 'Nr', field: 'key' },
        { heading: 'Tytuł', field: 'title' },
        { heading: 'Opis', field: 'description' },
        { heading: 'Status', field: 'status' },
        { heading: 'Priorytet', field: 'priority' },
        { heading: 'Kto', field: 'assignee' },
        { heading: 'Zgłosił', field: 'reporter' },
        { heading: 'Utworzono', field: 'createdAt' },
        { heading: 'Zmieniono', field: 'updatedAt' },
        { heading: 'Termin', field: 'dueAt' },
        { heading: 'Parametr 1', field: 'answer' },
        { heading: 'Model', field: 'answer', question: 'p2' },
        { heading: 'Koszt', field: 'answer', question: 'Parametr 3' },
      ],
      [
        'OPS-1',
        ' Drukarka\nnie działa ',
        'Pierwsza\nDruga',
        'zakończone',
        'Major',
        'USER11@obieg.test',
        'Jan <Jan@Example.com>',
        '2024-05-11 14:05',
        '12/May/24 2:05 PM',
        '2026-12-01',
        'Sprzęt',
        'HP',
        '1 200,5',
      ],
    );
    expect(task).toMatchObject({
      title: 'Drukarka nie działa',
      description: 'Pierwsza\nDruga',
      statusName: 'Zakończone',
      priority: 'HIGH',
      assignedUserId: userIds.member,
      createdBy: 'jan@example.com',
      needsEmailVerification: true,
      createdAt: '2024-05-11T12:05:00.000Z',
      lastUpdatedAt: '2024-05-12T12:05:00.000Z',
      dueAt: '2026-11-30T23:00:00.000Z',
      visibleUsers: [],
      visibleGroups: [],
    });
    expect(
      task.parameterDetails.map(({ parameterValue }: { parameterValue: string }) => parameterValue),
    ).toEqual(['Sprzęt', 'HP', '1200.5']);
    const { body } = await fixture.call(
      'GET',
      `/api/tasks/${id}?include=statusHistory`,
      fixture.tokens.operator,
    );
    expect(body.statusHistory.history ?? body.statusHistory).toMatchObject([
      { statusName: 'Zakończone', changedAt: '2024-05-11T12:05:00.000Z' },
    ]);
    expect(await fixture.listTaskEvents(id, 'obieg.tasks.task.changed')).toMatchObject([
      { data: { statusId: statusIds.done, createdAt: '2024-05-11T12:05:00.000Z' } },
    ]);
    await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
      const { rows } = await tx.raw(
        'select from search_changes q join tasks t on t.id = q.task_id where t.public_task_id = :id',
        { id },
      );
      expect(rows.length).toBeGreaterThan(0);
    });
  });

  it('uses the first status, no assignee and the caller as author by default', async () => {
    const { task } = await importOne(titleOnly, ['1', 'Sam tytuł']);
    expect(task).toMatchObject({
      statusName: 'Nowe',
      priority: 'NORMAL',
      assignedUserId: null,
      assignedGroupId: null,
      dueAt: null,
      createdBy: `user${userIds.workflowManager}@obieg.test`,
    });
  });

  it.each([
    ['user11', { assignedUserId: userIds.member }],
    ['Grupa 5 / grupa 6', { assignedGroupId: 6 }],
    ['Grupa 9', { assignedGroupId: 9 }],
  ])('assigns the task to %s', async (assignee, expected) => {
    const { task } = await importOne(
      [...titleOnly, { heading: 'Kto', field: 'assignee' }],
      ['1', 'Zadanie', assignee],
    );
    expect(task).toMatchObject(expected);
  });

  it('sends no mail and no notification', async () => {
    const tables = ['mail_queue', 'notification_queue', 'reporter_news', 'reporter_languages'];
    const before = await Promise.all(tables.map(countRows));
    await importOne(
      [
        ...titleOnly,
        { heading: 'Kto', field: 'assignee' },
        { heading: 'Zgłosił', field: 'reporter' },
        { heading: 'Termin', field: 'dueAt' },
      ],
      ['1', 'Zadanie', 'user11', `user${userIds.reporter}@obieg.test`, new Date().toISOString()],
    );
    expect(await Promise.all(tables.map(countRows))).toEqual(before);
    await queueDueNews(fixture.service.db, createLog('test', 'silent'));
    expect(await Promise.all(tables.map(countRows))).toEqual(before);
  });

  it('lists every problem of a row under the headings of the file', async () => {
    const mapping: Mapping = [
      { heading: 'Key', field: 'key' },
      { heading: 'Summary', field: 'title' },
      { heading: 'Description', field: 'description' },
      { heading: 'State', field: 'status' },
      { heading: 'Prio', field: 'priority' },
      { heading: 'Owner', field: 'assignee' },
      { heading: 'Reporter', field: 'reporter' },
      { heading: 'Created', field: 'createdAt' },
      { heading: 'Updated', field: 'updatedAt' },
      { heading: 'Due', field: 'dueAt' },
      { heading: 'Parametr 1', field: 'answer' },
      { heading: 'Cost', field: 'answer', question: 'p3' },
    ];
    expect(
      await problemsOf(mapping, [
        '1',
        ' \u200b ',
        'x'.repeat(10_001),
        'Open',
        'asap',
        'nobody',
        'Jan Kowalski',
        '2999-01-01',
        '2026-02-30',
        '1999-12-31',
        'Rower',
        'dużo',
      ]),
    ).toEqual([
      { field: 'Summary', message: 'A title is required' },
      { field: 'Description', message: 'The text is longer than 10000 characters' },
      { field: 'State', message: 'This status does not exist' },
      { field: 'Prio', message: 'This priority does not exist' },
      { field: 'Owner', message: 'No person or group of the organization has this name' },
      { field: 'Reporter', message: 'This is not an e-mail address' },
      { field: 'Updated', message: 'This is not a known date or time' },
      { field: 'Created', message: 'The time is in the future' },
      { field: 'Due', message: 'The year is out of range' },
      { field: 'Parametr 1', message: expect.any(String) },
      { field: 'Cost', message: expect.any(String) },
    ]);
    expect(await problemsOf(titleOnly, ['', 'Bez klucza'])).toEqual([
      { field: 'Key', message: 'The row has no key' },
    ]);
    expect(await problemsOf(titleOnly, ['k', 'x'.repeat(256)])).toEqual([
      { field: 'Summary', message: 'The text is longer than 255 characters' },
    ]);
    const assigned: Mapping = [...titleOnly, { heading: 'Owner', field: 'assignee' }];
    expect(await problemsOf(assigned, ['k', 'Zadanie', `user${userIds.reporter}`])).toEqual([
      { field: 'Owner', message: 'A task cannot be assigned to this person' },
    ]);
    expect(await problemsOf(assigned, ['k', 'Zadanie', `user${userIds.globexAdmin}@obieg.test`])).toEqual([
      { field: 'Owner', message: 'No person or group of the organization has this name' },
    ]);
    const dated: Mapping = [
      ...titleOnly,
      { heading: 'Created', field: 'createdAt' },
      { heading: 'Updated', field: 'updatedAt' },
    ];
    expect(await problemsOf(dated, ['k', 'Zadanie', '2026-01-02', '2026-01-01'])).toEqual([
      { field: 'Updated', message: 'The update is earlier than the creation' },
    ]);
  });

  it('reads hostile cells as text', async () => {
    const mapping: Mapping = [...titleOnly, { heading: 'Description', field: 'description' }];
    const { task } = await importOne(mapping, [
      `'); drop table tasks; --`,
      `'=HYPERLINK("http://evil.test")`,
      '<script>alert(1)</script>',
    ]);
    expect(task).toMatchObject({
      title: '=HYPERLINK("http://evil.test")',
      description: '<script>alert(1)</script>',
    });
    const rows = toRows([['k', 'a\u0000b']]);
    expect((await call({ source: newSource(), mapping: titleOnly, rows })).status).toBe(400);
  });

  it('imports its own export', async () => {
    const { tokens } = fixture;
    const title = `-1 dobra "nazwa"; ${newSource()}`;
    const id = await fixture.submit(
      { title, priority: 'LOWEST', assignedUserId: userIds.member },
      tokens.operator,
    );
    const file = await fixture.call('GET', '/api/tasks/export?format=csv&search=dobra', tokens.operator);
    const text = Buffer.from(file.text, 'latin1').toString('utf8');
    const [headings = [], cells = []]: string[][] = parse(text, { bom: true });
    const fields = [
      'key',
      'title',
      'status',
      'priority',
      'assignee',
      'reporter',
      'createdAt',
      'updatedAt',
      'dueAt',
    ];
    const mapping = headings.map((heading, index) => ({
      heading,
      field: [...fields, 'description'][index] ?? 'answer',
    })) as Mapping;
    const { task } = await importOne(mapping, cells);
    const { body } = await fixture.call('GET', `/api/tasks/${id}`, tokens.operator);
    const { title: name, description, priority, statusName, parameterDetails, createdBy } = body.task;
    const { assignedUserId } = body.task;
    expect(task).toMatchObject({
      title: name,
      description,
      priority,
      statusName,
      parameterDetails,
      createdBy,
      assignedUserId,
    });
    expect(task.title).toBe(title);
  });
});

describe('a dry run', () => {
  it('answers like the import and writes nothing', async () => {
    const source = newSource();
    const rows = [
      ['1', 'Jeden'],
      ['2', ''],
      ['1', 'Jeden znowu'],
    ];
    const counts = () => Promise.all(['tasks', 'task_imports', 'outbox'].map(countRows));
    const before = await counts();
    const dry = await runImport(titleOnly, rows, { source, isDryRun: true });
    expect(await counts()).toEqual(before);
    const real = await runImport(titleOnly, rows, { source });
    expect(outcomesOf(dry)).toEqual(['CREATED', 'REFUSED', 'UNCHANGED']);
    expect(outcomesOf(real)).toEqual(outcomesOf(dry));
    expect(dry[1]).toEqual(real[1]);
    expect(outcomesOf(await runImport(titleOnly, rows, { source, isDryRun: true }))).toEqual([
      'UNCHANGED',
      'REFUSED',
      'UNCHANGED',
    ]);
  });
});

describe('the key of a row', () => {
  it('makes one task in each source', async () => {
    const source = newSource();
    const [first] = await runImport(titleOnly, [['7', 'Pierwsze']], { source });
    expect(await runImport(titleOnly, [['7', 'Inne']], { source, token: fixture.tokens.admin })).toEqual([
      { line: 2, outcome: 'UNCHANGED', publicTaskId: first?.publicTaskId, problems: [] },
    ]);
    expect(outcomesOf(await runImport(titleOnly, [['7', 'Inne']]))).toEqual(['CREATED']);
  });

  it('is the line if no column has it', async () => {
    const mapping: Mapping = [{ heading: 'Summary', field: 'title' }];
    const source = newSource();
    expect(outcomesOf(await runImport(mapping, [['a'], ['a']], { source }))).toEqual(['CREATED', 'CREATED']);
    expect(outcomesOf(await runImport(mapping, [['a'], ['a'], ['a']], { source }))).toEqual([
      'UNCHANGED',
      'UNCHANGED',
      'CREATED',
    ]);
  });

  it('stays in use after the deletion of its task, without its number', async () => {
    const source = newSource();
    const [first] = await runImport(titleOnly, [['1', 'Usunięte']], { source });
    await fixture.call('DELETE', `/api/tasks/${first?.publicTaskId}`, fixture.tokens.operator, {
      comment: 'x',
    });
    const [again] = await runImport(titleOnly, [['1', 'Usunięte']], { source });
    expect(again).toEqual({ line: 2, outcome: 'UNCHANGED', problems: [] });
  });

  it('does not tell the number of a task that the caller does not see', async () => {
    const source = newSource();
    const [first] = await runImport(titleOnly, [['1', 'Tajne']], { source, token: fixture.tokens.admin });
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('tasks').where({ public_task_id: first?.publicTaskId }).update({ is_restricted: true }),
    );
    expect(await runImport(titleOnly, [['1', 'Tajne']], { source })).toEqual([
      { line: 2, outcome: 'UNCHANGED', problems: [] },
    ]);
  });

  it('makes one task when two processes import one file at once', async () => {
    const other = await fixture.service.startInstance();
    const source = newSource();
    const rows = Array.from({ length: 40 }, (_, index) => [`${index}`, `Zadanie ${index}`]);
    const before = await fixture.countTasks();
    const body = { source, mapping: titleOnly, rows: toRows(rows) };
    const [one, two] = await Promise.all([
      call(body),
      other.request('POST', '/api/tasks/import?dryRun=false', {
        organization: fixture.acme,
        token: fixture.tokens.admin,
        body: { ...body, rows: body.rows.toReversed() },
      }),
    ]);
    await other.close();
    expect(await fixture.countTasks()).toBe(before + rows.length);
    const created = [...one.body.results, ...two.body.results].filter(({ outcome }) => outcome === 'CREATED');
    expect(created).toHaveLength(rows.length);
    expect(await runImport(titleOnly, rows, { source })).toEqual(
      rows.map((_, index) => expect.objectContaining({ line: index + 2, outcome: 'UNCHANGED' })),
    );
  });

  it('belongs to one organization', async () => {
    const source = newSource();
    await runImport(titleOnly, [['1', 'Acme']], { source });
    const { body } = await fixture.callGlobex(
      'POST',
      '/api/tasks/import?dryRun=false',
      await fixture.service.identity.sign({ userId: userIds.globexAdmin, organizationId: fixture.globex.id }),
      { source, mapping: titleOnly, rows: toRows([['1', 'Globex']]) },
    );
    expect(body.results).toMatchObject([{ outcome: 'CREATED' }]);
    const id = body.results[0].publicTaskId;
    expect((await fixture.call('GET', `/api/tasks/${id}`, fixture.tokens.operator)).status).toBe(404);
  });
});

describe('an import', () => {
  it('requires MANAGE_WORKFLOW in the organization', async () => {
    const body = { source: 'x', mapping: titleOnly, rows: toRows([['1', 'Zadanie']]) };
    const { tokens } = fixture;
    const statuses = async (isDryRun: boolean) =>
      Promise.all(
        [
          tokens.admin,
          tokens.workflowManager,
          tokens.operator,
          tokens.member,
          tokens.reporter,
          tokens.globexAdmin,
        ].map(async (token) => (await call(body, { isDryRun, token })).status),
      );
    expect(await statuses(true)).toEqual([200, 200, 403, 403, 403, 401]);
    expect((await fixture.call('POST', '/api/tasks/import?dryRun=true', undefined, body)).status).toBe(401);
  });

  it('rejects malformed requests', async () => {
    const body = { source: 'x', mapping: titleOnly, rows: toRows([['1', 'Zadanie']]) };
    const bad = [
      { ...body, rows: [] },
      { ...body, rows: toRows(Array.from({ length: 201 }, () => ['1', 'x'])) },
      { ...body, rows: [{ line: 0, cells: ['1', 'x'] }] },
      { ...body, source: ' ' },
      { ...body, mapping: [{ heading: 'Key', field: 'key' }] },
      { ...body, mapping: [...titleOnly, { heading: 'Title', field: 'title' }] },
      { ...body, mapping: [...titleOnly, { heading: 'x', field: 'constructor' }] },
      { ...body, mapping: [...titleOnly, { heading: 'Nieznane', field: 'answer' }] },
      {
        ...body,
        mapping: [
          ...titleOnly,
          { heading: 'Parametr 1', field: 'answer' },
          { heading: 'p1', field: 'answer' },
        ],
      },
    ];
    for (const request of bad)
      expect([request, (await call(request, { isDryRun: true })).status]).toEqual([request, 422]);
    expect((await fixture.call('POST', '/api/tasks/import', fixture.tokens.admin, body)).status).toBe(400);
  });

  it('takes 200 rows of 200 KB and rejects larger bodies with 413', async () => {
    const mapping: Mapping = [...titleOnly, { heading: 'Description', field: 'description' }];
    const rowsOf = (length: number) =>
      Array.from({ length: 200 }, (_, index) => [`${index}`, `Duże ${index}`, 'x'.repeat(length)]);
    expect(new Set(outcomesOf(await runImport(mapping, rowsOf(1_000))))).toEqual(new Set(['CREATED']));
    const tooLarge = { source: 'x', mapping, rows: toRows(rowsOf(1_400)) };
    expect((await call(tooLarge)).status).toBe(413);
  });

  it('imports 2,000 rows in batches, and changes nothing the second time', async () => {
    const source = newSource();
    const before = await fixture.countTasks();
    const importAll = async () => {
      const counts: Record<string, number> = {};
      for (let start = 0; start < 2_000; start += 200) {
        const rows = Array.from({ length: 200 }, (_, index) => [
          `N-${start + index}`,
          `Wiersz ${start + index}`,
        ]);
        for (const outcome of outcomesOf(await runImport(titleOnly, rows, { source })))
          counts[outcome] = (counts[outcome] ?? 0) + 1;
      }
      return counts;
    };
    expect(await importAll()).toEqual({ CREATED: 2_000 });
    expect(await fixture.countTasks()).toBe(before + 2_000);
    expect(await importAll()).toEqual({ UNCHANGED: 2_000 });
    expect(await fixture.countTasks()).toBe(before + 2_000);
  });
});
