import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, startSession } from '../session/session.store';
import { type FakeApi, fakeApi, signInAs, signOutForTest } from '../testing';
import { advance } from './test-support';
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

describe('useLiveChanges', () => {
  it('opens the stream of the list or of the open task', async () => {
    const { rerender, onChange } = listen();
    await waitFor(() => expect(api.openStreams()).toEqual([{ path: '/api/tasks/live' }]));
    rerender({ onChange, options: { task: 100000000001 } });
    await waitFor(() => expect(api.openStreams()).toEqual([{ path: '/api/tasks/100000000001/live' }]));
  });

  it('calls back immediately, then every two seconds for a task and every five for the list', async () => {
    const often = listen({ task: 100000000001 });
    const rarely = listen();
    const timesCalled = () => [often, rarely].map(({ onChange }) => onChange.mock.calls.length);
    await waitFor(() => expect(api.openStreams()).toHaveLength(2));
    await api.emitChange();
    await api.emitChange();
    expect(timesCalled()).toEqual([1, 1]);
    await advance(2.5);
    expect(timesCalled()).toEqual([2, 1]);
    await advance(3);
    expect(timesCalled()).toEqual([2, 2]);
  });

  it('calls the latest callback without reconnecting', async () => {
    const { onChange, rerender } = listen();
    await waitFor(() => expect(api.openStreams()).toHaveLength(1));
    const [before] = api.openStreams();
    const newer = vi.fn();
    rerender({ onChange: newer, options: {} });
    expect(api.openStreams()[0]).toBe(before);
    await api.emitChange();
    expect([onChange.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1]);
  });

  it('closes the stream when disabled and on unmount, and drops the deferred call', async () => {
    const { onChange, rerender, unmount } = listen();
    await api.emitChange();
    await api.emitChange();
    rerender({ onChange, options: { isEnabled: false } });
    expect(api.openStreams()).toEqual([]);
    await advance(10);
    expect(onChange).toHaveBeenCalledTimes(1);
    rerender({ onChange, options: {} });
    await waitFor(() => expect(api.openStreams()).toHaveLength(1));
    unmount();
    expect(api.openStreams()).toEqual([]);
  });

  it('opens a stream only for a session, and a new one for the next session', async () => {
    endSession();
    listen();
    await advance(1);
    expect(api.openStreams()).toEqual([]);
    act(() => startSession('t', { id: 1, username: 'anna', email: 'anna@acme.test' }));
    await waitFor(() => expect(api.openStreams()).toHaveLength(1));
    const [first] = api.openStreams();
    act(() => startSession('u', { id: 2, username: 'rita', email: 'rita@acme.test' }));
    await waitFor(() => expect(api.openStreams()).toHaveLength(1));
    expect(api.openStreams()[0]).not.toBe(first);
    act(endSession);
    expect(api.openStreams()).toEqual([]);
  });

  it('calls back after a server restart', async () => {
    const { onChange } = listen();
    await api.endStreams();
    await advance(3);
    expect(api.openStreams()).toHaveLength(1);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('keeps the stream open while nothing changes', async () => {
    const { onChange } = listen();
    await waitFor(() => expect(api.openStreams()).toHaveLength(1));
    const [first] = api.openStreams();
    await advance(300);
    expect(api.openStreams()[0]).toBe(first);
    expect(onChange).not.toHaveBeenCalled();
  });
});
