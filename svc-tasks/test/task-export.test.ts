import { taskExportQuerySchema } from '@obieg/contracts';
import { problem, withOrganization } from '@obieg/service-kit';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportTasks } from '../src/task-export/export-tasks';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
let printer: number;
let secret: number;
beforeAll(async () => {
  fixture = await startFixture();
  const { submit, tokens, call } = fixture;
  printer = await submit(
    { title: '=HYPERLINK("http://evil.test")', description: `${'x'.repeat(600)}\n"cytat"; koniec` },
    tokens.reporter,
  );
  secret = await submit(
    { title: 'Tajne', visibleUserIds: [userIds.member], assignedUserId: userIds.member },
    tokens.member,
  );
  await call('POST', `/api/tasks/${printer}/transition`, tokens.member, { transitionId: 2 });
  await call('POST', `/api/tasks/${printer}/transition`, tokens.member, {
    transitionId: 5,
  });
});
afterAll(() => fixture.service.close());

/** The test client returns a file byte by byte. */
const decode = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

const exportText = async (query: string, token: string): Promise<string> => {
  const { status, text } = await fixture.call('GET', `/api/tasks/export?format=csv${query}`, token);
  expect(status).toBe(200);
  return decode(text);
};
const exportRows = async (query: string, token: string, delimiter = ','): Promise<Record<string, string>[]> =>
  parse(await exportText(query, token), { bom: true, columns: true, delimiter });

describe('GET /api/tasks/export', () => {
  it('has the columns of the list, complete texts and the answers', async () => {
    const [row] = await exportRows('&search=hyperlink', fixture.tokens.operator);
    expect(row).toEqual({
      Numer: String(printer),
      Tytuł: `'=HYPERLINK("http://evil.test")`,
      Status: 'Zakończone',
      Priorytet: 'Normalny',
      Przypisanie: expect.any(String),
      'Utworzone przez': expect.stringContaining('12@'),
      'Data utworzenia': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
      'Ostatnia aktualizacja': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d/),
      Termin: '',
      Opis: `${'x'.repeat(600)}\n"cytat"; koniec`,
      'Parametr 1': 'Sprzęt',
      'Parametr 2': 'HP',
      'Parametr 3': '1',
    });
  });

  it('follows the filters, columns, order and delimiter of the request', async () => {
    const text = await exportText(
      '&columns=title,publicTaskId&withAnswers=false&delimiter=semicolon&sortBy=title&sortDirection=asc&statusTypes=INITIAL',
      fixture.tokens.member,
    );
    expect(text).toBe(`\uFEFF"Tytuł";"Numer"\r\n"Tajne";"${secret}"\r\n`);
  });

  it('lists what the caller may see, and no answers that only members see', async () => {
    expect((await exportRows('', fixture.tokens.operator)).map(({ Numer }) => Numer)).toEqual([
      String(printer),
    ]);
    const own = await exportRows('', fixture.tokens.reporter);
    expect(own).toHaveLength(1);
    expect(Object.keys(own[0] ?? {})).not.toContain('Parametr 3');
    expect(JSON.stringify(own)).not.toContain(`${userIds.member}@`);
    const { status, text } = await fixture.callGlobex(
      'GET',
      '/api/tasks/export?format=csv',
      fixture.tokens.globexAdmin,
    );
    expect([status, parse(decode(text), { bom: true, columns: true })]).toEqual([200, []]);
  });

  it('rejects visitors and bad input before the first byte', async () => {
    expect((await fixture.call('GET', '/api/tasks/export?format=csv')).status).toBe(401);
    for (const query of ['', 'format=pdf', 'format=csv&columns=password', 'format=csv&columns=title,title'])
      expect((await fixture.call('GET', `/api/tasks/export?${query}`, fixture.tokens.member)).status).toBe(
        400,
      );
    const byAnswer = `format=csv&answers=${encodeURIComponent('{"3":"7"}')}`;
    expect((await fixture.call('GET', `/api/tasks/export?${byAnswer}`, fixture.tokens.reporter)).status).toBe(
      403,
    );
  });

  it('exports every page once', async () => {
    const { service, globex, tokens } = fixture;
    await withOrganization(service.db, globex.id, async (tx) => {
      await tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, answers)
         select app_organization_id(), 200000000000 + n, 'zadanie ' || n, 1, 'NORMAL', '{}'
           from generate_series(1, 450) n`,
      );
    });
    const { text } = await fixture.callGlobex(
      'GET',
      '/api/tasks/export?format=csv&columns=title&withAnswers=false&sortBy=lastUpdatedAt',
      tokens.globexAdmin,
    );
    const titles = parse(decode(text), { bom: true, columns: true }).map(
      (row: unknown) => (row as { Tytuł: string }).Tytuł,
    );
    expect(new Set(titles).size).toBe(450);
    expect(titles).toHaveLength(450);
  });

  it('ends for a former member', async () => {
    const { service, globex } = fixture;
    const removed = await service.addMember(globex, 99, ['MEMBER']);
    await service.applyEvent(
      'obieg.identity.membership.changed',
      { organizationId: globex.id, userId: 99, roles: [], isEmailVerified: true },
      99,
    );
    expect((await fixture.callGlobex('GET', '/api/tasks/export?format=csv', removed)).status).toBe(401);
  });

  it('fails in the middle when the session ends', async () => {
    const { service, globex } = fixture;
    const file = await exportTasks(
      { db: service.db, limit: { acquire: async () => () => {} } },
      {
        organizationId: globex.id,
        tenantScope: globex.id,
        actor: {
          userId: userIds.globexAdmin,
          sessionId: '',
          organizationId: globex.id,
          permissions: new Set(['BASE']),
          isSuperAdmin: false,
        },
        language: 'en',
        traceparent: '',
      },
      {
        query: taskExportQuerySchema.parse({ format: 'csv' }),
        findCallerNow: () => Promise.reject(problem.unauthorized()),
      },
    );
    const read = async () => {
      for await (const lines of file) expect(String(lines)).toContain('zadanie');
    };
    await expect(read()).rejects.toMatchObject({ status: 401 });
  });
});
