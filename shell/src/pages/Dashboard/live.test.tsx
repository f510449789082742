import { UiProvider } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import { fakeApi, problemResponse, renderPage, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shellMessages } from '../../i18n/shell-messages';
import { MyReports } from './MyReports';
import { dashboardMessages } from './messages';
import { WaitingTasks } from './WaitingTasks';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  signOutForTest();
});

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);
const advance = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const list = (title: string) => ({
  'GET /api/tasks': () => ({
    body: {
      success: true,
      message: '',
      tasks: [
        {
          publicTaskId: 100000000001,
          title,
          statusName: 'Nowe',
          statusType: 'INITIAL',
          priority: 'HIGH',
          lastUpdatedAt: '2026-11-21T10:00:00.000Z',
        },
      ],
      total: 1,
      nextCursor: null,
    },
  }),
});
const open = async (cards: ReactElement, routes: Parameters<typeof fakeApi>[0] = list('Przeciek')) => {
  signInAs();
  const api = fakeApi(routes);
  await renderPage({
    routes: [{ path: '/dashboard', element: cards }],
    at: '/dashboard',
    messages: { ...shellMessages, ...dashboardMessages },
    wrapper: Ui,
  });
  const requestCount = () => api.requests.filter(({ path }) => path === '/api/tasks').length;
  return { api, requestCount };
};
const busy = () => document.querySelector('[aria-busy="true"]');

describe.each([
  ['WaitingTasks', <WaitingTasks key="waiting" isKnownPath={() => true} />, 3],
  ['MyReports', <MyReports key="reports" isKnownPath={() => true} />, 1],
])('%s', (_, cards, calls) => {
  it('refetches all cards after a change, without a loading state', async () => {
    const { api, requestCount } = await open(cards);
    await waitFor(() => expect(screen.getAllByText('Przeciek').length).toBeGreaterThan(0));
    await waitFor(() => expect([requestCount(), busy()]).toEqual([calls, null]));
    expect(api.openStreams()).toEqual([{ path: '/api/tasks/live' }]);
    api.respond(list('Zalanie'));
    await api.emitChange();
    expect(busy()).toBeNull();
    await waitFor(() => expect(screen.queryByText('Przeciek')).toBeNull());
    expect(screen.getAllByText('Zalanie').length).toBeGreaterThan(0);
    expect(requestCount()).toBe(2 * calls);
  });

  it('refetches at most once in five seconds', async () => {
    const { api, requestCount } = await open(cards);
    await waitFor(() => expect([requestCount(), busy()]).toEqual([calls, null]));
    for (let count = 0; count < 3; count += 1) await api.emitChange();
    await advance(2);
    expect(requestCount()).toBe(2 * calls);
    await advance(4);
    expect(requestCount()).toBe(3 * calls);
  });
});

describe('a failed card', () => {
  it('keeps the error and its retry button after a change', async () => {
    const { api, requestCount } = await open(<MyReports isKnownPath={() => true} />, {
      'GET /api/tasks': () => problemResponse(400, 'BAD_REQUEST'),
    });
    const button = await screen.findByRole('button', { name: 'Spróbuj ponownie' });
    await api.emitChange();
    await advance(10);
    expect([requestCount(), button.isConnected]).toEqual([1, true]);
  });
});
