import { mapTaskTexts } from '@obieg/contracts';
import { endSession } from '@obieg/web-kit';
import { problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { buildTask, invisibleText, openRemote } from '../../test-support';
import {
  answerAll,
  click,
  created,
  fillDetails,
  questionnaire,
  readCreateRequests,
  reload,
} from './test-support';

afterEach(signOutForTest);

describe('submission of /submit-task', () => {
  it('sends answers and details, shows the task number and offers to verify the email', async () => {
    const { api, currentAddress } = await openRemote('/submit-task', {
      ...questionnaire(),
      ...created(),
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'abc', message: '' },
      }),
    });
    await answerAll();
    expect((await screen.findByRole('button', { name: 'Utwórz zadanie' })).hasAttribute('disabled')).toBe(
      true,
    );
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(api)[0]?.body).toEqual({
      title: 'Nowe krzesła',
      ...mapTaskTexts(() => null),
      priority: 'NORMAL',
      createdByEmail: 'jan@poczta.test',
      workflowParameters: { 1: 'Sprzęt', 2: '2.5' },
    });
    expect(screen.getByRole('link', { name: 'Przejdź do zadania' }).getAttribute('href')).toBe(
      '/task/123456789012',
    );
    await click('Zweryfikuj e-mail');
    await waitFor(() => expect(currentAddress()).toBe('/verify-email?token=abc'));
  });

  it('makes the task of a member a subtask of the task in the address', async () => {
    const { api } = await openRemote(
      '/submit-task?parent=222222222222',
      {
        ...questionnaire([]),
        ...created(),
        'GET /api/tasks/:id': () => ({
          body: { success: true, message: '', task: buildTask({ title: 'Serwerownia' }) },
        }),
      },
      ['hasBasePermission'],
    );
    expect((await screen.findByRole('link', { name: 'Serwerownia' })).getAttribute('href')).toBe(
      '/task/222222222222',
    );
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Wentylator');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(api)[0]?.body).toMatchObject({ parentTaskId: 222_222_222_222 });
  });

  it.each([
    ['visitors', undefined, '222222222222'],
    ['reporters', [], '222222222222'],
    ['an address without a number', ['hasBasePermission'], 'x'],
  ] as const)('makes no subtask for %s', async (_, permissions, parent) => {
    const { api } = await openRemote(
      `/submit-task?parent=${parent}`,
      { ...questionnaire([]), ...created() },
      permissions && [...permissions],
    );
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Wentylator');
    if (!permissions)
      await userEvent.type(screen.getByLabelText('Adres e-mail zgłaszającego'), 'jan@poczta.test');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(api)[0]?.body).not.toHaveProperty('parentTaskId');
    expect(screen.queryByText(/podzadaniem/)).toBeNull();
  });

  it.each([' ', invisibleText])('requires a visible title and a valid email', async (title) => {
    await openRemote('/submit-task', questionnaire([]));
    await userEvent.type(await screen.findByLabelText('Tytuł'), title);
    await userEvent.type(screen.getByLabelText('Adres e-mail zgłaszającego'), 'jan');
    await userEvent.tab();
    await screen.findByText('Tytuł jest wymagany');
    await screen.findByText('Podaj prawidłowy adres e-mail');
  });

  it('lists the required fields next to the button and validates on Enter', async () => {
    await openRemote('/submit-task', questionnaire([]));
    const title = await screen.findByLabelText('Tytuł');
    const needed = 'Potrzebne: Tytuł, Adres e-mail zgłaszającego.';
    const button = screen.getByRole('button', { name: 'Utwórz zadanie', description: needed });
    await userEvent.type(title, 'Nowe krzesła');
    expect(button).toBe(
      screen.getByRole('button', { description: 'Potrzebne: Adres e-mail zgłaszającego.' }),
    );
    await userEvent.type(title, '{Enter}');
    await screen.findByText('Podaj prawidłowy adres e-mail');
    const email = screen.getByLabelText('Adres e-mail zgłaszającego');
    await waitFor(() => expect(document.activeElement).toBe(email));
    await userEvent.type(email, 'jan@poczta.test');
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    expect(screen.queryByText(/Potrzebne/)).toBeNull();
  });

  it('reuses the idempotency key after a reload and sends one request on a double click', async () => {
    const routes = { ...questionnaire(), 'POST /api/tasks': () => 'offline' as const };
    const first = await openRemote('/submit-task', routes);
    await answerAll();
    await fillDetails();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Utwórz zadanie' }));
    await screen.findByRole('heading', { name: 'Błąd podczas tworzenia zadania' });
    const keys = readCreateRequests(first.api).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(1);
    const second = await reload(first, { ...questionnaire(), ...created() });
    await screen.findByLabelText('Tytuł');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(second.api).map(({ headers }) => headers['idempotency-key'])).toEqual(keys);
  });

  it('shows an error when the verification code cannot be sent', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire([]),
      ...created(),
      'POST /api/email-verification/send-code': () => problemResponse(429, 'TOO_MANY_REQUESTS', 'Too often.'),
    });
    await fillDetails();
    await click('Utwórz zadanie');
    await click('Zweryfikuj e-mail');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego');
    expect(alert.textContent).toContain('Za dużo zapytań. Odczekaj chwilę.');
    api.respond({
      'POST /api/email-verification/send-code': () => ({ body: { success: false, token: '', message: '' } }),
    });
    await click('Zweryfikuj e-mail');
    await waitFor(() => expect(screen.getByRole('alert').textContent).not.toContain('Za dużo zapytań'));
    screen.getByText('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego');
  });

  it('restores the draft after a reload and clears it on restart', async () => {
    const first = await openRemote('/submit-task', { ...questionnaire(), ...created() });
    await answerAll();
    await fillDetails();
    await reload(first, { ...questionnaire(), ...created() });
    const title = (await screen.findByLabelText('Tytuł')) as HTMLInputElement;
    expect(title.value).toBe('Nowe krzesła');
    await click('Utwórz zadanie');
    await click('Rozpocznij nowe zgłoszenie');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    expect(sessionStorage.getItem('obieg_draft:submission')).not.toContain('Nowe krzesła');
  });

  it.each([
    ['a visitor', endSession],
    ['another user', () => signInAs({ id: 8, username: 'anna', email: 'anna@acme.test' })],
  ])('does not show the draft of an expired session to %s', async (_, changeSession) => {
    const first = await openRemote('/submit-task', questionnaire([]), ['hasBasePermission']);
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Poufne');
    await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain('Poufne'));
    endSession();
    changeSession();
    await reload(first, questionnaire([]));
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('');
  });

  it("keeps a visitor's draft after signing in", async () => {
    const first = await openRemote('/submit-task', questionnaire([]));
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain('Nowe krzesła'));
    first.unmount();
    await openRemote('/submit-task', questionnaire([]), ['hasBasePermission']);
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('Nowe krzesła');
  });

  it("sends a member's assignment and visibility", async () => {
    const { api } = await openRemote(
      '/submit-task',
      { ...questionnaire([]), ...created({ needsEmailVerification: false }) },
      ['hasBasePermission'],
    );
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    expect(screen.queryByLabelText('Adres e-mail zgłaszającego')).toBeNull();
    await screen.findByRole('option', { name: 'Helpdesk' });
    await userEvent.selectOptions(await screen.findByLabelText('Przypisz do grupy'), 'Helpdesk');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Helpdesk' }));
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(api)[0]?.body).toMatchObject({
      createdByEmail: 'olga@acme.test',
      assignedUserId: null,
      assignedGroupId: 4,
      visibleUserIds: [],
      visibleGroupIds: [4],
    });
    expect(screen.queryByRole('button', { name: 'Zweryfikuj e-mail' })).toBeNull();
  });

  it('rejects a visible user that was typed but not selected', async () => {
    const { api } = await openRemote('/submit-task', { ...questionnaire([]), ...created() }, [
      'hasBasePermission',
    ]);
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Poufne');
    const box = await screen.findByRole('combobox', { name: 'Widoczne dla użytkowników' });
    await userEvent.type(box, 'a');
    await click('Utwórz zadanie');
    await screen.findByText('Wybierz pozycję z listy albo wyczyść pole');
    expect(document.activeElement).toBe(box);
    expect(readCreateRequests(api)).toEqual([]);
    await userEvent.clear(box);
    await click('Utwórz zadanie');
    await waitFor(() => expect(readCreateRequests(api)).toHaveLength(1));
  });
});
