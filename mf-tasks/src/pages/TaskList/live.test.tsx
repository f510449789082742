import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { list, mockRowHeight, open, queriesOf, task } from '../../task-list/test-support';

// Load the module before the first test, which would otherwise time out.
beforeAll(() => import('./TaskListPage'), 60_000);
mockRowHeight();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const openList = async (routes = list([task(100000000001), task(100000000002)])) => {
  const page = await open(routes);
  await screen.findByText('Zadanie 100000000001');
  return { ...page, countRequests: () => queriesOf(page.api).length };
};
const countBusyElements = () => document.querySelectorAll('[aria-busy="true"], [data-waiting="true"]').length;

/** Delays a response until `release` is called. */
const deferResponse = <Response,>(buildResponse: () => Response) => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, respond: () => released.then(buildResponse) };
};

describe('live updates of /tasks', () => {
  it('refetches after a change without a loading state', async () => {
    const { api, countRequests } = await openList();
    expect(api.openStreams()).toEqual([{ path: '/api/tasks/live' }]);
    const { release, respond } = deferResponse(
      list([task(100000000003), task(100000000001)])['GET /api/tasks'],
    );
    api.respond({ 'GET /api/tasks': respond });
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(2));
    await advance(1);
    expect(countBusyElements()).toBe(0);
    release();
    await screen.findByText('Zadanie 100000000003');
    expect(screen.queryByText('Zadanie 100000000002')).toBeNull();
    expect(countRequests()).toBe(2);
  });

  it('shows a loading state for a manual refresh', async () => {
    const { api, countRequests } = await openList();
    const { release, respond } = deferResponse(list([task(100000000003)])['GET /api/tasks']);
    api.respond({ 'GET /api/tasks': respond });
    fireEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await waitFor(() => expect(countRequests()).toBe(2));
    expect(countBusyElements()).toBe(2);
    release();
    await screen.findByText('Zadanie 100000000003');
    await waitFor(() => expect(countBusyElements()).toBe(0));
  });

  it('keeps the focus in its row when the row moves', async () => {
    const { api } = await openList();
    const link = screen.getByRole('link', { name: 'Zadanie 100000000002' });
    act(() => link.focus());
    api.respond(list([task(100000000002), task(100000000003), task(100000000001)]));
    await api.emitChange();
    await screen.findByText('Zadanie 100000000003');
    expect([link.isConnected, document.activeElement]).toEqual([true, link]);
    expect(screen.getAllByRole('link', { name: /^Zadanie/ })[0]).toBe(link);
  });

  it('moves the focus to the task in the place of the focused one, which left the list', async () => {
    const { api } = await openList();
    act(() => screen.getByRole('link', { name: 'Zadanie 100000000002' }).focus());
    api.respond(list([task(100000000001), task(100000000003)]));
    await api.emitChange();
    const link = await screen.findByRole('link', { name: 'Zadanie 100000000003' });
    expect(document.activeElement).toBe(link);
    api.respond(list([task(100000000001)]));
    await advance(6);
    await api.emitChange();
    await waitFor(() => expect(link.isConnected).toBe(false));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Zadanie 100000000001' }));
  });

  it('refetches at most once in five seconds', async () => {
    const { api, countRequests } = await openList();
    for (let times = 0; times < 3; times += 1) await api.emitChange();
    await advance(2);
    expect(countRequests()).toBe(2);
    await advance(4);
    expect(countRequests()).toBe(3);
  });

  it('refetches after the request in progress if a change occurs meanwhile', async () => {
    const { api, countRequests } = await openList();
    const { release, respond } = deferResponse(list([task(100000000003)])['GET /api/tasks']);
    api.respond({ 'GET /api/tasks': respond });
    fireEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await waitFor(() => expect(countRequests()).toBe(2));
    await api.emitChange();
    await advance(20);
    expect(countRequests()).toBe(2);
    api.respond(list([task(100000000004)]));
    release();
    await screen.findByText('Zadanie 100000000004');
    await advance(20);
    expect(countRequests()).toBe(3);
  });

  it('does not refetch after a failure until the caller retries', async () => {
    const { api } = await open({ 'GET /api/tasks': () => ({ body: { success: false } }) });
    const button = await screen.findByRole('button', { name: 'Spróbuj ponownie' });
    await api.emitChange();
    await advance(10);
    expect([queriesOf(api).length, button.isConnected]).toEqual([1, true]);
  });
});

describe('live updates of a list with several pages', () => {
  /** Responds with pages of one task each. */
  const pages = (count: number): ReturnType<typeof list> => ({
    'GET /api/tasks': (({ query }: { query: Record<string, string> }) => {
      const page = Number(query['cursor'] ?? 1);
      return {
        body: {
          success: true,
          message: '',
          tasks: [task(100000000000 + page)],
          total: count,
          nextCursor: page < count ? String(page + 1) : null,
        },
      };
    }) as ReturnType<typeof list>['GET /api/tasks'],
  });

  it('refetches two pages', async () => {
    const { api, countRequests } = await openList(pages(2));
    await screen.findByText('Zadanie 100000000002');
    await api.emitChange();
    await waitFor(() => expect(countRequests()).toBe(4));
    expect(queriesOf(api).map(({ cursor }) => cursor)).toEqual([undefined, '2', undefined, '2']);
  });

  it('does not refetch three pages until the caller refreshes', async () => {
    const { api, countRequests } = await openList(pages(3));
    await screen.findByText('Zadanie 100000000003');
    await api.emitChange();
    await advance(20);
    expect(countRequests()).toBe(3);
    fireEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await waitFor(() => expect(countRequests()).toBe(6));
  });
});
