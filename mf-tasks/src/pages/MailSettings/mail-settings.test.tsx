import type { MailChoice, MailSubscription } from '@obieg/contracts';
import { problemResponse } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

// Load the modules before the first test, which would otherwise time out.
beforeAll(async () => {
  await Promise.all([import('./MailSettingsPage'), import('./ConfirmAddressPage')]);
}, 60_000);

const key = 'k'.repeat(43);
const ofTask: MailChoice = { reason: 'REPORTER_UPDATE', scope: 'TASK', isStopped: false };
const all: MailChoice = { reason: null, scope: 'ORGANIZATION', isStopped: false };
const subscription = (choices: MailChoice[]): MailSubscription => ({
  success: true,
  email: 'j***@poczta.test',
  publicTaskId: 123456789012,
  choices,
});

describe('/mail-settings', () => {
  it('stops and resumes mails, and keeps the key out of request addresses', async () => {
    let saved = [ofTask, all];
    const { api } = await openRemote(`/mail-settings#key=${key}`, {
      'POST /api/mail-subscriptions': () => ({ body: subscription(saved) }),
      'PUT /api/mail-subscriptions': ({ body }) => {
        const { scope, isStopped } = body as MailChoice;
        saved = saved.map((choice) => (choice.scope === scope ? { ...choice, isStopped } : choice));
        return { body: subscription(saved) };
      },
    });
    await screen.findByText('Wiadomości na adres j***@poczta.test');
    await userEvent.click(
      screen.getByRole('button', { name: 'Zatrzymaj Wiadomości o zgłoszeniu - zadanie 123456789012' }),
    );
    await screen.findByText('Wiadomości zostały zatrzymane.');
    await userEvent.click(
      screen.getByRole('button', { name: 'Wznów Wiadomości o zgłoszeniu - zadanie 123456789012' }),
    );
    await screen.findByText('Wiadomości zostały wznowione.');
    expect(api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { key, ...ofTask, isStopped: true },
      { key, ...ofTask, isStopped: false },
    ]);
    expect(api.requests.some(({ path }) => path.includes(key))).toBe(false);
  });

  it('says that an unknown link does not work', async () => {
    await openRemote('/mail-settings#key=x', {
      'POST /api/mail-subscriptions': () => problemResponse(422, 'VALIDATION_FAILED'),
    });
    await screen.findByText('Ten odnośnik nie działa.');
  });

  it('keeps the state and shows the reason when saving fails', async () => {
    await openRemote(`/mail-settings#key=${key}`, {
      'POST /api/mail-subscriptions': () => ({ body: subscription([all]) }),
      'PUT /api/mail-subscriptions': () => problemResponse(503, 'UNAVAILABLE'),
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Zatrzymaj Wszystkie wiadomości/ }));
    await screen.findByText(/^Nie udało się zapisać/);
    expect(screen.getByText('Wysyłane')).toBeDefined();
  });
});

describe('/confirm-address', () => {
  it('mails a code to the address of the link and asks for it', async () => {
    const { api, currentAddress } = await openRemote(
      '/confirm-address#task=123456789012&email=a%2Bb%40poczta.test',
      {
        'POST /api/email-verification/send-code': () => ({
          body: { success: true, token: 'abc', message: '' },
        }),
      },
    );
    await screen.findByText(/Zgłoszenie 123456789012 podano z adresem a\+b@poczta\.test/);
    await userEvent.click(screen.getByRole('button', { name: 'Wyślij kod' }));
    await waitFor(() => expect(currentAddress()).toBe('/verify-email?token=abc'));
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'a+b@poczta.test',
      task: { publicTaskId: 123_456_789_012, fileNames: [] },
    });
  });

  it('shows the files of the link and asks to confirm them', async () => {
    const { api } = await openRemote(
      '/confirm-address#task=123456789012&email=jan%40poczta.test&file=umowa+1.pdf&file=b.png',
      {
        'POST /api/email-verification/send-code': () => ({
          body: { success: true, token: 'abc', message: '' },
        }),
      },
    );
    await screen.findByText('Kod potwierdzi też, że te pliki są Twoje:');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'umowa 1.pdf',
      'b.png',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Wyślij kod' }));
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
        email: 'jan@poczta.test',
        task: { publicTaskId: 123_456_789_012, fileNames: ['umowa 1.pdf', 'b.png'] },
      }),
    );
  });

  it('rejects an incomplete link', async () => {
    await openRemote('/confirm-address#task=x');
    await screen.findByText('Ten odnośnik jest niepełny.');
  });
});
