import { taskPartNames } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { comment, fakeTaskApi, id, openAs, respondWithTask, transition } from '../../task/test-support';
import { buildTask, openRemote } from '../../test-support';

// Load the module before the first test, which would otherwise time out.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(signOutForTest);

describe('/task/{publicTaskId} (spec 3 §2)', () => {
  it('shows visitors the task without the parts that need an account', async () => {
    await openRemote(`/task/${id}`, fakeTaskApi({ task: { description: null } }));
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    for (const text of [
      `Zadanie #${id}`,
      'Brak opisu',
      'Nieprzypisane',
      'Wysoki',
      'jan@poczta.test',
      'Tak',
    ]) {
      screen.getByText(text);
    }
    await screen.findByText('Brak aktywności');
    expect(screen.queryByText('Ostatnia aktualizacja')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Dodaj komentarz' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Dostępne przejścia' })).toBeNull();
  });

  it.each([
    ['member', ['hasBasePermission', 'hasOperatorPermission'], 1],
    ['author', [], 1],
    ['visitor', undefined, 0],
  ] as const)('opens for a %s with one request', async (view, permissions, streams) => {
    const routes = fakeTaskApi({ task: { view }, comments: [comment()], transitions: [transition()] });
    const { api } = await openAs(permissions && [...permissions], routes);
    await screen.findByText('Jadę na miejsce.');
    await waitFor(() => expect(api.openStreams()).toHaveLength(streams));
    expect(api.requests.filter(({ path }) => path.startsWith('/api/tasks'))).toMatchObject([
      {
        path: `/api/tasks/${id}`,
        query: { include: taskPartNames.filter((name) => name !== 'targetHistory').join() },
      },
    ]);
    if (view === 'visitor') expect(screen.queryByRole('button', { name: 'Rozpocznij' })).toBeNull();
    else await screen.findByRole('button', { name: 'Rozpocznij' });
  });

  it.each(['comments', 'statusHistory', 'transitions'])(
    'shows an error with a retry when the response lacks %s',
    async (part) => {
      const { api } = await openAs(['hasBasePermission'], {
        'GET /api/tasks/:id': (request) => {
          const include = request.query['include']?.split(',').filter((name) => name !== part);
          return respondWithTask(buildTask())({ ...request, query: { include: include?.join() ?? '' } });
        },
      });
      await screen.findByRole('heading', { level: 1, name: /^Błąd podczas ładowania zadania/ });
      api.respond(fakeTaskApi());
      await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
      await screen.findByRole('heading', { name: 'Nie działa drukarka' });
    },
  );

  it('shows an error when offline and loads the task when online again', async () => {
    const { api } = await openRemote(`/task/${id}`, fakeTaskApi());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.respond({ 'GET /api/tasks/:id': () => 'offline' });
    window.dispatchEvent(new Event('offline'));
    try {
      await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
      await screen.findByText('Błąd podczas ładowania zadania: brak połączenia z serwerem.');
      api.respond(fakeTaskApi({ task: { title: 'Nie działa skaner' } }));
    } finally {
      window.dispatchEvent(new Event('online'));
    }
    await screen.findByRole('heading', { level: 1, name: 'Nie działa skaner' });
    expect(screen.queryByText(/brak połączenia/)).toBeNull();
  });

  it.each(['abc', '0', '000', '1.5'])(
    'shows an error for the number %s without a request',
    async (number) => {
      const { api } = await openRemote(`/task/${number}`, fakeTaskApi());
      await screen.findByRole('heading', { name: 'Nieprawidłowy parametr zadania.' });
      expect(api.requests.some(({ path }) => path.startsWith('/api/tasks'))).toBe(false);
    },
  );

  it('shows "not found" for a number above the safe integers without a request', async () => {
    const { api } = await openRemote('/task/12345678901234567890', fakeTaskApi());
    await screen.findByRole('heading', { level: 1, name: 'Nie znaleziono zadania.' });
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
    expect(api.requests.some(({ path }) => path.startsWith('/api/tasks'))).toBe(false);
  });

  it.each([
    [
      { success: false, message: 'Archiwum jest zamknięte.' },
      'Błąd podczas ładowania zadania: Archiwum jest zamknięte.',
    ],
    [{ success: false, message: '' }, 'Nie znaleziono zadania.'],
    [{ success: false }, 'Nie znaleziono zadania.'],
  ])('shows an error with a retry for %j', async (body, heading) => {
    const { api } = await openRemote(`/task/${id}`, { 'GET /api/tasks/:id': () => ({ body }) });
    await screen.findByRole('heading', { level: 1, name: heading });
    api.respond(fakeTaskApi());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'Nie działa drukarka' });
  });

  it.each([
    { success: true, message: '', task: null },
    { success: true, message: '' },
  ])('shows an empty state for %j', async (body) => {
    await openAs(['hasBasePermission'], { 'GET /api/tasks/:id': () => ({ body }) });
    await screen.findByText('Brak danych zadania');
  });

  it('shows "not found" with a login link for visitors', async () => {
    await openRemote(`/task/${id}`, {
      'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono zadania.'),
    });
    await screen.findByRole('heading', { name: 'Błąd podczas ładowania zadania: Nie znaleziono zadania.' });
    screen.getByRole('button', { name: 'Spróbuj ponownie' });
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  });

  it('names an unknown author, and the request that failed', async () => {
    const { api } = await openAs([], {
      'GET /api/tasks/:id': () => problemResponse(500, 'INTERNAL', 'awaria'),
    });
    await screen.findByText(/request-1/);
    api.respond(fakeTaskApi({ task: { createdBy: null } }));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Nieznany');
  });

  it('retries after a failure', async () => {
    const { api } = await openAs([], {
      'GET /api/tasks/:id': () => problemResponse(500, 'INTERNAL', 'awaria'),
    });
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
    api.respond(fakeTaskApi());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'Nie działa drukarka' });
  });
});

describe('refreshing a loaded task', () => {
  it('hides the task when it no longer exists', async () => {
    const { api } = await openAs(['hasBasePermission'], fakeTaskApi());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByRole('heading', { name: 'Błąd podczas ładowania zadania: Nie znaleziono zadania.' });
    expect(screen.queryByText('Nie działa drukarka')).toBeNull();
  });

  it('keeps the task and shows the reason of a server error', async () => {
    const { api } = await openAs(['hasBasePermission'], fakeTaskApi());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(500, 'INTERNAL', 'awaria') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
    screen.getByRole('heading', { level: 1, name: 'Nie działa drukarka' });
  });
});
