import { currentSession } from '@obieg/web-kit';
import { problemAnswer, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote, signedIn } from '../../test-support';

afterEach(signOutForTest);

describe('/set-password (spec 1 §2, §5)', () => {
  const choose = async (password: string, confirmation: string) => {
    await userEvent.type(await screen.findByLabelText('Hasło'), password);
    await userEvent.type(screen.getByLabelText('Potwierdź hasło'), confirmation);
    await userEvent.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
  };

  it('sets the password and signs in', async () => {
    const { currentAddress, api } = await openRemote('/set-password?token=abc', {
      'POST /api/auth/set-password': () => ({ body: signedIn }),
    });
    await choose('sekret', 'sekret');
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
    expect(api.requests.find(({ path }) => path === '/api/auth/set-password')?.body).toEqual({
      token: 'abc',
      password: 'sekret',
    });
    expect(currentSession()?.token).toBe('jwt');
  });

  it('says by its session that it is who typed the code', async () => {
    signInAs();
    const { api } = await openRemote('/set-password?token=abc&canSkip=true', {
      'POST /api/auth/set-password': () => ({ body: signedIn }),
    });
    await choose('sekret', 'sekret');
    await waitFor(() => expect(currentSession()?.token).toBe('jwt'));
    expect(api.requests.find(({ path }) => path === '/api/auth/set-password')?.headers).toMatchObject({
      authorization: 'Bearer test-token',
    });
  });

  it('checks both fields before anything is sent', async () => {
    const { api } = await openRemote('/set-password?token=abc');
    await choose('krót', 'inne');
    await screen.findByText('Hasło jest wymagane i musi mieć co najmniej 6 znaków');
    await screen.findByText('Hasła nie są identyczne');
    expect(api.requests.map(({ path }) => path)).not.toContain('/api/auth/set-password');
  });

  it('compares again when the first of the two is corrected', async () => {
    await openRemote('/set-password?token=abc');
    await choose('sekre', 'sekret');
    await screen.findByText('Hasła nie są identyczne');
    await userEvent.type(screen.getByLabelText('Hasło'), 't');
    await waitFor(() => expect(screen.queryByText('Hasła nie są identyczne')).toBeNull());
  });

  it('tells password managers whose password it is, where that is known', async () => {
    signInAs({ email: 'jan@poczta.test' });
    await openRemote('/set-password?token=abc&canSkip=true');
    expect((await screen.findByLabelText('Hasło')).getAttribute('autocomplete')).toBe('new-password');
    expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe(
      'jan@poczta.test',
    );
  });

  it.each(['/set-password', '/set-password?token='])('shows %s as no good', async (at) => {
    const { currentAddress } = await openRemote(at);
    await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    screen.getByText('Link jest nieprawidłowy lub wygasł. Proszę skontaktować się z administratorem.');
    await userEvent.click(screen.getByRole('link', { name: 'Przejdź do logowania' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });

  it('tells a rejected link from any other failure', async () => {
    const { api } = await openRemote('/set-password?token=abc', {
      'POST /api/auth/set-password': () => problemAnswer(500, 'INTERNAL'),
    });
    await choose('sekret', 'sekret');
    await screen.findByText('Nie udało się ustawić hasła. Spróbuj ponownie.');
    api.answer({ 'POST /api/auth/set-password': () => problemAnswer(400, 'INVALID_TOKEN') });
    await userEvent.click(screen.getByRole('button', { name: 'Ustaw hasło' }));
    const heading = await screen.findByRole('heading', { name: 'Nieprawidłowy lub wygasły token' });
    expect(document.activeElement).toBe(heading);
  });

  it('can be skipped only where the link says so', async () => {
    const { unmount } = await openRemote('/set-password?token=abc');
    await screen.findByLabelText('Hasło');
    expect(screen.queryByRole('button', { name: 'Pomiń' })).toBeNull();
    unmount();
    const { currentAddress } = await openRemote('/set-password?token=abc&canSkip=true');
    await userEvent.click(await screen.findByRole('button', { name: 'Pomiń' }));
    await waitFor(() => expect(currentAddress()).toBe('/dashboard'));
  });
});
