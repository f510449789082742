import type { ApiToken } from '@obieg/contracts';
import { type FakeRequest, problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../../test-support';

beforeEach(() => signInAs());
afterEach(signOutForTest);

const token: ApiToken = {
  id: '6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad010',
  name: 'Raport miesięczny',
  scopes: ['tasks:read', 'people:read'],
  createdAt: '2026-11-01T08:00:00.000Z',
  expiresAt: '2027-01-30T08:00:00.000Z',
  lastUsedAt: null,
};
const secret = `obg_${'a'.repeat(36)}`;

const openTokens = (routes = {}, tokens = [token]) =>
  openRemote('/account', {
    'GET /api/account': () => ({
      body: { username: 'olga', displayName: 'Olga Lis', email: 'olga@acme.test', hasPassword: true },
    }),
    'GET /api/account/sessions': () => ({ body: { sessions: [] } }),
    'GET /api/account/tokens': () => ({ body: { tokens } }),
    ...routes,
  });

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const fillDialog = async () => {
  await click('Nowy token');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Nazwa'), '  Raport  ');
  await userEvent.click(dialog.getByLabelText('Zadania: odczyt'));
  await userEvent.selectOptions(dialog.getByLabelText('Ważny przez'), '30 dni');
  await userEvent.click(dialog.getByRole('button', { name: 'Utwórz token' }));
};

describe('API tokens of the account', () => {
  it('are listed with their scopes, end and use', async () => {
    await openTokens();
    await screen.findByText('Raport miesięczny');
    screen.getByText('Zadania: odczyt · Ludzie i grupy: odczyt');
    screen.getByText(/30\.01\.2027/);
    screen.getByText(/jeszcze nieużyty/);
  });

  it('that have expired say so', async () => {
    await openTokens({}, [{ ...token, expiresAt: '2026-01-01T08:00:00.000Z' }]);
    await screen.findByText('Wygasł');
  });

  it('are created with name, scopes and end, and shown once', async () => {
    const sent: { expiresAt: string }[] = [];
    await openTokens({
      'POST /api/account/tokens': (request: FakeRequest) => {
        sent.push(request.body as { expiresAt: string });
        return { status: 201, body: { id: token.id, token: secret } };
      },
    });
    const before = Date.now();
    await fillDialog();
    await screen.findByText(secret);
    expect(screen.queryByRole('dialog')).toBeNull();
    const expiresAt = sent[0]?.expiresAt ?? '';
    expect(sent).toEqual([{ name: 'Raport', scopes: ['tasks:read'], expiresAt }]);
    const days = (Date.parse(expiresAt) - before) / (24 * 60 * 60 * 1_000);
    expect(days).toBeGreaterThanOrEqual(30);
    expect(days).toBeLessThan(30.1);
  });

  it('send one idempotency key and the same end until one form succeeds', async () => {
    const sent: FakeRequest[] = [];
    await openTokens({
      'POST /api/account/tokens': (request: FakeRequest) => {
        sent.push(request);
        return sent.length === 1
          ? problemResponse(503, 'UNAVAILABLE', '')
          : { status: 201, body: { id: token.id, token: secret } };
      },
    });
    await fillDialog();
    await screen.findByText(/chwilowo niedostępna/);
    await click('Utwórz token');
    await screen.findByText(secret);
    await fillDialog();
    await waitFor(() => expect(sent).toHaveLength(3));
    const [first, second, third] = sent.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(sent[1]?.body).toEqual(sent[0]?.body);
  });

  it('need a name and a scope', async () => {
    await openTokens();
    await click('Nowy token');
    const name = await screen.findByLabelText('Nazwa');
    await waitFor(() => expect(document.activeElement).toBe(name));
    await click('Utwórz token');
    await screen.findByText('Podaj nazwę');
    screen.getByText('Wybierz co najmniej jedno uprawnienie');
    expect(document.activeElement).toBe(screen.getByLabelText('Nazwa'));
  });

  it('keep the form when the server refuses', async () => {
    await openTokens({
      'POST /api/account/tokens': () => problemResponse(409, 'CONFLICT', 'Jest już 50 tokenów.'),
    });
    await fillDialog();
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/już 50 tokenów/);
    expect(dialog.getByLabelText<HTMLInputElement>('Nazwa').value).toBe('  Raport  ');
  });

  it('are revoked after a question', async () => {
    const revoked: string[] = [];
    await openTokens({
      [`DELETE /api/account/tokens/${token.id}`]: ({ path }: FakeRequest) => {
        revoked.push(path);
        return { status: 204 };
      },
    });
    await click('Odwołaj token: Raport miesięczny');
    const dialog = within(await screen.findByRole('dialog'));
    expect(revoked).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Odwołaj' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(revoked).toHaveLength(1);
  });

  it('say when they cannot be loaded', async () => {
    await openTokens({ 'GET /api/account/tokens': () => problemResponse(503, 'UNAVAILABLE', '') });
    await screen.findByText('Nie udało się wczytać tokenów');
  });
});
