import type { PublicParameter } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';
import {
  answerAll,
  click,
  created,
  fillDetails,
  question,
  questionnaire,
  questions,
  readCreateRequests,
  reload,
  toDetails,
} from './test-support';

afterEach(signOutForTest);

describe('failed submission', () => {
  it('keeps the form and reuses the idempotency key until the request changes', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire(),
      'POST /api/tasks': () => 'offline',
    });
    await answerAll();
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('Failed to create task: brak połączenia z serwerem.');
    await click('Spróbuj ponownie');
    await waitFor(() => expect(readCreateRequests(api)).toHaveLength(2));
    await click('Wróć do formularza');
    await userEvent.type(await screen.findByLabelText('Tytuł'), ' obrotowe');
    api.respond(created());
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    const keys = readCreateRequests(api).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(readCreateRequests(api)[2]?.body).toMatchObject({ title: 'Nowe krzesła obrotowe' });
  });

  it.each([
    [{ success: false, message: 'Dziś nie przyjmujemy.' }, 'Dziś nie przyjmujemy.'],
    [{ success: false }, 'nieoczekiwany błąd.'],
    [{ success: true, message: '' }, 'nieoczekiwany błąd.'],
  ])('treats the response %j as a failure and keeps the form', async (body, reason) => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire([]),
      'POST /api/tasks': () => ({ body }),
    });
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByRole('heading', { name: 'Błąd podczas tworzenia zadania' });
    screen.getByText(`Failed to create task: ${reason}`);
    await click('Wróć do formularza');
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('Nowe krzesła');
    api.respond(created({ needsEmailVerification: undefined }));
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
  });

  it('shows a gateway error in the language of the screen', async () => {
    await openRemote('/submit-task', {
      ...questionnaire([]),
      'POST /api/tasks': () => problemResponse(502, 'BAD_GATEWAY', 'The service broke off.'),
    });
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('Failed to create task: Usługa jest chwilowo niedostępna. Spróbuj ponownie.');
    screen.getByRole('button', { name: 'Spróbuj ponownie' });
  });

  it('opens the question of a rejected answer, shows the error there and keeps the other answers', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire(),
      'POST /api/tasks': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [
          { field: 'workflowParameters.2', message: 'Tyle nie ma' },
        ]),
    });
    await answerAll();
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('Failed to create task: Ile sztuk? Tyle nie ma');
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
    await click('Popraw odpowiedzi');
    const field = (await screen.findByRole('textbox', { name: 'Ile sztuk?' })) as HTMLInputElement;
    expect(field.value).toBe('2,5');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    screen.getByText('Tyle nie ma');
    await userEvent.clear(field);
    await userEvent.type(field, '2');
    expect(screen.queryByText('Tyle nie ma')).toBeNull();
    api.respond(created());
    await click('Dalej');
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('Nowe krzesła');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(api)[1]?.body).toMatchObject({ workflowParameters: { 1: 'Sprzęt', 2: '2' } });
  });

  it('asks a question that was added in the meantime', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire([questions[0] as PublicParameter]),
      'POST /api/tasks': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [
          { field: 'workflowParameters.7', message: 'Odpowiedź jest wymagana' },
        ]),
    });
    await click('Kadry');
    await click(toDetails);
    await fillDetails();
    api.respond(questionnaire([questions[0] as PublicParameter, question(7, 'Na kiedy?')]));
    await click('Utwórz zadanie');
    await click('Popraw odpowiedzi');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Na kiedy?' }), 'Na jutro{Enter}');
    api.respond(created());
    await screen.findByLabelText('Tytuł');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
  });

  it('shows a field error at its field and focuses the field', async () => {
    await openRemote('/submit-task', {
      ...questionnaire([]),
      'POST /api/tasks': () =>
        problemResponse(422, 'VALIDATION_FAILED', 'x', [
          { field: 'createdByEmail', message: 'Tej domeny nie ma' },
        ]),
    });
    await fillDetails();
    await click('Utwórz zadanie');
    await click('Wróć do formularza');
    const email = await screen.findByLabelText('Adres e-mail zgłaszającego');
    screen.getByText('Tej domeny nie ma');
    await waitFor(() => expect(document.activeElement).toBe(email));
  });

  it('shows a deleted group as unavailable, shows its field error, and submits without it', async () => {
    const first = await openRemote('/submit-task', questionnaire([]), ['hasBasePermission']);
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    const groupField = () => screen.findByLabelText<HTMLSelectElement>('Przypisz do grupy');
    await screen.findByRole('option', { name: 'Helpdesk' });
    await userEvent.selectOptions(await groupField(), 'Helpdesk');
    await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain('Nowe krzesła'));
    const { api } = await reload(
      first,
      {
        ...questionnaire([]),
        'GET /api/organizations/groups': () => ({ body: [{ id: 5, name: 'Kadry', description: null }] }),
        'POST /api/tasks': () =>
          problemResponse(422, 'VALIDATION_FAILED', 'x', [
            { field: 'assignedGroupId', message: 'Nie ma takiej grupy w organizacji' },
          ]),
      },
      ['hasBasePermission'],
    );
    await screen.findByRole('option', { name: 'Kadry' });
    expect((await groupField()).selectedOptions[0]?.text).toBe('Grupa niedostępna (#4)');
    await click('Utwórz zadanie');
    await screen.findByText('Failed to create task: Nie ma takiej grupy w organizacji');
    expect(readCreateRequests(api)[0]?.body).toMatchObject({ assignedGroupId: 4 });
    await click('Wróć do formularza');
    await screen.findByText('Nie ma takiej grupy w organizacji');
    const refused = await groupField();
    await waitFor(() => expect(document.activeElement).toBe(refused));
    await userEvent.selectOptions(refused, 'Wybierz grupę');
    expect(screen.queryByText('Nie ma takiej grupy w organizacji')).toBeNull();
    expect([...refused.options].map(({ text }) => text)).toEqual(['Wybierz grupę', 'Kadry']);
    api.respond(created());
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(readCreateRequests(api)[1]?.body).toMatchObject({ assignedGroupId: null });
  });

  it.each([
    ['assignedUserId', 'Przypisz do użytkownika', 'button', 'Wyczyść wybór'],
    ['visibleUserIds', 'Widoczne dla użytkowników', 'combobox', 'Widoczne dla użytkowników'],
    ['visibleGroupIds', 'Widoczne dla grup', 'checkbox', 'Helpdesk'],
  ])('shows a field error of %s at its picker', async (field, picker, role, first) => {
    const serverError = 'Nie ma takiej osoby ani grupy';
    await openRemote(
      '/submit-task',
      {
        ...questionnaire([]),
        'GET /api/users/search': () => ({
          body: { users: [{ id: 8, username: 'marek', email: 'marek@acme.test' }], limitReached: false },
        }),
        'POST /api/tasks': () =>
          problemResponse(422, 'VALIDATION_FAILED', 'x', [{ field, message: serverError }]),
      },
      ['hasBasePermission'],
    );
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    await userEvent.type(await screen.findByLabelText('Przypisz do użytkownika'), 'mar');
    await userEvent.click(await screen.findByRole('option', { name: /marek/, hidden: true }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Helpdesk' }));
    await click('Utwórz zadanie');
    await click('Wróć do formularza');
    const beside = (await screen.findByText(serverError)).closest('p')?.parentElement as HTMLElement;
    within(beside).getByText(picker);
    const control = within(beside).getByRole(role, { name: first });
    await waitFor(() => expect(document.activeElement).toBe(control));
  });

  it.each([
    [[], null],
    [['hasBasePermission', 'canManageWorkflow'], '/workflow-statuses/new'],
  ] as const)('explains a missing initial status to a caller with %j', async (permissions, link) => {
    await openRemote(
      '/submit-task',
      {
        ...questionnaire([]),
        'POST /api/tasks': () => problemResponse(409, 'NO_INITIAL_STATUS', 'Nie ma statusu.'),
      },
      permissions.length > 0 ? [...permissions] : undefined,
    );
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    if (!link) await userEvent.type(screen.getByLabelText('Adres e-mail zgłaszającego'), 'jan@poczta.test');
    await click('Utwórz zadanie');
    await screen.findByText('Failed to create task: Nie ma statusu.');
    expect(screen.queryByRole('link', { name: 'Dodaj status' })?.getAttribute('href') ?? null).toBe(link);
    expect(screen.queryByText(/^Daj znać administratorowi/) === null).toBe(link !== null);
    screen.getByRole('button', { name: 'Spróbuj ponownie' });
  });
});
