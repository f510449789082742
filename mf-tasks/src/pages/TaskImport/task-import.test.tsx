import type { ImportTasks, TaskImportResult } from '@obieg/contracts';
import { type FakeRequest, type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRemote } from '../../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => import('./TaskImportPage'), 60_000);
afterEach(signOutForTest);

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:test';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});

const options = {
  success: true,
  statuses: [],
  parameters: [
    { parameterId: 3, displayName: 'Rodzaj sprzętu', parameterType: 'TEXT', dictionaryValues: [] },
  ],
  users: [],
};

/** Refuses rows without a title. */
const answer = ({ body }: FakeRequest) => {
  const { rows, mapping } = body as ImportTasks;
  const title = mapping.findIndex(({ field }) => field === 'title');
  const results = rows.map(
    ({ line, cells }): TaskImportResult =>
      cells[title]
        ? { line, outcome: 'CREATED', problems: [] }
        : { line, outcome: 'REFUSED', problems: [{ field: 'Summary', message: 'Tytuł jest wymagany' }] },
  );
  return { body: { success: true, results } };
};

const open = async (routes: FakeRoutes = {}, mayImport = true) => {
  const page = await openRemote(
    '/tasks/import',
    {
      'GET /api/tasks/filters': () => ({ body: options }),
      'POST /api/tasks/import': answer,
      ...routes,
    },
    mayImport ? ['hasBasePermission', 'canManageWorkflow'] : ['hasBasePermission'],
  );
  await screen.findByRole('heading', { name: 'Import zadań' });
  return page;
};

const toFile = (content: BlobPart, name = 'jira.csv') => new File([content], name, { type: 'text/csv' });
const choose = async (file: File) => {
  await screen.findByRole('button', { name: 'Wybierz plik' });
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  await userEvent.upload(input as HTMLInputElement, file, { applyAccept: false });
};
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const chosenIn = (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: label }).value;

type Api = Awaited<ReturnType<typeof open>>['api'];
const importsOf = (api: Api) =>
  api.requests
    .filter(({ path }) => path === '/api/tasks/import')
    .map(({ query, body }) => ({ dryRun: query['dryRun'], ...(body as ImportTasks) }));

const jira =
  'Issue key,Summary,Priority,Rodzaj sprzętu,Inne\r\nOPS-1,Drukarka,Major,HP,x\r\nOPS-2,,Minor,,y\r\n';

