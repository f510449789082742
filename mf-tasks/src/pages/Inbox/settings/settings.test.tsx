import { defaultNotificationSettings } from '@obieg/contracts';
import { problemResponse, signOutForTest, signOutInAnotherTab } from '@obieg/web-kit/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRemote } from '../../../test-support';

beforeAll(() => import('./NotificationSettingsPage'), 60_000);
afterEach(() => {
  cleanup();
  signOutForTest();
});

const settings = defaultNotificationSettings;
const open = (
  routes: Parameters<typeof openRemote>[1] = {},
  permissions: Parameters<typeof openRemote>[2] = ['hasBasePermission'],
) =>
  openRemote(
    '/inbox/settings',
    {
      'GET /api/notification-settings': () => ({ body: settings }),
      'PUT /api/notification-settings': ({ body }) => ({ body }),
      ...routes,
    },
    permissions,
  );
const saved = ({ api }: Awaited<ReturnType<typeof open>>) =>
  api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));

describe('/inbox/settings', () => {
  it('saves channels, digest, quiet hours and the budget of mails', async () => {
    const opened = await open();
    const mail = await screen.findByRole('checkbox', { name: 'Komentarz w obserwowanym zadaniu: E-mail' });
    expect((mail as HTMLInputElement).checked).toBe(false);
    await userEvent.click(mail);
    await userEvent.selectOptions(screen.getByLabelText('Podsumowanie'), 'DAILY');
    await userEvent.clear(screen.getByLabelText('Najwięcej e-maili dziennie'));
    await userEvent.type(screen.getByLabelText('Najwięcej e-maili dziennie'), '5');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cisza nocna' }));
    await save();
    await waitFor(() =>
      expect(saved(opened)).toEqual([
        {
          reasons: { ...settings.reasons, COMMENTED: { inbox: true, mail: true } },
          digest: 'DAILY',
          quietHours: null,
          mailsPerDayMax: 5,
        },
      ]),
    );
  });

  it('sends nothing while a value is wrong, and says what is wrong', async () => {
    const opened = await open();
    await userEvent.clear(await screen.findByLabelText('Najwięcej e-maili dziennie'));
    screen.getByText('Podaj liczbę od 0 do 200');
    await userEvent.selectOptions(screen.getByLabelText('Do'), '20');
    screen.getByText('Początek i koniec muszą się różnić');
    await save();
    expect(saved(opened)).toEqual([]);
  });

  it('asks before unsaved changes are lost, and not after saving', async () => {
    const opened = await open();
    await userEvent.selectOptions(await screen.findByLabelText('Podsumowanie'), 'DAILY');
    const isUnloadStopped = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isUnloadStopped()).toBe(true);
    await userEvent.click(screen.getByRole('link', { name: 'Powiadomienia' }));
    await screen.findByText('Jeśli opuścisz tę stronę, niezapisane zmiany przepadną.');
    await userEvent.click(screen.getByRole('button', { name: 'Zostań' }));
    expect(opened.currentAddress()).toBe('/inbox/settings');
    await save();
    await waitFor(() => expect(saved(opened)).toHaveLength(1));
    await waitFor(() => expect(isUnloadStopped()).toBe(false));
    await userEvent.click(screen.getByRole('link', { name: 'Powiadomienia' }));
    await waitFor(() => expect(opened.currentAddress()).toBe('/inbox'));
  });

  it('says where mails above the limit go, with and without a digest', async () => {
    await open();
    await screen.findByText(/reszta przyjdzie następnego ranka w jednym e-mailu/);
    await userEvent.selectOptions(screen.getByLabelText('Podsumowanie'), 'DAILY');
    await screen.findByText(/wszystko przychodzi w nim razem/);
  });

  it('joins changes that another tab saves first, and saves again afterwards', async () => {
    let current = { ...settings };
    let revision = 1;
    const respond = () => ({ body: current, headers: { etag: `"${revision}"` } });
    const saveElsewhere = (changes: object): void => {
      current = { ...current, ...changes };
      revision += 1;
    };
    let loads = 0;
    let releaseReload = (): void => undefined;
    const reload = new Promise<void>((resolve) => {
      releaseReload = resolve;
    });
    await open({
      'GET /api/notification-settings': async () => {
        loads += 1;
        if (loads > 1) await reload;
        return respond();
      },
      'PUT /api/notification-settings': ({ body, headers }) => {
        if (headers['if-match'] !== `"${revision}"`) return problemResponse(412, 'PRECONDITION_FAILED');
        saveElsewhere(body as object);
        return respond();
      },
    });
    const most = await screen.findByLabelText('Najwięcej e-maili dziennie');
    await userEvent.clear(most);
    await userEvent.type(most, '5');
    saveElsewhere({ digest: 'DAILY' });
    await save();
    await waitFor(() => expect(loads).toBe(2));
    expect(screen.queryByText(/^Nie udało się zapisać ustawień/)).toBeNull();
    releaseReload();
    await waitFor(() => expect(current).toMatchObject({ mailsPerDayMax: 5, digest: 'DAILY' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zapisz' }));
    await userEvent.type(most, '0');
    await save();
    await waitFor(() => expect(current.mailsPerDayMax).toBe(50));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers reporters what concerns their submissions', async () => {
    await open({}, []);
    await screen.findByText('Nowości w moim zgłoszeniu');
    expect(screen.queryByText('Zadanie przypisane do mnie')).toBeNull();
  });

  it('says that loading or saving failed', async () => {
    const failed = () => problemResponse(400, 'BAD_REQUEST', 'Błąd.');
    const { api } = await open({ 'GET /api/notification-settings': failed });
    await screen.findByText('Nie udało się pobrać ustawień powiadomień.');
    api.respond({
      'GET /api/notification-settings': () => ({ body: settings }),
      'PUT /api/notification-settings': failed,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Spróbuj ponownie' }));
    await screen.findByLabelText('Podsumowanie');
    await save();
    await screen.findByText('Nie udało się zapisać ustawień: Błąd.');
  });
});

describe('/inbox/settings whose session ends in another tab', () => {
  it('returns changed settings to the same user', async () => {
    await open();
    await userEvent.selectOptions(await screen.findByLabelText('Podsumowanie'), 'DAILY');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cisza nocna' }));
    signOutInAnotherTab();
    const opened = await open();
    expect((await screen.findByLabelText<HTMLSelectElement>('Podsumowanie')).value).toBe('DAILY');
    screen.getByText(/^Przywrócono niezapisany szkic:/);
    await save();
    await waitFor(() => expect(saved(opened)).toEqual([{ ...settings, digest: 'DAILY', quietHours: null }]));
    await waitFor(() => expect(screen.queryByText(/^Przywrócono niezapisany szkic:/)).toBeNull());
  });
});
