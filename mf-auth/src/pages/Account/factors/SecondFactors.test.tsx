import type { OwnFactors } from '@obieg/contracts';
import { type FakeRequest, problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../../test-support';

beforeEach(() => signInAs());
afterEach(signOutForTest);

const phone = {
  id: '6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad010',
  kind: 'TOTP',
  name: 'Telefon służbowy',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: null,
  isSynced: false,
} as const;
const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh'];
const none: OwnFactors = {
  factors: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  isConfirmed: false,
  confirmations: ['PASSWORD'],
  canAddTotp: true,
  passkeyDomain: location.hostname,
};
const withPhone: OwnFactors = { ...none, factors: [phone], recoveryCodesLeft: 3, isConfirmed: true };

const openFactors = (own: OwnFactors, routes = {}) =>
  openRemote('/account', {
    'GET /api/account': () => ({
      body: { username: 'olga', displayName: 'Olga Lis', email: 'olga@acme.test', hasPassword: true },
    }),
    'GET /api/account/sessions': () => ({ body: { sessions: [] } }),
    'GET /api/account/tokens': () => ({ body: { tokens: [] } }),
    'GET /api/account/second-factors': () => ({ body: own }),
    ...routes,
  });
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('second factors of the account', () => {
  it('are listed with their use and the remaining recovery codes', async () => {
    await openFactors({ ...withPhone, isRequired: true });
    await screen.findByText('Telefon służbowy');
    screen.getByText(/jeszcze nieużyty/);
    screen.getByText('Pozostały 3 kody zapasowe.');
    screen.getByText('Twoja organizacja wymaga drugiego składnika.');
  });

  it('are added after a confirmation, and recovery codes are shown', async () => {
    const sent: unknown[] = [];
    await openFactors(none, {
      'POST /api/account/confirmation': ({ body }: FakeRequest) => {
        sent.push(body);
        return { status: 204 };
      },
      'POST /api/account/second-factors/totp': () => ({
        body: {
          setUp: 'set-up',
          secret: 'JBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP',
        },
      }),
      'POST /api/account/second-factors': ({ body }: FakeRequest) => {
        sent.push(body);
        return { status: 201, body: { id: phone.id, recoveryCodes: codes } };
      },
    });
    await screen.findByText('Nie masz drugiego składnika.');
    await click('Dodaj aplikację');
    const confirmation = within(await screen.findByRole('dialog', { name: 'Potwierdź, że to Ty' }));
    await userEvent.type(confirmation.getByLabelText('Hasło'), 'obieg-demo');
    await userEvent.click(confirmation.getByRole('button', { name: 'Potwierdź' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dodaj aplikację' }));
    await userEvent.type(await dialog.findByLabelText('Kod z aplikacji'), '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'Dodaj' }));
    await screen.findByText('aaaa-bbbb-cccc-dddd');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([
      { password: 'obieg-demo' },
      { name: 'Telefon', totp: { setUp: 'set-up', code: '123456' } },
    ]);
  });

  it('are not changed after a wrong password', async () => {
    await openFactors(
      { ...withPhone, isConfirmed: false },
      {
        'POST /api/account/confirmation': () =>
          problemResponse(422, 'VALIDATION_FAILED', 'Obecne hasło jest nieprawidłowe.'),
      },
    );
    await click('Usuń składnik: Telefon służbowy');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Hasło'), 'zgadywane');
    await userEvent.click(dialog.getByRole('button', { name: 'Potwierdź' }));
    await dialog.findByText('Obecne hasło jest nieprawidłowe.');
  });

  it('are renamed', async () => {
    const sent: unknown[] = [];
    await openFactors(withPhone, {
      [`PUT /api/account/second-factors/${phone.id}`]: ({ body }: FakeRequest) => {
        sent.push(body);
        return { status: 204 };
      },
    });
    await click('Zmień nazwę składnika: Telefon służbowy');
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByLabelText('Nazwa');
    await userEvent.clear(name);
    await userEvent.click(dialog.getByRole('button', { name: 'Zapisz' }));
    await dialog.findByText('Podaj nazwę');
    await userEvent.type(name, 'Nowy telefon');
    await userEvent.click(dialog.getByRole('button', { name: 'Zapisz' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ name: 'Nowy telefon' }]);
  });

  it('are removed after a question, which says what the last one means', async () => {
    let isRequired = true;
    await openFactors(withPhone, {
      [`DELETE /api/account/second-factors/${phone.id}`]: () =>
        isRequired
          ? problemResponse(409, 'FACTOR_REQUIRED', 'Twoja organizacja wymaga drugiego składnika.')
          : { status: 204 },
    });
    await click('Usuń składnik: Telefon służbowy');
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/To ostatni składnik/);
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń' }));
    await dialog.findByText('Twoja organizacja wymaga drugiego składnika.');
    isRequired = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Usuń' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('have recovery codes that can be renewed', async () => {
    await openFactors(withPhone, {
      'POST /api/account/recovery-codes': () => ({ body: { recoveryCodes: codes } }),
    });
    await click('Nowe kody zapasowe');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Utwórz' }));
    await screen.findByText('eeee-ffff-gggg-hhhh');
    screen.getByRole('button', { name: 'Kopiuj kody' });
    screen.getByRole('button', { name: 'Pobierz' });
    screen.getByRole('button', { name: 'Drukuj' });
  });

  it('say when an account can confirm nothing', async () => {
    await openFactors({ ...none, confirmations: [] });
    await click('Dodaj aplikację');
    await screen.findByText(/nie ma hasła ani klucza dostępu/);
  });

  it('offer only what works here', async () => {
    await openFactors({ ...none, canAddTotp: false, passkeyDomain: 'elsewhere.test' });
    await screen.findByText('Nie masz drugiego składnika.');
    expect(screen.queryByRole('button', { name: /Dodaj (aplikację|klucz)/ })).toBeNull();
  });

  it('say when they cannot be loaded', async () => {
    await openFactors(none, {
      'GET /api/account/second-factors': () => problemResponse(503, 'UNAVAILABLE', ''),
    });
    await screen.findByText('Nie udało się wczytać składników');
  });
});
