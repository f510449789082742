import {
  createQueryClient,
  endSession,
  onSessionChange,
  organizationNameKey,
  QueryClientProvider,
  useQuery,
  useSession,
} from '@obieg/web-kit';
import { signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resetUserQueries } from './reset-user-queries';

let currentUser = 'olga';
const fetchTask = vi.fn(async () => `task of ${currentUser}`);
const fetchName = vi.fn(async () => 'Acme');

const fetchHistory = vi.fn(async () => 'history');

const Task = () => {
  const isSignedIn = useSession() !== undefined;
  useQuery({ queryKey: ['task', 1, 'history'], queryFn: fetchHistory, enabled: isSignedIn });
  const { data = 'nothing yet' } = useQuery({ queryKey: ['task', 1], queryFn: fetchTask });
  const { data: name } = useQuery({ queryKey: organizationNameKey, queryFn: fetchName });
  return (
    <>
      <p>{data}</p>
      <p>{name}</p>
    </>
  );
};

const open = async () => {
  signInAs();
  const client = createQueryClient();
  client.setQueryData(['tasks'], ['a task of olga']);
  render(
    <QueryClientProvider client={client}>
      <Task />
    </QueryClientProvider>,
  );
  await screen.findByText('task of olga');
  await screen.findByText('Acme');
  return client;
};

afterEach(signOutForTest);
beforeEach(() => {
  currentUser = 'olga';
  vi.clearAllMocks();
});

describe('resetUserQueries', () => {
  it('clears cached data, then refetches it and keeps queries active', async () => {
    const client = await open();
    let respond = () => {};
    fetchTask.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          respond = () => resolve('task of anna');
        }),
    );
    act(() => resetUserQueries(client, false));
    await screen.findByText('nothing yet');
    expect(client.getQueryData(['tasks'])).toBeUndefined();
    respond();
    await screen.findByText('task of anna');
    currentUser = 'anna, changed';
    await client.invalidateQueries({ queryKey: ['task', 1] });
    await screen.findByText('task of anna, changed');
    expect(fetchName).toHaveBeenCalledTimes(1);
  });

  it('does not refetch queries that a visitor has disabled', async () => {
    const client = await open();
    await waitFor(() => expect(fetchHistory).toHaveBeenCalledTimes(1));
    currentUser = 'a visitor';
    const stop = onSessionChange(() => resetUserQueries(client, false));
    act(endSession);
    await screen.findByText('task of a visitor');
    stop();
    expect(fetchTask).toHaveBeenCalledTimes(2);
    expect(fetchHistory).toHaveBeenCalledTimes(1);
  });

  it('does not refetch if the page is about to change', async () => {
    const client = await open();
    act(() => resetUserQueries(client, true));
    await screen.findByText('nothing yet');
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(fetchTask).toHaveBeenCalledTimes(1);
    screen.getByText('Acme');
  });
});
