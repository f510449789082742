import { reporterTokenHeader } from '@obieg/contracts';
import { type FakeRoutes, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { forgetReporterAccess } from '../../task/reporter-access';
import { comment, fakeTaskApi, id } from '../../task/test-support';
import { buildTask, openRemote } from '../../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(async () => {
  await Promise.all([import('./TaskViewPage'), import('./ReporterLinkNotice'), import('./CommentForm')]);
}, 60_000);
afterEach(() => {
  // A page that is still open would use its link when the session ends, and keep the access for the next file.
  cleanup();
  signOutForTest();
  forgetReporterAccess(id);
});

const [key, token] = ['k'.repeat(43), 't'.repeat(43)];
const access = `/api/tasks/${id}/reporter-access`;
const linkApi = (more: FakeRoutes = {}): FakeRoutes => ({
  [`POST ${access}`]: () => ({
    status: 201,
    body: { success: true, token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
  }),
  [`GET ${access}`]: () => ({
    body: {
      success: true,
      message: '',
      task: buildTask({ view: 'author' }),
      comments: [comment({ content: 'Proszę o zdjęcie.' })],
      statusHistory: [],
    },
  }),
  [`POST ${access}/read`]: () => ({ status: 204 }),
  ...more,
});
const open = (more: FakeRoutes = {}) =>
  openRemote(`/task/${id}#key=${key}`, { ...fakeTaskApi({ task: { view: 'visitor' } }), ...linkApi(more) });

describe("a reporter's link", () => {
  it('opens the task with a token, and leaves the key neither in the address nor in a request address', async () => {
    const { api, currentAddress } = await open();
    await screen.findByText('Proszę o zdjęcie.');
    await screen.findByRole('button', { name: 'Dodaj komentarz' });
    expect(currentAddress()).toBe(`/task/${id}`);
    await waitFor(() => expect(api.requests.some(({ path }) => path === `${access}/read`)).toBe(true));
    const calls = api.requests.filter(({ path }) => path.startsWith('/api/tasks'));
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${access}`,
      `GET ${access}`,
      `POST ${access}/read`,
    ]);
    expect(calls[0]?.body).toEqual({ key });
    expect(calls[1]?.headers[reporterTokenHeader]).toBe(token);
    expect(JSON.stringify(calls.map(({ path, query, headers }) => [path, query, headers]))).not.toContain(
      key,
    );
    expect(screen.queryByRole('region', { name: 'Dostępne przejścia' })).toBeNull();
  });

  it('reports no news as seen while the tab is in the background', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { api } = await open();
    await screen.findByText('Proszę o zdjęcie.');
    await screen.findByRole('button', { name: 'Unieważnij odnośniki' });
    const readCalls = () => api.requests.filter(({ path }) => path === `${access}/read`);
    expect(readCalls()).toEqual([]);
    state.mockRestore();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(readCalls()[0]?.headers[reporterTokenHeader]).toBe(token));
  });

  it('sends the comment of the reporter with the token', async () => {
    const { api } = await open({
      [`POST ${access}/comment`]: () => ({
        status: 201,
        body: { success: true, message: '', task: buildTask({ view: 'author' }) },
      }),
    });
    await userEvent.type(await screen.findByLabelText(/^Komentarz/), 'Wysyłam');
    await userEvent.click(screen.getByRole('button', { name: 'Dodaj komentarz' }));
    await waitFor(() =>
      expect(api.requests.find(({ path }) => path === `${access}/comment`)).toMatchObject({
        body: { content: 'Wysyłam' },
        headers: { [reporterTokenHeader]: token },
      }),
    );
  });

  it('shows the view of a visitor and says so when the link is invalid', async () => {
    await open({ [`POST ${access}`]: () => problemResponse(404, 'NOT_FOUND') });
    await screen.findByText(/Odnośnik z wiadomości jest nieprawidłowy/);
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(screen.queryByRole('button', { name: 'Dodaj komentarz' })).toBeNull();
  });

  it('offers a retry when the exchange fails for another reason', async () => {
    let isDown = true;
    const routes = linkApi();
    const exchange = routes[`POST ${access}`];
    await open({
      [`POST ${access}`]: (request) =>
        isDown || !exchange ? problemResponse(503, 'UNAVAILABLE') : exchange(request),
    });
    const retry = await screen.findByRole('button', { name: 'Spróbuj ponownie' }, { timeout: 10_000 });
    isDown = false;
    await userEvent.click(retry);
    await screen.findByText('Proszę o zdjęcie.');
  });

  it('ends for all mails when the reporter revokes it', async () => {
    const { api } = await open({ [`DELETE ${access}`]: () => ({ status: 204 }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Unieważnij odnośniki' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('przestaną działać');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Unieważnij odnośniki' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Dodaj komentarz' })).toBeNull(), {
      timeout: 10_000,
    });
    expect(api.requests.some(({ method, path }) => method === 'DELETE' && path === access)).toBe(true);
    expect(sessionStorage.getItem(`obieg.reporter-access.${id}`)).toBeNull();
  });

  it('is not used by an account, which sees the task with its own rights', async () => {
    const { api } = await openRemote(`/task/${id}#key=${key}`, { ...fakeTaskApi(), ...linkApi() }, [
      'hasBasePermission',
    ]);
    await screen.findByRole('heading', { level: 1, name: 'Nie działa drukarka' });
    expect(api.requests.filter(({ path }) => path.startsWith(access))).toEqual([]);
  });
});
