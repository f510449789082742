import { createQueryClient, QueryClientProvider } from '@obieg/web-kit';
import { fakeApi, problemResponse } from '@obieg/web-kit/testing';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { searchAssignees, searchMembers, useGroups } from './people.api';

let warn: MockInstance;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());
const warnings = () =>
  warn.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('could not be loaded'));

describe('people.api failures (spec 3 §8)', () => {
  it.each([
    ['Users', (signal: AbortSignal) => searchMembers('ol', signal)],
    ['Assignees', (signal: AbortSignal) => searchAssignees(5)('ol', signal)],
  ])('logs a failed request: %s', async (what, search) => {
    const failed = () => problemResponse(500, 'INTERNAL_ERROR', 'awaria');
    fakeApi({ 'GET /api/users/search': failed, 'GET /api/tasks/:id/assignees': failed });
    await expect(search(new AbortController().signal)).rejects.toThrow('awaria');
    expect(warnings()).toEqual([`${what} could not be loaded: INTERNAL_ERROR: awaria`]);
  });

  it('logs a failed request for groups and returns no groups', async () => {
    fakeApi({ 'GET /api/organizations/groups': () => ({ body: { success: false, message: 'awaria' } }) });
    const wrapper = ({ children }: { children: ReactNode }) =>
      createElement(QueryClientProvider, { client: createQueryClient() }, children);
    const { result } = renderHook(() => useGroups(), { wrapper });
    await waitFor(() => expect(warnings()).toEqual(['Groups could not be loaded: UNSUCCESSFUL: awaria']));
    expect(result.current).toEqual([]);
  });

  it('does not log a failure of an aborted search', async () => {
    const controller = new AbortController();
    fakeApi({
      'GET /api/users/search': () => {
        controller.abort();
        return problemResponse(500, 'INTERNAL_ERROR');
      },
    });
    await expect(searchMembers('ol', controller.signal)).rejects.toThrow();
    expect(warnings()).toEqual([]);
  });
});
