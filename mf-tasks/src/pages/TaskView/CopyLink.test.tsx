import { useNotices } from '@obieg/web-kit';
import { signOutForTest } from '@obieg/web-kit/testing';
import { renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeTaskApi, id } from '../../task/test-support';
import { openRemote } from '../../test-support';

// Load the module before the first test, which would otherwise time out.
beforeAll(() => import('./TaskViewPage'), 60_000);
afterEach(() => {
  vi.restoreAllMocks();
  signOutForTest();
});

const copy = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Kopiuj link do zadania' }));

describe('CopyLink', () => {
  it('copies the URL without query and fragment, also for visitors', async () => {
    await openRemote(`/task/${id}?from=mail#activity`, fakeTaskApi());
    const notices = renderHook(() => useNotices()).result;
    await copy();
    await waitFor(() =>
      expect(notices.current.map(({ text }) => text)).toEqual(['Skopiowano link do zadania']),
    );
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/task/${id}`);
  });

  it('shows an error when copying is denied', async () => {
    await openRemote(`/task/${id}`, fakeTaskApi());
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await user.click(await screen.findByRole('button', { name: 'Kopiuj link do zadania' }));
    await screen.findByText('Nie udało się skopiować linku. Skopiuj go z paska adresu przeglądarki.');
  });
});
