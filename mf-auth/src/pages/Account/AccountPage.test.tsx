import type { Account, AccountSession } from '@obieg/contracts';
import { currentSession, useNotices } from '@obieg/web-kit';
import {
  type FakeRequest,
  problemResponse,
  signInAs,
  signOutForTest,
  signOutInAnotherTab,
} from '@obieg/web-kit/testing';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

beforeEach(() => signInAs());
afterEach(signOutForTest);

const account: Account = {
  username: 'olga',
  displayName: 'Olga Lis',
  email: 'olga@acme.test',
  hasPassword: true,
};
const current: AccountSession = {
  id: '6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad001',
  isCurrent: true,
  organizationName: 'Acme Logistyka',
  browser: 'Firefox',
  operatingSystem: 'Linux',
  isMobile: false,
  network: '203.0.113.*',
  signedInAt: '2026-11-27T08:00:00.000Z',
  lastSeenAt: '2026-11-27T09:00:00.000Z',
};
const phone: AccountSession = {
  ...current,
  id: '6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad002',
  isCurrent: false,
  organizationName: null,
  browser: 'Safari',
  operatingSystem: 'iOS',
};

const openAccount = (routes = {}, sessions = [current, phone]) =>
  openRemote('/account', {
    'GET /api/account': () => ({ body: account }),
    'GET /api/account/sessions': () => ({ body: { sessions } }),
    ...routes,
  });

