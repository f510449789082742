import { setSingleKeyShortcuts, useNotices } from '@obieg/web-kit';
import { listKeys, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';
import { inboxOf, notification } from './test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(() => Promise.all([import('./InboxPage'), import('@obieg/ui/overlays')]), 60_000);
afterEach(() => {
  cleanup();
  act(() => setSingleKeyShortcuts(true));
  signOutForTest();
});

const success = () => ({ body: { success: true, unreadCount: 0 } });
const open = (routes: Parameters<typeof openRemote>[1], at = '/inbox') =>
  openRemote(
    at,
    {
      'POST /api/notifications/read': success,
      'POST /api/notifications/done': success,
      'POST /api/notifications/unread': success,
      'POST /api/notifications/:id/snooze': success,
      'DELETE /api/notifications/:id/snooze': success,
      ...routes,
    },
    ['hasBasePermission'],
  );
type Opened = Awaited<ReturnType<typeof open>>;
const sent = ({ api }: Opened) =>
  api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
const writes = ({ api }: Opened) =>
  api.requests
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, body }) => [`${method} ${path.replace('/api/notifications/', '')}`, body]);
const pressUndo = async (notice: string): Promise<void> => {
  const { result } = renderHook(() => useNotices());
  await waitFor(() => expect(result.current.at(-1)?.text).toBe(notice));
  act(() => result.current.at(-1)?.action?.run());
};
const two = inboxOf([
  notification({ id: 4, task: 1, reason: 'COMMENTED', comment: { id: 9, excerpt: 'Jadę na miejsce' } }),
  notification({ id: 3, task: 2 }),
  notification({
    id: 2,
    task: 1,
    reason: 'STATUS_CHANGED',
    status: { name: 'W toku', type: 'INTERMEDIATE' },
  }),
]);
const links = () => screen.getAllByRole('link', { name: /Zadanie \d/ });

