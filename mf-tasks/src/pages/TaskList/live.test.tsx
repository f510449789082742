import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveRowsHeight, list, open, queriesOf, task } from './test-support';

// Compiled before anybody waits for it.
beforeAll(() => import('./TaskListPage'), 60_000);
giveRowsHeight();
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const openList = async (routes = list([task(100000000001), task(100000000002)])) => {
  const page = await open(routes);
  await screen.findByText('Zadanie 100000000001');
  return { ...page, timesRead: () => queriesOf(page.api).length };
};
const busy = () => document.querySelectorAll('[aria-busy="true"], [data-waiting="true"]').length;

/** An answer that comes when the test says so. */
const hold = <Answer,>(answer: () => Answer) => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { release, answer: () => held.then(answer) };
};

describe('a list that somebody looks at', () => {
  it('follows what others do, and shows nothing of that it is read', async () => {
    const { api, timesRead } = await openList();
    expect(api.listening()).toEqual([{ path: '/api/tasks/live' }]);
    const { release, answer } = hold(list([task(100000000003), task(100000000001)])['GET /api/tasks']);
    api.answer({ 'GET /api/tasks': answer });
    await api.tellChanged();
    await waitFor(() => expect(timesRead()).toBe(2));
    await pass(1);
    expect(busy()).toBe(0);
    release();
    await screen.findByText('Zadanie 100000000003');
    expect(screen.queryByText('Zadanie 100000000002')).toBeNull();
    expect(timesRead()).toBe(2);
  });

  it('shows that it is read where somebody has asked for it', async () => {
    const { api, timesRead } = await openList();
    const { release, answer } = hold(list([task(100000000003)])['GET /api/tasks']);
    api.answer({ 'GET /api/tasks': answer });
    fireEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await waitFor(() => expect(timesRead()).toBe(2));
    expect(busy()).toBe(2);
    release();
    await screen.findByText('Zadanie 100000000003');
    await waitFor(() => expect(busy()).toBe(0));
  });

  it('keeps the focus in the row that has it, wherever that moves', async () => {
    const { api } = await openList();
    const link = screen.getByRole('link', { name: 'Zadanie 100000000002' });
    act(() => link.focus());
    api.answer(list([task(100000000002), task(100000000003), task(100000000001)]));
    await api.tellChanged();
    await screen.findByText('Zadanie 100000000003');
    expect([link.isConnected, document.activeElement]).toEqual([true, link]);
    expect(screen.getAllByRole('link', { name: /^Zadanie/ })[0]).toBe(link);
  });

  it('is read once in five seconds, however much happens', async () => {
    const { api, timesRead } = await openList();
    for (let times = 0; times < 3; times += 1) await api.tellChanged();
    await pass(2);
    expect(timesRead()).toBe(2);
    await pass(4);
    expect(timesRead()).toBe(3);
  });

  it('is not read while it is being read, but after that', async () => {
    const { api, timesRead } = await openList();
    const { release, answer } = hold(list([task(100000000003)])['GET /api/tasks']);
    api.answer({ 'GET /api/tasks': answer });
    fireEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await waitFor(() => expect(timesRead()).toBe(2));
    await api.tellChanged();
    await pass(20);
    expect(timesRead()).toBe(2);
    api.answer(list([task(100000000004)]));
    release();
    await screen.findByText('Zadanie 100000000004');
    await pass(20);
    expect(timesRead()).toBe(3);
  });

  it('that could not be had waits for the button that asks again', async () => {
    const { api } = await open({ 'GET /api/tasks': () => ({ body: { success: false } }) });
    const button = await screen.findByRole('button', { name: 'Spróbuj ponownie' });
    await api.tellChanged();
    await pass(10);
    expect([queriesOf(api).length, button.isConnected]).toEqual([1, true]);
  });
});

describe('a list of several pages', () => {
  /** As many pages of one task each. */
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

  it('is read anew where there are two', async () => {
    const { api, timesRead } = await openList(pages(2));
    await screen.findByText('Zadanie 100000000002');
    await api.tellChanged();
    await waitFor(() => expect(timesRead()).toBe(4));
    expect(queriesOf(api).map(({ cursor }) => cursor)).toEqual([undefined, '2', undefined, '2']);
  });

  it('is left as it is where there are more, until somebody asks for it', async () => {
    const { api, timesRead } = await openList(pages(3));
    await screen.findByText('Zadanie 100000000003');
    await api.tellChanged();
    await pass(20);
    expect(timesRead()).toBe(3);
    fireEvent.click(screen.getByRole('button', { name: 'Odśwież' }));
    await waitFor(() => expect(timesRead()).toBe(6));
  });
});
