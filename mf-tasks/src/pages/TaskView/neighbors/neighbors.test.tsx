import {
  type FakeRoutes,
  listKeys,
  pressKeys,
  problemResponse,
  signInAs,
  signOutForTest,
} from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openAs, respondWithTask } from '../../../task/test-support';
import { keepOpenedList, type OpenedList, readOpenedList } from '../../../task-list/opened-list';
import { buildTask } from '../../../test-support';

afterEach(signOutForTest);

const current = buildTask().publicTaskId;
const [before, after, later] = [100000000001, 100000000002, 100000000003];

const api: FakeRoutes = {
  'GET /api/tasks/:id': (request) =>
    respondWithTask(
      buildTask({ publicTaskId: Number(request.params['id']), title: `Zadanie ${request.params['id']}` }),
    )(request),
};
const comeFrom = (list: Partial<OpenedList>): void => {
  signInAs();
  keepOpenedList({ ids: [before, current, after], query: {}, nextCursor: null, ...list });
};
const open = (more: FakeRoutes = {}) => openAs(['hasBasePermission'], { ...api, ...more });
const findTitle = (id: number) => screen.findByRole('heading', { level: 1, name: `Zadanie ${id}` });
const findNext = () => screen.findByRole('button', { name: 'Następne zadanie' });
const findPrevious = () => screen.findByRole('button', { name: 'Poprzednie zadanie' });

describe('neighbors of a task', () => {
  it('shows the place in the list and moves in both directions', async () => {
    comeFrom({});
    await open();
    await findTitle(current);
    await screen.findByText('2 z 3');
    await userEvent.click(await findNext());
    await findTitle(after);
    await screen.findByText('3 z 3');
    expect(document.activeElement).toBe(await findNext());
    await userEvent.click(await findPrevious());
    await findTitle(current);
    pressKeys('k');
    await findTitle(before);
    pressKeys('j');
    await findTitle(current);
  });

  it('says at both ends that there is no further task', async () => {
    comeFrom({ ids: [current] });
    await open();
    await findTitle(current);
    expect((await findNext()).getAttribute('aria-disabled')).toBe('true');
    expect((await findPrevious()).getAttribute('aria-disabled')).toBe('true');
    expect(listKeys()).not.toContain('j');
    expect(listKeys()).not.toContain('k');
  });

  it('loads the next page of the list at its end', async () => {
    comeFrom({ ids: [current], query: { search: 'drukarka' }, nextCursor: 'page-2' });
    const page = await open({
      'GET /api/tasks': () => ({
        body: {
          success: true,
          message: '',
          tasks: [buildTask(), { ...buildTask(), publicTaskId: later }],
          total: 2,
          nextCursor: null,
        },
      }),
    });
    await findTitle(current);
    await userEvent.click(await findNext());
    await findTitle(later);
    await screen.findByText('2 z 2');
    const queries = page.api.requests.filter(({ path }) => path === '/api/tasks').map(({ query }) => query);
    expect(queries).toEqual([expect.objectContaining({ search: 'drukarka', cursor: 'page-2' })]);
    expect(readOpenedList()).toEqual({
      ids: [current, later],
      query: { search: 'drukarka' },
      nextCursor: null,
    });
  });

  it('ends the list if the server no longer accepts the cursor', async () => {
    comeFrom({ ids: [current], nextCursor: 'old' });
    await open({ 'GET /api/tasks': () => problemResponse(400, 'CURSOR_INVALID') });
    await findTitle(current);
    await userEvent.click(await findNext());
    await waitFor(async () => expect((await findNext()).getAttribute('aria-disabled')).toBe('true'));
    await findTitle(current);
  });

  it('keeps the cursor after a failed request', async () => {
    comeFrom({ ids: [current], nextCursor: 'page-2' });
    const page = await open({ 'GET /api/tasks': () => problemResponse(503, 'UNAVAILABLE') });
    await findTitle(current);
    await userEvent.click(await findNext());
    await waitFor(() => expect(page.api.requests.some(({ path }) => path === '/api/tasks')).toBe(true));
    await waitFor(async () => expect((await findNext()).getAttribute('aria-busy')).toBeNull());
    expect(readOpenedList()?.nextCursor).toBe('page-2');
  });

  it('leads past a task that is no longer visible', async () => {
    comeFrom({});
    await open({
      'GET /api/tasks/:id': () => problemResponse(404, 'TASK_NOT_FOUND', 'Nie ma takiego zadania.'),
    });
    await screen.findByText(/Nie ma takiego zadania/);
    await findNext();
  });

  it('is absent for a task that is not in the list, and for another person', async () => {
    comeFrom({ ids: [before, after] });
    const page = await open();
    await findTitle(current);
    expect(screen.queryByRole('navigation', { name: 'Zadania z listy' })).toBeNull();
    page.unmount();
    comeFrom({});
    signInAs({ id: 8, email: 'marek@acme.test' });
    expect(readOpenedList()).toBeUndefined();
  });
});
