import type { TaskReaders } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openAs, readSaveRequests, replaceText, startEditing, startFakeServer, submit } from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('../TaskViewPage'), import('./EditTask')]), 60_000);
afterEach(signOutForTest);

const respond = (readers: Partial<TaskReaders>): FakeRoutes => ({
  'GET /api/tasks/:id/readers': () => ({
    body: {
      success: true,
      caller: true,
      allMembers: false,
      groups: [{ groupId: 4, groupName: 'Helpdesk' }],
      users: [],
      author: null,
      ...readers,
    },
  }),
});
const openForm = async (readers: FakeRoutes) => {
  const { api, currentAddress } = await openAs({ ...startFakeServer().routes, ...readers });
  await startEditing();
  return { api, currentAddress };
};
const restrict = async () => userEvent.click(await screen.findByRole('checkbox', { name: 'Helpdesk' }));
const question = 'Odebrać sobie dostęp do zadania?';
const readerRequests = (api: Awaited<ReturnType<typeof openForm>>['api']) =>
  api.requests.filter(({ path }) => path.endsWith('/readers'));

describe('Readers of an edited task', () => {
  it('says who will and who will not see the task, and saves', async () => {
    const { api } = await openForm(
      respond({
        users: [
          { userId: 3, userName: 'olga', addressHint: null, reads: true },
          { userId: 4, userName: 'piotr', addressHint: null, reads: false },
        ],
        author: { name: 'ewa', addressHint: null, reads: true },
      }),
    );
    expect(screen.queryByText('Zobaczą:')).toBeNull();
    await restrict();
    const seeing = await screen.findByText('Zobaczą:');
    expect(seeing.parentElement?.textContent).toContain('Ty, grupa Helpdesk, olga, autor zadania (ewa)');
    expect(screen.getByText('Nie zobaczą:').parentElement?.textContent).toContain(
      'piotr, pozostali członkowie organizacji',
    );
    expect(readerRequests(api)[0]?.query).toEqual({ visibleGroupIds: '4' });
    await submit();
    await waitFor(() => expect(readSaveRequests(api)).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks before the user loses the task, and keeps the form when the user goes on', async () => {
    const { api } = await openForm(respond({ caller: false }));
    await restrict();
    await screen.findByText(/^Po tej zmianie nie zobaczysz tego zadania/);
    await submit();
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    await userEvent.click(dialog.getByRole('button', { name: 'Wróć' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(readSaveRequests(api)).toEqual([]);
    screen.getByRole('form', { name: 'Edycja zadania' });
  });

  it('saves on confirmation, then opens the list', async () => {
    const { api, currentAddress } = await openForm(respond({ caller: false }));
    await restrict();
    await submit();
    const dialog = within(await screen.findByRole('dialog', { name: question }));
    api.respond({ 'GET /api/tasks/:id': () => problemResponse(404, 'NOT_FOUND', 'Nie znaleziono zadania') });
    await userEvent.click(dialog.getByRole('button', { name: 'Zmień i strać dostęp' }));
    await waitFor(() => expect(currentAddress()).toBe('/tasks'));
    expect(readSaveRequests(api)[0]?.body).toMatchObject({ visibleGroupIds: [4] });
  });

  it('asks for no readers if the visibility is unchanged', async () => {
    const { api } = await openForm(respond({ caller: false }));
    await replaceText('Tytuł', 'Nie działa skaner');
    await submit();
    await waitFor(() => expect(readSaveRequests(api)).toHaveLength(1));
    expect(readerRequests(api)).toEqual([]);
  });
});
