import { storageKeys, type TaskListItem } from '@obieg/contracts';
import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

const task = (publicTaskId: number, more: Partial<TaskListItem> = {}): TaskListItem => ({
  publicTaskId,
  title: `Zadanie ${publicTaskId}`,
  description: null,
  statusName: 'Nowe',
  statusType: 'INITIAL',
  organizationName: 'Acme Logistyka',
  priority: 'HIGH',
  createdBy: 'jan@poczta.test',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastUpdatedAt: '2026-11-21T10:00:00.000Z',
  assignedUserId: null,
  assignedUserName: null,
  assignedUserEmail: null,
  assignedGroupId: null,
  assignedGroupName: null,
  needsEmailVerification: false,
  ...more,
});
const list = (tasks: TaskListItem[], more: { total?: number; nextCursor?: string | null } = {}) => ({
  'GET /api/tasks': () => ({
    body: { success: true, message: '', tasks, total: tasks.length, nextCursor: null, ...more },
  }),
});
const open = (routes: Parameters<typeof openRemote>[1]) =>
  openRemote('/tasks', routes, ['hasBasePermission']);

afterEach(signOutForTest);

describe('/tasks (spec 3 §2)', () => {
  it('lists tasks with all columns; a row leads to its task', async () => {
    await open(list([task(100000000001, { assignedGroupName: 'Helpdesk', description: 'Opis zadania' })]));
    const link = await screen.findByRole('link', { name: /Zadanie 100000000001/ });
    expect(link.getAttribute('href')).toBe('/task/100000000001');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'ID',
      'Tytuł',
      'Status',
      'Priorytet',
      'Przypisanie',
      'Utworzone przez',
      'Data utworzenia',
      'Ostatnia aktualizacja',
    ]);
    for (const text of ['Opis zadania', 'Nowe', 'Wysoki', 'Helpdesk', 'jan@poczta.test', '20.11.2026']) {
      screen.getByText(text);
    }
  });

  it('starts with my open tasks, asks anew for other filters and remembers them', async () => {
    const { api, unmount } = await open(list([task(100000000001)]));
    await screen.findByText('Zadanie 100000000001');
    const lastQuery = () => api.requests.filter(({ path }) => path === '/api/tasks').at(-1)?.query;
    expect(lastQuery()).toEqual({ assignedToMe: 'true', statusTypes: 'INITIAL,INTERMEDIATE' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Przypisane do mnie' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Końcowy' }));
    await waitFor(() => expect(lastQuery()).toEqual({ statusTypes: 'INITIAL,INTERMEDIATE,FINAL' }));
    expect(JSON.parse(localStorage.getItem(storageKeys.taskListFilters) ?? '')).toEqual({
      assignedToMe: false,
      statusTypes: ['INITIAL', 'INTERMEDIATE', 'FINAL'],
    });
    unmount();
    await open(list([]));
    const mine = (await screen.findByRole('checkbox', { name: 'Przypisane do mnie' })) as HTMLInputElement;
    expect(mine.checked).toBe(false);
  });

  it.each(['no json', '{"statusTypes":"FINAL"}', 'null'])('ignores %s in the storage', async (stored) => {
    localStorage.setItem(storageKeys.taskListFilters, stored);
    const { api } = await open(list([]));
    await screen.findByText('Brak zadań');
    expect(api.requests.find(({ path }) => path === '/api/tasks')?.query).toEqual({
      assignedToMe: 'true',
      statusTypes: 'INITIAL,INTERMEDIATE',
    });
  });

  it('goes on to the next page', async () => {
    const { api } = await open(list([task(100000000001)], { total: 2, nextCursor: 'next' }));
    await screen.findByText('1 z 2');
    api.answer(list([task(100000000002)], { total: 2 }));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Zadanie 100000000002');
    screen.getByText('Zadanie 100000000001');
    expect(api.requests.at(-1)?.query).toMatchObject({ cursor: 'next' });
  });

  it('leads from nothing of mine to everything', async () => {
    const { api } = await open(list([]));
    await screen.findByText('Brak zadań');
    api.answer(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż wszystkie' }));
    await screen.findByText('Zadanie 100000000001');
  });

  it('says why it failed, and tries again', async () => {
    const { api } = await open({
      'GET /api/tasks': () => problemAnswer(500, 'INTERNAL', 'baza nie odpowiada'),
    });
    await screen.findByText('Nie udało się pobrać listy zadań.');
    screen.getByText('Błąd podczas ładowania zadań: baza nie odpowiada');
    api.answer(list([task(100000000001)]));
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByText('Zadanie 100000000001');
  });
});