describe('/tasks/import', () => {
  it('guesses the columns, shows the problems of a dry run and imports', async () => {
    const { api } = await open();
    await choose(toFile(jira));
    await screen.findByRole('heading', { name: 'Krok 2 z 4: Kolumny' });
    expect(chosenIn('Pochodzenie')).toBe('jira');
    expect(['Issue key', 'Summary', 'Priority', 'Rodzaj sprzętu', 'Inne'].map(chosenIn)).toEqual([
      'key',
      'title',
      'priority',
      'answer:Rodzaj sprzętu',
      '',
    ]);
    await click('Sprawdź');
    await screen.findByText('Do utworzenia: 1');
    await screen.findByRole('table', { name: 'Problemy' });
    const cells = screen.getByText('Tytuł jest wymagany').closest('tr')?.children ?? [];
    // Cards on a phone label all cells but the main one.
    expect(
      [...cells].map((cell) => [cell.getAttribute('data-label'), cell.hasAttribute('data-main')]),
    ).toEqual([
      ['Wiersz', false],
      ['Kolumna', false],
      ['Problem', false],
    ]);
    await click('Zapisz odrzucone wiersze');
    expect((await saved[0]?.text())?.replace(/^\uFEFF/, '')).toBe(
      '"Issue key","Summary","Priority","Rodzaj sprzętu","Inne","Problem"\r\n' +
        '"OPS-2","","Minor","","y","Summary: Tytuł jest wymagany"\r\n',
    );
    await click('Importuj (1)');
    await screen.findByText('Utworzone: 1');
    screen.getByRole('link', { name: 'Przejdź do listy' });
    const mapping = [
      { heading: 'Issue key', field: 'key' },
      { heading: 'Summary', field: 'title' },
      { heading: 'Priority', field: 'priority' },
      { heading: 'Rodzaj sprzętu', field: 'answer', question: 'Rodzaj sprzętu' },
    ];
    const rows = [
      { line: 2, cells: ['OPS-1', 'Drukarka', 'Major', 'HP'] },
      { line: 3, cells: ['OPS-2', '', 'Minor', ''] },
    ];
    expect(importsOf(api)).toEqual([
      { dryRun: 'true', source: 'Jira', mapping, rows },
      { dryRun: 'false', source: 'Jira', mapping, rows },
    ]);
  });

  it('sends at most 200 rows at a time', async () => {
    const { api } = await open();
    const rows = Array.from({ length: 450 }, (_, index) => `${index};Zażółć ${index}\n`);
    await choose(toFile(`#;Temat\n${rows.join('')}`));
    await click('Sprawdź');
    await screen.findByText('Do utworzenia: 450');
    expect(importsOf(api).map((one) => one.rows.length)).toEqual([200, 200, 50]);
    expect(importsOf(api)[2]?.rows.at(-1)).toEqual({ line: 451, cells: ['449', 'Zażółć 449'] });
  });

  it('reads letters of Windows-1250', async () => {
    await open();
    await choose(toFile(new Uint8Array([0x54, 0x79, 0x74, 0x75, 0xb3, 0x0a, 0xbf, 0xf3, 0xb3, 0x77])));
    await screen.findByText('żółw');
    expect([chosenIn('Kodowanie'), chosenIn('Tytuł')]).toEqual(['windows-1250', 'title']);
  });

  it('asks for a title, and for one column of each field', async () => {
    const { api } = await open();
    await choose(toFile('a,b\n1,2\n'));
    await click('Sprawdź');
    await screen.findByText('Wskaż kolumnę z tytułem.');
    screen.getByText(/Żadna kolumna nie jest kluczem/);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'a' }), 'Tytuł');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'b' }), 'Tytuł');
    await click('Sprawdź');
    await screen.findByText('Dwie kolumny mają to samo pole: Tytuł.');
    expect(importsOf(api)).toEqual([]);
  });

  it('stops, and continues from the beginning', async () => {
    let calls = 0;
    const { api } = await open({
      'POST /api/tasks/import': (request: FakeRequest) => {
        calls += 1;
        return calls === 1
          ? { ...problemResponse(429, 'TOO_MANY_REQUESTS'), headers: { 'retry-after': '60' } }
          : answer(request);
      },
    });
    await choose(toFile(jira));
    await click('Sprawdź');
    await waitFor(() => expect(calls).toBe(1));
    await click('Zatrzymaj');
    await screen.findByText('Sprawdzanie zatrzymane.');
    expect(importsOf(api)).toHaveLength(1);
    await click('Kontynuuj');
    await screen.findByText('Do utworzenia: 1');
  });

  it('asks before it is left while it runs', async () => {
    await open({ 'POST /api/tasks/import': () => new Promise(() => {}) });
    await choose(toFile(jira));
    await click('Sprawdź');
    await screen.findByRole('progressbar', { name: 'Sprawdzanie trwa' });
    await userEvent.click(screen.getByRole('link', { name: 'Lista Zadań' }));
    await screen.findByRole('dialog', { name: 'Import trwa' });
    await click('Zostań');
    await click('Zatrzymaj');
    await screen.findByText('Sprawdzanie zatrzymane.');
  });

  it('says why it failed', async () => {
    await open({
      'POST /api/tasks/import': () => problemResponse(422, 'VALIDATION_FAILED', 'Nie ma takiego pytania'),
    });
    await choose(toFile(jira));
    await click('Sprawdź');
    await screen.findByText('Praca została przerwana. Nie ma takiego pytania');
  });

  it.each([
    ['an empty file', '', 'Plik nie ma nagłówków i wierszy.'],
    ['a file of headings', 'Tytuł,Opis\n', 'Plik nie ma nagłówków i wierszy.'],
    ['a file that is no CSV', 'PK\u0003\u0004\u0000\u0000', 'To nie jest plik CSV. Zapisz arkusz jako CSV.'],
    ['a damaged file', 'Tytuł,Opis\n"a,b\nc,d\n', 'Plik jest uszkodzony: cudzysłów nie został zamknięty.'],
  ])('refuses %s', async (_name, content, message) => {
    await open();
    await choose(toFile(content));
    await screen.findByText(message);
  });

  it('is closed to others', async () => {
    const { api } = await open({}, false);
    await screen.findByText('Nie masz uprawnień do importu zadań.');
    expect(api.requests.some(({ path }) => path === '/api/tasks/filters')).toBe(false);
  });
});
