import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { buildTask, openRemote } from '../../test-support';
import { moved, transition, world } from './test-support';

// Compiled before anybody waits for them.
beforeAll(
  () =>
    Promise.all([import('../TaskList/TaskListPage'), import('./TaskViewPage'), import('./AssignmentModal')]),
  60_000,
);
afterEach(signOutForTest);

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** From the list to a task of it and back, with something done there. */
const comeBackFrom = async (act: () => Promise<void>) => {
  const { api, goBy } = await openRemote(
    '/tasks',
    {
      ...world({ transitions: [transition()] }),
      'GET /api/tasks': () => ({
        body: { success: true, message: '', tasks: [buildTask()], total: 1, nextCursor: null },
      }),
      'GET /api/tasks/:id/assignees': () => ({
        body: { success: true, scope: 'SELF', group: null, users: [], limitReached: false },
      }),
      'POST /api/tasks/:id/transition': () => moved(),
      'POST /api/tasks/:id/comment': () => ({ status: 201, ...moved() }),
      'POST /api/tasks/:id/assign': () => moved(),
    },
    ['hasBasePermission', 'hasOperatorPermission'],
  );
  const isDone = () => api.requests.some(({ method }) => method === 'POST');
  const timesListed = () => api.requests.filter(({ path }) => path === '/api/tasks').length;
  await userEvent.click(await screen.findByRole('link', { name: new RegExp(buildTask().title) }));
  await screen.findByRole('button', { name: 'Rozpocznij' });
  await act();
  await goBy(-1);
  await screen.findByRole('link', { name: new RegExp(buildTask().title) });
  return { isDone, timesListed };
};

it.each([
  ['a transition', () => press('Rozpocznij')],
  [
    'a comment',
    async () => {
      await userEvent.type(screen.getByLabelText('Komentarz'), 'Jadę.');
      await press('Dodaj komentarz');
      await screen.findByText('Dodano komentarz');
    },
  ],
  [
    'an assignment',
    async () => {
      await press('Zmień przypisanie');
      await press('Przypisz');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  ],
])('the list is read anew after %s', async (_, act) => {
  const { isDone, timesListed } = await comeBackFrom(act);
  await waitFor(() => expect(isDone()).toBe(true));
  await waitFor(() => expect(timesListed()).toBe(2));
});

it('the list is as it was when nothing has been done', async () => {
  const { timesListed } = await comeBackFrom(async () => {});
  expect(timesListed()).toBe(1);
});
