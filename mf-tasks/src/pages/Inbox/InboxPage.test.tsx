import { setSingleKeyShortcuts } from '@obieg/web-kit';
import { listKeys, problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
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
      'POST /api/notifications/:id/snooze': success,
      ...routes,
    },
    ['hasBasePermission'],
  );
type Opened = Awaited<ReturnType<typeof open>>;
const sent = ({ api }: Opened) =>
  api.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
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
    await waitFor(() => expect(listKeys()).toEqual(['Enter', 'e', 'j', 'k', 'r', 's']));
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
