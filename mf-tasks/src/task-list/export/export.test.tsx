import { type FakeRoutes, problemResponse } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { list, mockRowHeight, open, task } from '../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../../pages/TaskList/TaskListPage'), import('./ExportDialog')]), 60_000);
mockRowHeight();

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:test';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});

type Controller = ReadableStreamDefaultController<Uint8Array>;
const encode = (text: string) => new TextEncoder().encode(text);
const file = (start: (controller: Controller) => void): FakeRoutes => ({
  'GET /api/tasks/export': () => ({ body: new ReadableStream({ start }) }),
});
const openDialog = async (routes: FakeRoutes) => {
  const opened = await open({ ...list([task(100000000001)]), ...routes });
  await userEvent.click(await screen.findByRole('button', { name: 'Eksportuj do CSV' }));
  await screen.findByRole('dialog', { name: 'Eksport do CSV' });
  return opened;
};
const start = () => userEvent.click(screen.getByRole('button', { name: 'Eksportuj' }));

describe('the export of a list', () => {
  it('focuses its first field', async () => {
    await openDialog({});
    const columns = screen.getByRole('combobox', { name: 'Kolumny' });
    await waitFor(() => expect(document.activeElement).toBe(columns));
  });

  it('saves the file with the filters, columns and form of the request', async () => {
    const { api } = await openDialog(
      file((controller) => {
        controller.enqueue(encode('"Numer"\r\n"1"\r\n'));
        controller.close();
      }),
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Separator' }), 'Przecinek (,)');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dodaj odpowiedzi na pytania jako kolumny' }));
    await start();
    await waitFor(() => expect(saved).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await saved[0]?.text()).toBe('"Numer"\r\n"1"\r\n');
    const query = api.requests.find(({ path }) => path === '/api/tasks/export')?.query;
    expect(query).toMatchObject({ format: 'csv', delimiter: 'comma', withAnswers: 'false' });
    expect(query?.['columns']).toContain('publicTaskId,title');
    expect(query).toMatchObject({ statusTypes: 'INITIAL,INTERMEDIATE' });
  });

  it('tells its progress, and saves nothing when it is stopped', async () => {
    await openDialog(file((controller) => controller.enqueue(encode('"Numer"\r\n"1"\r\n"2"\r\n'))));
    await start();
    await screen.findByText('2 zadania w pliku');
    await userEvent.click(screen.getByRole('button', { name: 'Zatrzymaj' }));
    await screen.findByRole('button', { name: 'Eksportuj' });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(saved).toEqual([]);
  });

  it('says why it failed, or that it was cut off, and saves no part of a file', async () => {
    const { api } = await openDialog({
      'GET /api/tasks/export': () => problemResponse(403, 'FORBIDDEN', 'Brak uprawnień.'),
    });
    await start();
    await screen.findByText('Eksport się nie udał. Brak uprawnień.');
    api.respond(file((controller) => controller.error(new TypeError('cut off'))));
    await start();
    await screen.findByText(/^Eksport został przerwany/);
    await waitFor(() => expect(saved).toEqual([]));
  });
});