const fill = async (label: string, text: string): Promise<void> => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('/account', () => {
  it('leads to the settings of notifications', async () => {
    await openAccount();
    const link = await screen.findByRole('link', { name: 'Ustawienia powiadomień' });
    expect(link.getAttribute('href')).toBe('/inbox/settings');
  });

  it('shows the e-mail address as text, because it cannot be changed here', async () => {
    await openAccount();
    await screen.findByText('Adres e-mail');
    expect(screen.queryByLabelText('Adres e-mail')).toBeNull();
    screen.getByText('olga@acme.test');
  });

  it('asks before unsaved names are lost', async () => {
    const { currentAddress } = await openAccount();
    await fill('Nazwa wyświetlana', 'Olga Wilk');
    await userEvent.click(screen.getByRole('link', { name: 'Ustawienia powiadomień' }));
    await screen.findByText('Jeśli opuścisz tę stronę, niezapisane nazwy przepadną.');
    await click('Zostań');
    expect(currentAddress()).toBe('/account');
    await userEvent.click(screen.getByRole('link', { name: 'Ustawienia powiadomień' }));
    await click('Opuść stronę');
    await waitFor(() => expect(currentAddress()).toBe('/inbox/settings'));
  });

  it('saves both names and renames the session', async () => {
    const { api } = await openAccount({
      'PUT /api/account': () => ({ body: { ...account, username: 'olga.lis' } }),
    });
    await fill('Nazwa użytkownika', 'olga.lis');
    await click('Zapisz');
    await waitFor(() => expect(currentSession()?.user.username).toBe('olga.lis'));
    const request = api.requests.find(({ method }) => method === 'PUT');
    expect(request?.body).toEqual({
      username: 'olga.lis',
      displayName: 'Olga Lis',
      expected: { username: 'olga', displayName: 'Olga Lis' },
    });
  });

  it('rejects a display name with an address, a link, hidden characters or stacked accents, without a call', async () => {
    const { api } = await openAccount();
    for (const name of [
      'olga@acme.test',
      'https://evil.test',
      'Ol\u200bga',
      'Olga\u0301\u0301\u0301\u0301',
    ]) {
      await fill('Nazwa wyświetlana', name);
      await click('Zapisz');
      await screen.findByText(/Do 80 liter, cyfr, spacji i znaków/);
    }
    expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  });

  describe('names that another tab saves first', () => {
    const openVersioned = async () => {
      let saved = account;
      const saveElsewhere = (changes: object): void => {
        saved = { ...saved, ...changes };
      };
      await openAccount({
        'GET /api/account': () => ({ body: saved }),
        'PUT /api/account': ({ body }: FakeRequest) => {
          const { expected, ...names } = body as { expected: Partial<Account> };
          const isSeen = expected.username === saved.username && expected.displayName === saved.displayName;
          if (!isSeen) return problemResponse(412, 'PRECONDITION_FAILED');
          saveElsewhere(names);
          return { body: saved };
        },
      });
      return { saveElsewhere, getSaved: () => saved };
    };

    it('are joined with the other name', async () => {
      const { saveElsewhere, getSaved } = await openVersioned();
      await fill('Nazwa wyświetlana', 'Ola');
      saveElsewhere({ username: 'ola' });
      await click('Zapisz');
      await waitFor(() => expect(getSaved()).toMatchObject({ username: 'ola', displayName: 'Ola' }));
      const { result } = renderHook(() => useNotices());
      await waitFor(() =>
        expect(result.current.map(({ text }) => text)).toEqual([
          'Zapisano',
          'Zapisano razem z równoczesnymi zmianami: Nazwa użytkownika.',
        ]),
      );
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zapisz' }));
    });

    it('are shown beside the same name, to choose one', async () => {
      const { saveElsewhere, getSaved } = await openVersioned();
      await fill('Nazwa wyświetlana', 'Ola');
      saveElsewhere({ displayName: 'Olga' });
      await click('Zapisz');
      await screen.findByRole('radio', { name: 'Zapisana wartość Olga' });
      screen.getByText('W innej karcie lub na innym urządzeniu');
      await userEvent.click(screen.getByRole('radio', { name: 'Twoja wartość Ola' }));
      await click('Zapisz');
      await waitFor(() => expect(getSaved().displayName).toBe('Ola'));
      await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zapisz' }));
    });
  });

  it('shows a taken display name beside its field', async () => {
    await openAccount({
      'PUT /api/account': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [
          { field: 'displayName', message: 'Ktoś już ma taką nazwę.' },
        ]),
    });
    await fill('Nazwa wyświetlana', 'Anna');
    await click('Zapisz');
    await screen.findByText('Ktoś już ma taką nazwę.');
    expect(screen.getByLabelText('Nazwa wyświetlana').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows a taken username beside its field', async () => {
    await openAccount({
      'PUT /api/account': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [
          { field: 'username', message: 'Ta nazwa jest już zajęta.' },
        ]),
    });
    await fill('Nazwa użytkownika', 'anna');
    await click('Zapisz');
    await screen.findByText('Ta nazwa jest już zajęta.');
    expect(screen.getByLabelText('Nazwa użytkownika').getAttribute('aria-invalid')).toBe('true');
  });

  it('changes the password and forgets what was typed', async () => {
    const { api } = await openAccount({ 'PUT /api/account/password': () => ({ status: 204 }) });
    await fill('Obecne hasło', 'obieg-demo');
    await fill('Nowe hasło', 'long-enough');
    await fill('Potwierdź hasło', 'long-enough');
    await click('Zmień hasło');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Obecne hasło').value).toBe(''));
    const request = api.requests.find(({ method }) => method === 'PUT');
    expect(request?.body).toEqual({ currentPassword: 'obieg-demo', password: 'long-enough' });
  });

  it('rejects different passwords without a call, and shows a wrong current one', async () => {
    const { api } = await openAccount({
      'PUT /api/account/password': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [
          { field: 'currentPassword', message: 'Obecne hasło jest nieprawidłowe.' },
        ]),
    });
    await fill('Obecne hasło', 'wrong');
    await fill('Nowe hasło', 'long-enough');
    await fill('Potwierdź hasło', 'other');
    await click('Zmień hasło');
    await screen.findByText('Hasła nie są identyczne');
    expect(api.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
    await fill('Potwierdź hasło', 'long-enough');
    await click('Zmień hasło');
    await screen.findByText('Obecne hasło jest nieprawidłowe.');
  });

  it('offers no password form for an account without one', async () => {
    await openAccount({ 'GET /api/account': () => ({ body: { ...account, hasPassword: false } }) });
    await screen.findByText(/To konto nie ma hasła/);
    expect(screen.queryByLabelText('Obecne hasło')).toBeNull();
  });

  it('names the sessions, and ends another one', async () => {
    const { api } = await openAccount({
      [`DELETE /api/account/sessions/${phone.id}`]: () => ({ status: 204 }),
    });
    const items = await screen.findAllByRole('listitem');
    within(items[0] as HTMLElement).getByText('Ta sesja');
    expect(items[0]?.textContent).toContain('Firefox, Linux');
    expect(items[1]?.textContent).toContain('Strona główna');
    expect(within(items[0] as HTMLElement).queryByRole('button')).toBeNull();
    await click('Zakończ sesję: Safari, iOS');
    await waitFor(() => expect(api.requests.some(({ method }) => method === 'DELETE')).toBe(true));
  });

  it('offers to end the others only if there are some', async () => {
    await openAccount({}, [current]);
    await screen.findByText('Ta sesja');
    expect(screen.queryByRole('button', { name: 'Zakończ pozostałe sesje' })).toBeNull();
  });

  it('shows a failure of ending, and of loading with a retry', async () => {
    await openAccount({
      'GET /api/account': () => problemResponse(500, 'INTERNAL'),
      'DELETE /api/account/sessions': () => problemResponse(429, 'TOO_MANY_REQUESTS'),
    });
    await screen.findByText('Nie udało się wczytać konta');
    await click('Zakończ pozostałe sesje');
    await screen.findByText('Nie udało się: Za dużo zapytań. Odczekaj chwilę.');
  });
});

describe('/account whose session ends in another tab', () => {
  it('returns changed names to the same user, but never a typed password', async () => {
    await openAccount();
    await fill('Nazwa wyświetlana', 'Olga Wilk');
    const passwords = document.querySelectorAll<HTMLInputElement>('input[type=password]');
    expect(passwords.length).toBeGreaterThan(0);
    for (const field of passwords) await userEvent.type(field, 'tajne haslo 1');
    signOutInAnotherTab();
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('tajne');
    signInAs();
    const { api } = await openAccount({
      'PUT /api/account': () => ({ body: { ...account, displayName: 'Olga Wilk' } }),
    });
    expect((await screen.findByLabelText<HTMLInputElement>('Nazwa wyświetlana')).value).toBe('Olga Wilk');
    screen.getByText(/^Przywrócono niezapisany szkic:/);
    await click('Zapisz');
    await waitFor(() => expect(screen.queryByText(/^Przywrócono niezapisany szkic:/)).toBeNull());
    expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      displayName: 'Olga Wilk',
      username: 'olga',
      expected: { displayName: 'Olga Lis', username: 'olga' },
    });
  });
});
