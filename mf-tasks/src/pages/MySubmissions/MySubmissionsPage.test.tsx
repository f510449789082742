import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { list, queriesOf, task } from '../../task-list/test-support';
import { openRemote } from '../../test-support';

// Load the module before the first test, which would otherwise time out.
beforeAll(() => import('./MySubmissionsPage'), 60_000);
afterEach(() => {
  cleanup();
  signOutForTest();
});

const open = (routes: Parameters<typeof openRemote>[1], at = '/my-submissions') => openRemote(at, routes, []);
const closed = task(100000000002, { statusName: 'Zakończone', statusType: 'FINAL' });

describe('/my-submissions', () => {
  it('lists open and closed tasks that the user submitted', async () => {
    const { api } = await open(list([task(100000000001), closed]));
    const link = await screen.findByRole('link', { name: /Zadanie 100000000001/ });
    expect(link.getAttribute('href')).toBe('/task/100000000001');
    screen.getByText('Zakończone');
    screen.getByText('2 zgłoszenia');
    expect(queriesOf(api)).toEqual([{ submittedByMe: 'true' }]);
  });

  it('filters by open and closed, and keeps the filter in the address', async () => {
    const { api, currentAddress } = await open(list([task(100000000001), closed]));
    await screen.findByText('Zakończone');
    await userEvent.click(screen.getByRole('radio', { name: 'Zamknięte' }));
    await waitFor(() => expect(currentAddress()).toBe('/my-submissions?show=closed'));
    await waitFor(() =>
      expect(queriesOf(api).at(-1)).toEqual({ submittedByMe: 'true', statusTypes: 'FINAL' }),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Otwarte' }));
    await waitFor(() =>
      expect(queriesOf(api).at(-1)).toEqual({ submittedByMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' }),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Wszystkie' }));
    await waitFor(() => expect(currentAddress()).toBe('/my-submissions'));
  });

  it('searches, and offers to show all when nothing is found', async () => {
    const { api, currentAddress } = await open(list([]), '/my-submissions?show=open&search=drukarka');
    await screen.findByText('Nie znaleziono zgłoszeń.');
    expect(queriesOf(api)[0]).toEqual({
      submittedByMe: 'true',
      statusTypes: 'INITIAL,INTERMEDIATE',
      search: 'drukarka',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż wszystkie zgłoszenia' }));
    await waitFor(() => expect(currentAddress()).toBe('/my-submissions'));
    // Without a list of all that is still searched.
    await screen.findByText('Nie masz jeszcze zgłoszeń.');
    expect(queriesOf(api).slice(1)).toEqual([{ submittedByMe: 'true' }]);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it.each([
    ['open', 'Nie masz otwartych zgłoszeń.'],
    ['closed', 'Nie masz zamkniętych zgłoszeń.'],
  ])('says that there are no %s submissions', async (filter, text) => {
    await open(list([]), `/my-submissions?show=${filter}`);
    await screen.findByText(text);
  });

  it('leads to a new submission when there is none', async () => {
    await open(list([]));
    await screen.findByText('Nie masz jeszcze zgłoszeń.');
    const links = screen.getAllByRole('link', { name: 'Nowe zgłoszenie' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/submit-task', '/submit-task']);
  });

  it('loads the next page with the cursor', async () => {
    const { api } = await open(list([task(100000000001)], { total: 2, nextCursor: 'next' }));
    await screen.findByText('Zadanie 100000000001');
    api.respond(list([closed]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Zadanie 100000000002');
    expect(queriesOf(api).at(-1)).toEqual({ submittedByMe: 'true', cursor: 'next' });
    screen.getByText('Zadanie 100000000001');
  });

  it('shows an error with a retry, and keeps the rows when a refresh fails', async () => {
    const { api } = await open({ 'GET /api/tasks': () => problemResponse(400, 'BAD_REQUEST', 'Błąd.') });
    await screen.findByText(/Nie udało się pobrać listy zadań/);
    api.respond(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000001');
    api.respond({ 'GET /api/tasks': () => problemResponse(400, 'BAD_REQUEST', 'Błąd.') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Błąd podczas ładowania zadań: Błąd.');
    screen.getByText('Zadanie 100000000001');
  });
});

describe('/tasks for a reporter', () => {
  it('redirects to the own submissions, because nothing is assigned to reporters', async () => {
    const { currentAddress } = await open(list([task(100000000001)]), '/tasks');
    await screen.findByText('Zadanie 100000000001');
    expect(currentAddress()).toBe('/my-submissions');
    expect(screen.queryByText('Przypisane do mnie')).toBeNull();
  });
});
