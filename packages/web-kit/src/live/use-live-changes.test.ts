import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../session/session.store';
import { type FakeApi, fakeApi, signInAs, signOutForTest } from '../testing';
import { pass } from './test-support';
import { useLiveChanges } from './use-live-changes';

let api: FakeApi;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  api = fakeApi();
  signInAs();
});
afterEach(() => {
  vi.useRealTimers();
  signOutForTest();
});

const listen = (options: Parameters<typeof useLiveChanges>[1] = {}) => {
  const onChange = vi.fn();
  const hook = renderHook((props) => useLiveChanges(props.onChange, props.options), {
    initialProps: { onChange, options },
  });
  return { onChange, ...hook };
};

it('listens to the list, or to the task that is open', async () => {
  const { rerender, onChange } = listen();
  await waitFor(() => expect(api.listening()).toEqual([{ path: '/api/tasks/live' }]));
  rerender({ onChange, options: { task: 100000000001 } });
  await waitFor(() => expect(api.listening()).toEqual([{ path: '/api/tasks/100000000001/live' }]));
});

it('calls back at once, then every two seconds for a task, every five for the list', async () => {
  const often = listen({ task: 100000000001 });
  const rarely = listen();
  const timesCalled = () => [often, rarely].map(({ onChange }) => onChange.mock.calls.length);
  await waitFor(() => expect(api.listening()).toHaveLength(2));
  await api.tellChanged();
  await api.tellChanged();
  expect(timesCalled()).toEqual([1, 1]);
  await pass(2.5);
  expect(timesCalled()).toEqual([2, 1]);
  await pass(3);
  expect(timesCalled()).toEqual([2, 2]);
});

it('calls what it was given last, over the same connection', async () => {
  const { onChange, rerender } = listen();
  await waitFor(() => expect(api.listening()).toHaveLength(1));
  const [before] = api.listening();
  const newer = vi.fn();
  rerender({ onChange: newer, options: {} });
  expect(api.listening()[0]).toBe(before);
  await api.tellChanged();
  expect([onChange.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1]);
});

it('is closed when it is not wanted, and with the page, and calls back no more', async () => {
  const { onChange, rerender, unmount } = listen();
  await api.tellChanged();
  await api.tellChanged();
  rerender({ onChange, options: { isEnabled: false } });
  expect(api.listening()).toEqual([]);
  await pass(10);
  expect(onChange).toHaveBeenCalledTimes(1);
  rerender({ onChange, options: {} });
  await waitFor(() => expect(api.listening()).toHaveLength(1));
  unmount();
  expect(api.listening()).toEqual([]);
});

it('is for who is signed in, and asked for anew by the next one', async () => {
  endSession();
  listen();
  await pass(1);
  expect(api.listening()).toEqual([]);
  act(() => startSession('t', { id: 1, username: 'anna', email: 'anna@acme.test' }));
  await waitFor(() => expect(api.listening()).toHaveLength(1));
  const [first] = api.listening();
  act(() => startSession('u', { id: 2, username: 'rita', email: 'rita@acme.test' }));
  await waitFor(() => expect(api.listening()).toHaveLength(1));
  expect(api.listening()[0]).not.toBe(first);
  act(endSession);
  expect(api.listening()).toEqual([]);
});

it('catches up after the server has restarted', async () => {
  const { onChange } = listen();
  await api.endStreams();
  await pass(3);
  expect(api.listening()).toHaveLength(1);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it('is not lost while nothing changes', async () => {
  const { onChange } = listen();
  await waitFor(() => expect(api.listening()).toHaveLength(1));
  const [first] = api.listening();
  await pass(300);
  expect(api.listening()[0]).toBe(first);
  expect(onChange).not.toHaveBeenCalled();
});
