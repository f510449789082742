import { storageKeys } from '@obieg/contracts';
import { currentSession } from '@obieg/web-kit';
import { problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { authResponse, openRemote } from '../../test-support';

afterEach(signOutForTest);

describe('/set-password (spec 1 §2, §5)', () => {
  const submitPasswords = async (password: string, confirmation: string) => {
    await userEvent.type(await screen.findByLabelText('Hasło'), password);
    await userEvent.type(screen.getByLabelText('Potwierdź hasło'), confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
  };

  const account = { username: 'iga', email: 'iga@poczta.test' };

  it('names the account of an invitation, even if another user is signed in', async () => {
    signInAs({ email: 'anna@acme.test' });
    const { api } = await openRemote('/set-password?token=abc', {
      'POST /api/auth/password-account': () => ({ body: account }),
    });
    await screen.findByText('iga@poczta.test');
    screen.getByText('iga');
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe(
      'iga@poczta.test',
    );
    const lookup = api.requests.find(({ path }) => path === '/api/auth/password-account');
    expect(lookup?.body).toEqual({ token: 'abc' });
  });

  it('gives password managers no username while the account is unknown', async () => {
    signInAs({ email: 'anna@acme.test' });
    await openRemote('/set-password?token=abc', {
      'POST /api/auth/password-account': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await screen.findByLabelText('Hasło');
    expect(document.querySelector('input[autocomplete=username]')).toBeNull();
  });

  it('shows a rejected token at once, but lets a signed-in user skip', async () => {
    const routes = { 'POST /api/auth/password-account': () => problemResponse(400, 'INVALID_TOKEN') };
    const { unmount } = await openRemote('/set-password?token=abc', routes);
    const heading = await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    expect(document.activeElement).toBe(heading);
    unmount();
    await openRemote('/set-password?token=abc&canSkip=true', routes);
    await screen.findByRole('button', { name: 'Pomiń' });
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    screen.getByRole('button', { name: 'Pomiń' });
  });

  it('does not ask for the account again after the password is set', async () => {
    let isUsed = false;
    const { currentAddress, api } = await openRemote('/set-password?token=abc', {
      'POST /api/auth/password-account': () =>
        isUsed ? problemResponse(400, 'INVALID_TOKEN') : { body: account },
      'POST /api/auth/set-password': () => {
        isUsed = true;
        return { body: authResponse };
      },
    });
    await screen.findByText('iga@poczta.test');
    await submitPasswords('sekret', 'sekret');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(api.requests.filter(({ path }) => path === '/api/auth/password-account')).toHaveLength(1);
  });

  it('sets the password and signs in', async () => {
    const { currentAddress, api } = await openRemote('/set-password?token=abc', {
      'POST /api/auth/set-password': () => ({ body: authResponse }),
    });
    await submitPasswords('sekret', 'sekret');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(api.requests.find(({ path }) => path === '/api/auth/set-password')?.body).toEqual({
      token: 'abc',
      password: 'sekret',
    });
    expect(currentSession()?.token).toBe('jwt');
  });

  it('sends the session token of a user who signed in by code', async () => {
    signInAs();
    const { api } = await openRemote('/set-password?token=abc&canSkip=true', {
      'POST /api/auth/set-password': () => ({ body: authResponse }),
    });
    await submitPasswords('sekret', 'sekret');
    await waitFor(() => expect(currentSession()?.token).toBe('jwt'));
    expect(api.requests.find(({ path }) => path === '/api/auth/set-password')?.headers).toMatchObject({
      authorization: 'Bearer test-token',
    });
  });

  it('shows both validation errors and sends no request', async () => {
    const { api } = await openRemote('/set-password?token=abc');
    await submitPasswords('krót', 'inne');
    await screen.findByText('Hasło jest wymagane i musi mieć co najmniej 6 znaków');
    await screen.findByText('Hasła nie są identyczne');
    expect(api.requests.map(({ path }) => path)).not.toContain('/api/auth/set-password');
  });

  it('revalidates the confirmation when the password changes', async () => {
    await openRemote('/set-password?token=abc');
    await submitPasswords('sekre', 'sekret');
    await screen.findByText('Hasła nie są identyczne');
    await userEvent.type(screen.getByLabelText('Hasło'), 't');
    await waitFor(() => expect(screen.queryByText('Hasła nie są identyczne')).toBeNull());
  });

  it('gives password managers the username of the signed-in user', async () => {
    signInAs({ email: 'jan@poczta.test' });
    await openRemote('/set-password?token=abc&canSkip=true');
    expect((await screen.findByLabelText('Hasło')).getAttribute('autocomplete')).toBe('new-password');
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe(
      'jan@poczta.test',
    );
  });

  it.each(['/set-password', '/set-password?token='])('shows %s as an invalid link', async (at) => {
    const { currentAddress } = await openRemote(at);
    await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    screen.getByText('Link jest nieprawidłowy lub wygasł. Proszę skontaktować się z administratorem.');
    await userEvent.click(screen.getByRole('link', { name: 'Przejdź do logowania' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });

  it('shows a retryable error on 500 and the invalid-link screen on 400', async () => {
    const { api } = await openRemote('/set-password?token=abc', {
      'POST /api/auth/set-password': () => problemResponse(500, 'INTERNAL'),
    });
    await submitPasswords('sekret', 'sekret');
    await screen.findByText('Nie udało się ustawić hasła. Spróbuj ponownie.');
    api.respond({ 'POST /api/auth/set-password': () => problemResponse(400, 'INVALID_TOKEN') });
    await userEvent.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
    const heading = await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    expect(document.activeElement).toBe(heading);
  });

  it('shows the skip button only when canSkip is true', async () => {
    const { unmount } = await openRemote('/set-password?token=abc');
    await screen.findByLabelText('Hasło');
    expect(screen.queryByRole('button', { name: 'Pomiń' })).toBeNull();
    unmount();
    const { currentAddress } = await openRemote('/set-password?token=abc&canSkip=true');
    await userEvent.click(await screen.findByRole('button', { name: 'Pomiń' }));
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });

  it('opens the requested page after a skip', async () => {
    sessionStorage.setItem(storageKeys.returnUrl, '/tasks');
    const { currentAddress } = await openRemote('/set-password?token=abc&canSkip=true');
    await userEvent.click(await screen.findByRole('button', { name: 'Pomiń' }));
    await waitFor(() => expect(currentAddress()).toBe('/tasks'));
  });
});
