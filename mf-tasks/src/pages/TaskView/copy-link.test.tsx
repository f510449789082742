import { useNotices } from '@obieg/web-kit';
import { signOutForTest } from '@obieg/web-kit/testing';
import { renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openRemote } from '../../test-support';
import { id, world } from './test-support';

// Compiled before anybody waits for it.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(() => {
  vi.restoreAllMocks();
  signOutForTest();
});

const copy = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Kopiuj link do zadania' }));

it('copies the bare address of the task, for visitors too, and says so', async () => {
  await openRemote(`/task/${id}?from=mail#activity`, world());
  const notices = renderHook(() => useNotices()).result;
  await copy();
  await waitFor(() =>
    expect(notices.current.map(({ text }) => text)).toEqual(['Skopiowano link do zadania']),
  );
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/task/${id}`);
});

it('says where the address is when it may not be copied', async () => {
  await openRemote(`/task/${id}`, world());
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await user.click(await screen.findByRole('button', { name: 'Kopiuj link do zadania' }));
  await screen.findByText('Nie udało się skopiować linku. Skopiuj go z paska adresu przeglądarki.');
});
