import type { TransitionOption } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fakeTaskApi, movedTaskResponse, openAs, readPostBodies, transition } from '../task/test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(
  () =>
    Promise.all([
      import('../pages/TaskView/TaskViewPage'),
      import('../pages/TaskView/TaskTransitions'),
      import('./TransitionModal'),
    ]),
  60_000,
);
afterEach(signOutForTest);

const question = 'Odebrać sobie dostęp do zadania?';
const open = async (sightChange: TransitionOption['sightChange'], more: Partial<TransitionOption> = {}) => {
  const option = transition({ transitionName: 'Oddaj', sightChange, ...more });
  const page = await openAs(['hasBasePermission'], {
    ...fakeTaskApi({ transitions: [option] }),
    'GET /api/tasks/:id/readers': () => ({
      body: {
        success: true,
        caller: sightChange !== 'LOST',
        allMembers: false,
        groups: [{ groupId: 9, groupName: 'Kadry' }],
        users: [],
        author: null,
      },
    }),
    'POST /api/tasks/:id/transition': () => movedTaskResponse(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Oddaj' }));
  return page;
};
const findDialog = async () => within(await screen.findByRole('dialog', { name: 'Oddaj' }));
const run = async () =>
  userEvent.click((await findDialog()).getByRole('button', { name: 'Wykonaj przejście' }));

describe('A transition that changes who sees the task', () => {
  it('says who will see the task, and runs nothing if the user goes back', async () => {
    const { api } = await open('LOST');
    const dialog = await findDialog();
    const seeing = await dialog.findByText('Zobaczą:');
    expect(seeing.parentElement?.textContent).toContain('grupa Kadry');
    expect(dialog.getByText('Nie zobaczą:').parentElement?.textContent).toContain('Ty');
    expect(api.requests.find(({ path }) => path.endsWith('/readers'))?.query).toEqual({ transitionId: '5' });
    await run();
    const asked = within(await screen.findByRole('dialog', { name: question }));
    await userEvent.click(asked.getByRole('button', { name: 'Wróć' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
    expect(readPostBodies(api)).toEqual([]);
  });

  it('runs when the user agrees to lose the task, then opens the list', async () => {
    const { api, currentAddress } = await open('LOST');
    await run();
    const asked = within(await screen.findByRole('dialog', { name: question }));
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono') });
    await userEvent.click(asked.getByRole('button', { name: 'Zmień i strać dostęp' }));
    await waitFor(() => expect(currentAddress()).toBe('/tasks'));
    expect(readPostBodies(api)).toHaveLength(1);
  });

  it('asks although the readers could not be loaded', async () => {
    const { api } = await open('LOST');
    api.respond({ 'GET /api/tasks/:id/readers': () => problemResponse(400, 'BAD_REQUEST', 'Nie teraz.') });
    await run();
    await screen.findByRole('dialog', { name: question });
    expect(readPostBodies(api)).toEqual([]);
  });

  it('runs at once if only others lose the task', async () => {
    const { api } = await open('OTHERS');
    await waitFor(() => expect(readPostBodies(api)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