describe('/inbox', () => {
  it('groups the news by task, says why they came and leads to the comment', async () => {
    await open(two);
    await screen.findByText('Jadę na miejsce');
    expect(links().map((link) => link.getAttribute('href'))).toEqual([
      '/task/100000000001#comment-9',
      '/task/100000000002',
    ]);
    screen.getByText(/wiktor komentuje:/);
    screen.getByText('W toku');
    screen.getByText('wiktor przypisuje zadanie Tobie');
  });

  it('shows news of a kind that only a newer server knows', async () => {
    await open(inboxOf([notification({ id: 3, reason: 'LABELLED' as never })]));
    await screen.findByText('Inna zmiana');
  });

  it('shows the address of a person whose display name another member has, too', async () => {
    await open(inboxOf([notification({ id: 3, actorAddressHint: 'w.lis@acme.test' })]));
    const address = await screen.findByText('w.lis@acme.test');
    expect(address.parentElement?.textContent).toBe('wiktor w.lis@acme.test przypisuje zadanie Tobie');
  });

  it('asks for the unread news first, and keeps the view in the address', async () => {
    const opened = await open(two);
    await screen.findByText('Jadę na miejsce');
    const queries = () =>
      opened.api.requests.filter(({ path }) => path === '/api/notifications').map(({ query }) => query);
    expect(queries()).toEqual([{ unread: 'true' }]);
    await userEvent.click(screen.getByRole('radio', { name: 'Wszystkie' }));
    await waitFor(() => expect(queries().at(-1)).toEqual({}));
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(links()[0]);
    await userEvent.click(screen.getByRole('radio', { name: 'Odłożone' }));
    await waitFor(() => expect(queries().at(-1)).toEqual({ snoozed: 'true' }));
    expect(opened.currentAddress()).toBe('/inbox?show=snoozed');
  });

  it('is worked with the keys j, k, r, e and s', async () => {
    const opened = await open(two);
    await screen.findByText('Jadę na miejsce');
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(links()[0]);
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(links()[1]);
    await userEvent.keyboard('r');
    await userEvent.keyboard('k');
    await userEvent.keyboard('e');
    await waitFor(() =>
      expect(sent(opened)).toEqual([
        ['/api/notifications/read', { ids: [3] }],
        ['/api/notifications/done', { ids: [4, 2] }],
      ]),
    );
    await userEvent.keyboard('s');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Za 3 godziny', hidden: true }));
    await waitFor(() => expect(sent(opened).at(-1)?.[0]).toBe('/api/notifications/4/snooze'));
  });

  it('ignores letters, but not arrows, if the shortcuts are switched off', async () => {
    act(() => setSingleKeyShortcuts(false));
    await open(two);
    await screen.findByText('Jadę na miejsce');
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(links()[0]);
    act(() => setSingleKeyShortcuts(true));
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(links()[1]);
  });

  it('names its keys for the list of shortcuts', async () => {
    await open(two);
    await screen.findByText('Jadę na miejsce');
    await waitFor(() => expect(listKeys()).toEqual(['Enter', 'e', 'j', 'k', 'r', 's', 'z']));
  });

  it('moves the focus on when the focused group leaves the list', async () => {
    const opened = await open(two);
    await screen.findByText('Jadę na miejsce');
    await userEvent.keyboard('j');
    opened.api.respond(inboxOf([notification({ id: 3, task: 2 })]));
    await userEvent.keyboard('e');
    await waitFor(() => expect(links()).toHaveLength(1));
    await waitFor(() => expect(document.activeElement).toBe(links()[0]));
  });

  it('marks all shown news as read, and spares newer ones', async () => {
    const opened = await open(two);
    await userEvent.click(await screen.findByRole('button', { name: 'Oznacz wszystkie jako przeczytane' }));
    await waitFor(() =>
      expect(sent(opened)).toEqual([['/api/notifications/read', { all: true, upToId: 4 }]]),
    );
  });

  it('undoes what was done: the entries return, and the unread ones are unread again', async () => {
    const opened = await open(two);
    await userEvent.click(await screen.findByRole('button', { name: 'Załatwione: Zadanie 1' }));
    await pressUndo('Załatwione.');
    await waitFor(() =>
      expect(writes(opened)).toEqual([
        ['POST done', { ids: [4, 2] }],
        ['POST done', { ids: [4, 2], isDone: false }],
        ['POST unread', { ids: [4, 2] }],
      ]),
    );
  });

  it('undoes the last of several quick changes with the key z, once', async () => {
    const opened = await open(two);
    await screen.findByText('Jadę na miejsce');
    await userEvent.keyboard('jejr');
    const { result } = renderHook(() => useNotices());
    await waitFor(() => expect(result.current).toHaveLength(2));
    await userEvent.keyboard('zz');
    await waitFor(() => expect(writes(opened)).toHaveLength(3));
    expect(writes(opened)[2]).toEqual(['POST unread', { ids: [3] }]);
    act(() => result.current[0]?.action?.run());
    await waitFor(() => expect(writes(opened)[3]).toEqual(['POST done', { ids: [4, 2], isDone: false }]));
  });

  it('undoes that all were marked as read, by the time of that call', async () => {
    const readAt = '2026-11-20T12:00:00.000Z';
    const opened = await open({
      ...two,
      'POST /api/notifications/read': () => ({ body: { success: true, unreadCount: 0, readAt } }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Oznacz wszystkie jako przeczytane' }));
    await pressUndo('Oznaczono wszystkie jako przeczytane.');
    await waitFor(() => expect(writes(opened).at(-1)).toEqual(['POST unread', { readAt }]));
  });

  it('marks read entries as unread', async () => {
    const readAt = '2026-11-20T11:00:00.000Z';
    const opened = await open(inboxOf([notification({ id: 3, readAt })]), '/inbox?show=all');
    await userEvent.click(
      await screen.findByRole('button', { name: 'Oznacz jako nieprzeczytane: Zadanie 1' }),
    );
    await pressUndo('Oznaczono jako nieprzeczytane.');
    await waitFor(() =>
      expect(writes(opened)).toEqual([
        ['POST unread', { ids: [3] }],
        ['POST read', { ids: [3] }],
      ]),
    );
  });

  it('takes a snoozed entry back, and undoes it', async () => {
    const shownAt = new Date(Date.now() + 3_600_000).toISOString();
    const opened = await open(inboxOf([notification({ id: 3, shownAt })]), '/inbox?show=snoozed');
    await userEvent.click(await screen.findByRole('button', { name: 'Przywróć teraz: Zadanie 1' }));
    await pressUndo('Przywrócono.');
    await waitFor(() =>
      expect(writes(opened)).toEqual([
        ['DELETE 3/snooze', undefined],
        ['POST 3/snooze', { until: shownAt }],
      ]),
    );
  });

  it('loads the next page with the cursor', async () => {
    const { api } = await open(inboxOf([notification({ id: 4 })], 'next'));
    await screen.findByText('Zadanie 1');
    api.respond(inboxOf([notification({ id: 3, task: 2 })]));
    await userEvent.click(screen.getByRole('button', { name: 'Pokaż więcej' }));
    await screen.findByText('Zadanie 2');
    expect(api.requests.at(-1)?.query).toEqual({ unread: 'true', cursor: 'next' });
  });

  it.each([
    ['/inbox', 'Wszystko przeczytane.'],
    ['/inbox?show=all', 'Nie masz powiadomień.'],
    ['/inbox?show=snoozed', 'Nie masz odłożonych powiadomień.'],
  ])('says at %s that there is nothing', async (at, text) => {
    await open(inboxOf([]), at);
    await screen.findByText(text);
  });

  it('shows an error with a retry, and that a change failed', async () => {
    const { api } = await open({
      'GET /api/notifications': () => problemResponse(400, 'BAD_REQUEST', 'Błąd.'),
    });
    await screen.findByText('Nie udało się pobrać powiadomień.');
    api.respond({
      ...two,
      'POST /api/notifications/done': () => problemResponse(404, 'NOT_FOUND', 'Nie ma.'),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Załatwione: Zadanie 2' }));
    await screen.findByText('Nie udało się zmienić powiadomienia: Nie ma.');
  });
});
