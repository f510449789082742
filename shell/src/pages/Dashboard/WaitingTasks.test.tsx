import { UiProvider } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import { fakeApi, renderPage, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { shellMessages } from '../../i18n/shell-messages';
import { dashboardMessages } from './messages';
import { WaitingTasks } from './WaitingTasks';

afterEach(signOutForTest);

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" linkComponent={Link}>
    {children}
  </UiProvider>
);
const task = {
  publicTaskId: 100000000001,
  title: 'Przeciek w dachu',
  statusName: 'Nowe',
  statusType: 'INITIAL',
  priority: 'HIGH',
  lastUpdatedAt: '2026-11-21T10:00:00.000Z',
};

const open = async () => {
  signInAs();
  const api = fakeApi({
    'GET /api/tasks': () => ({
      body: { success: true, message: '', tasks: [task], total: 7, nextCursor: null },
    }),
  });
  await renderPage({
    routes: [{ path: '/dashboard', element: <WaitingTasks isKnownPath={() => true} /> }],
    at: '/dashboard',
    messages: { ...shellMessages, ...dashboardMessages },
    wrapper: Ui,
  });
  return api;
};

describe('WaitingTasks', () => {
  it.each([
    ['Moje otwarte zadania', 'assignedToMe'],
    ['Zadania moich grup', 'assignedToMyGroups'],
  ])('links the count of “%s” to a list with the same filter', async (card, filter) => {
    const api = await open();
    const region = within(await screen.findByRole('region', { name: card }));
    const total = await region.findByRole('link', { name: '7 otwartych zadań' });
    const address = new URL(total.getAttribute('href') ?? '', 'http://test');
    expect(address.pathname).toBe('/tasks');
    const requested = api.requests.find(({ query }) => query[filter] === 'true')?.query;
    expect({ limit: '200', ...Object.fromEntries(address.searchParams) }).toEqual(requested);
  });

  it('links a priority to its tasks', async () => {
    await open();
    const region = within(await screen.findByRole('region', { name: 'Moje otwarte zadania' }));
    const high = await region.findByRole('link', { name: '1' });
    expect(Object.fromEntries(new URL(high.getAttribute('href') ?? '', 'http://test').searchParams)).toEqual({
      assignedToMe: 'true',
      statusTypes: 'INITIAL,INTERMEDIATE',
      priorities: 'HIGH',
    });
  });
});
