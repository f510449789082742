import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';
import { id, openAs, world } from './test-support';

// Compiled before anybody waits for it.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(signOutForTest);

describe('/task/{publicTaskId} (spec 3 §2)', () => {
  it('shows a visitor the task and nothing that needs an account', async () => {
    const { api } = await openRemote(`/task/${id}`, world({ task: { description: null } }));
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
    expect(api.requests.some(({ path }) => path.endsWith('/transitions'))).toBe(false);
  });

  it('says that there is no connection, and reads the task when there is one again', async () => {
    const { api } = await openRemote(`/task/${id}`, world());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.answer({ 'GET /api/tasks/:id': () => 'offline' });
    window.dispatchEvent(new Event('offline'));
    try {
      await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
      await screen.findByText('Błąd podczas ładowania zadania: brak połączenia z serwerem.');
      api.answer(world({ task: { title: 'Nie działa skaner' } }));
    } finally {
      window.dispatchEvent(new Event('online'));
    }
    await screen.findByRole('heading', { level: 1, name: 'Nie działa skaner' });
    expect(screen.queryByText(/brak połączenia/)).toBeNull();
  });

  it.each(['abc', '0', '000', '1.5'])('refuses %s as a number', async (number) => {
    const { api } = await openRemote(`/task/${number}`, world());
    await screen.findByRole('heading', { name: 'Nieprawidłowy parametr zadania.' });
    expect(api.requests.some(({ path }) => path.startsWith('/api/tasks'))).toBe(false);
  });

  it('finds nothing under a number too long to be told from others, and asks nobody', async () => {
    const { api } = await openRemote('/task/12345678901234567890', world());
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
  ])('says with a retry what %j means', async (body, heading) => {
    const { api } = await openRemote(`/task/${id}`, { 'GET /api/tasks/:id': () => ({ body }) });
    await screen.findByRole('heading', { level: 1, name: heading });
    api.answer(world());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'Nie działa drukarka' });
  });

  it.each([
    { success: true, message: '', task: null },
    { success: true, message: '' },
  ])('says that %j has no data', async (body) => {
    await openAs(['hasBasePermission'], { 'GET /api/tasks/:id': () => ({ body }) });
    await screen.findByText('Brak danych zadania');
  });

  it('says that there is no such task, and how a visitor might see more', async () => {
    await openRemote(`/task/${id}`, {
      'GET /api/tasks/:id': () => problemAnswer(404, 'NOT_FOUND', 'Nie znaleziono zadania.'),
    });
    await screen.findByRole('heading', { name: 'Błąd podczas ładowania zadania: Nie znaleziono zadania.' });
    screen.getByRole('button', { name: 'Spróbuj ponownie' });
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  });

  it('tries again after a failure', async () => {
    const { api } = await openAs([], {
      'GET /api/tasks/:id': () => problemAnswer(500, 'INTERNAL', 'awaria'),
    });
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
    api.answer(world());
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByRole('heading', { name: 'Nie działa drukarka' });
  });
});

describe('a task that is gone', () => {
  it('does not stay on the screen', async () => {
    const { api } = await openAs(['hasBasePermission'], world());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.answer({ 'GET /api/tasks/:id': () => problemAnswer(404, 'NOT_FOUND', 'Nie znaleziono zadania.') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByRole('heading', { name: 'Błąd podczas ładowania zadania: Nie znaleziono zadania.' });
    expect(screen.queryByText('Nie działa drukarka')).toBeNull();
  });

  it('stays with the reason when only the server is away', async () => {
    const { api } = await openAs(['hasBasePermission'], world());
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    api.answer({ 'GET /api/tasks/:id': () => problemAnswer(500, 'INTERNAL', 'awaria') });
    await userEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await screen.findByText('Błąd podczas ładowania zadania: awaria');
    screen.getByRole('heading', { level: 1, name: 'Nie działa drukarka' });
  });
});
