import { signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildTask, openRemote } from '../test-support';
import { fakeTaskApi, movedTaskResponse, transition } from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../pages/TaskList/TaskListPage'),
      import('../pages/TaskView/TaskViewPage'),
      import('../pages/TaskView/AssignmentModal'),
    ]),
  60_000,
);
afterEach(signOutForTest);

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Opens a task from the list, performs an action and navigates back. */
const returnFromTask = async (act: () => Promise<void>) => {
  const { api, goBy } = await openRemote(
    '/tasks',
    {
      ...fakeTaskApi({ transitions: [transition()] }),
      'GET /api/tasks': () => ({
        body: { success: true, message: '', tasks: [buildTask()], total: 1, nextCursor: null },
      }),
      'GET /api/tasks/:id/assignees': () => ({
        body: { success: true, scope: 'SELF', group: null, users: [], limitReached: false },
      }),
      'POST /api/tasks/:id/transition': () => movedTaskResponse(),
      'POST /api/tasks/:id/comment': () => ({ status: 201, ...movedTaskResponse() }),
      'POST /api/tasks/:id/assign': () => movedTaskResponse(),
    },
    ['hasBasePermission', 'hasOperatorPermission'],
  );
  const isDone = () => api.requests.some(({ method }) => method === 'POST');
  const countListRequests = () => api.requests.filter(({ path }) => path === '/api/tasks').length;
  await userEvent.click(await screen.findByRole('link', { name: new RegExp(buildTask().title) }));
  await screen.findByRole('button', { name: 'Rozpocznij' });
  await act();
  await goBy(-1);
  await screen.findByRole('link', { name: new RegExp(buildTask().title) });
  return { isDone, countListRequests };
};

describe('/tasks after a change of a task', () => {
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
  ])('refetches after %s', async (_, act) => {
    const { isDone, countListRequests } = await returnFromTask(act);
    await waitFor(() => expect(isDone()).toBe(true));
    await waitFor(() => expect(countListRequests()).toBe(2));
  });

  it('does not refetch without a change', async () => {
    const { countListRequests } = await returnFromTask(async () => {});
    expect(countListRequests()).toBe(1);
  });
});
