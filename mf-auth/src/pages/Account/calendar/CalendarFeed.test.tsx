import type { CalendarKeyState } from '@obieg/contracts';
import { problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../../test-support';

beforeEach(() => signInAs());
afterEach(signOutForTest);

const addressOf = (key: string): string => `https://acme.obieg.test/api/calendar/${key.repeat(43)}.ics`;
const madeKey = { createdAt: '2026-11-01T08:00:00.000Z', lastUsedAt: null };

/** Serves the calls as svc-tasks does. Each new address has the next letter. */
const openCalendar = async (key: CalendarKeyState['key'] = null, routes = {}) => {
  const calls: string[] = [];
  let state: CalendarKeyState = { key };
  const letters = ['a', 'b'];
  await openRemote('/account', {
    'GET /api/account': () => ({
      body: { username: 'olga', displayName: 'Olga Lis', email: 'olga@acme.test', hasPassword: true },
    }),
    'GET /api/account/sessions': () => ({ body: { sessions: [] } }),
    'GET /api/account/tokens': () => ({ body: { tokens: [] } }),
    'GET /api/calendar-key': () => ({ body: state }),
    'POST /api/calendar-key': () => {
      calls.push('POST');
      state = { key: madeKey };
      return { status: 201, body: { address: addressOf(letters.shift() ?? 'z') } };
    },
    'DELETE /api/calendar-key': () => {
      calls.push('DELETE');
      state = { key: null };
      return { status: 204 };
    },
    ...routes,
  });
  await screen.findByRole('heading', { name: 'Kalendarz' });
  return calls;
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));

describe('the calendar of the account', () => {
  it('makes an address, shows it once, and opens it in a calendar program', async () => {
    await openCalendar();
    await screen.findByText('Nie masz jeszcze adresu kalendarza.');
    await click('Utwórz adres');
    await screen.findByText(addressOf('a'));
    screen.getByRole('button', { name: 'Kopiuj adres' });
    const link = screen.getByRole('link', { name: 'Otwórz w programie kalendarza' });
    expect(link.getAttribute('href')).toBe(addressOf('a').replace('https:', 'webcal:'));
    await screen.findByText(/jeszcze nieużyty/);
    expect(screen.queryByRole('button', { name: 'Utwórz adres' })).toBeNull();
  });

  it('copies the address', async () => {
    const user = userEvent.setup();
    await openCalendar();
    await user.click(await screen.findByRole('button', { name: 'Utwórz adres' }));
    await user.click(await screen.findByRole('button', { name: 'Kopiuj adres' }));
    expect(await navigator.clipboard.readText()).toBe(addressOf('a'));
  });

  it('shows the last use of an address, but not the address', async () => {
    await openCalendar({ ...madeKey, lastUsedAt: '2026-11-02T08:00:00.000Z' });
    await screen.findByText(/ostatnio użyty/);
    expect(screen.queryByText(/\.ics/)).toBeNull();
  });

  it('replaces an address after a question', async () => {
    const calls = await openCalendar(madeKey);
    await click('Nowy adres');
    const dialog = await findDialog();
    expect(calls).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Nowy adres' }));
    await screen.findByText(addressOf('a'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual(['POST']);
  });

  it('revokes an address after a question, and hides it', async () => {
    const calls = await openCalendar();
    await click('Utwórz adres');
    await screen.findByText(addressOf('a'));
    await click('Odwołaj adres');
    const dialog = await findDialog();
    expect(calls).toEqual(['POST']);
    await userEvent.click(dialog.getByRole('button', { name: 'Odwołaj adres' }));
    await screen.findByText('Nie masz jeszcze adresu kalendarza.');
    expect(screen.queryByText(addressOf('a'))).toBeNull();
    expect(calls).toEqual(['POST', 'DELETE']);
  });

  it('says why no address was made, and offers it again', async () => {
    await openCalendar(null, {
      'POST /api/calendar-key': () => problemResponse(503, 'UNAVAILABLE', ''),
    });
    await click('Utwórz adres');
    await screen.findByText(/Usługa jest chwilowo niedostępna/);
    screen.getByRole('button', { name: 'Utwórz adres' });
  });

  it('keeps the question open when the address could not be revoked', async () => {
    await openCalendar(madeKey, {
      'DELETE /api/calendar-key': () => problemResponse(503, 'UNAVAILABLE', ''),
    });
    await click('Odwołaj adres');
    const dialog = await findDialog();
    await userEvent.click(dialog.getByRole('button', { name: 'Odwołaj adres' }));
    await dialog.findByText(/Usługa jest chwilowo niedostępna/);
  });

  it('says when it cannot be loaded', async () => {
    await openCalendar(null, { 'GET /api/calendar-key': () => problemResponse(503, 'UNAVAILABLE', '') });
    await screen.findByText('Nie udało się wczytać kalendarza');
  });
});
