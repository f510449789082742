import type { PublicParameter } from '@obieg/contracts';
import { problemAnswer, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openRemote } from '../../test-support';

const question = (id: number, displayName: string, more: Partial<PublicParameter> = {}): PublicParameter => ({
  id,
  parameterName: `p${id}`,
  displayName,
  description: null,
  parameterType: 'TEXT',
  sortOrder: id,
  dictionaryValues: [],
  dependencies: [],
  ...more,
});
const questions = [
  question(1, 'Czego dotyczy?', {
    parameterType: 'DICTIONARY',
    dictionaryValues: [{ value: 'Sprzęt' }, { value: 'Kadry' }],
  }),
  question(2, 'Ile sztuk?', {
    parameterType: 'NUMBER',
    dependencies: [
      { parentParameterId: 1, parentParameterName: 'p1', conditionType: 'EQUALS', conditionValue: 'Sprzęt' },
    ],
  }),
];
const questionnaire = (body: PublicParameter[] = questions) => ({
  'GET /api/workflow-parameters/public': () => ({ body }),
});
const created = (more = {}) => ({
  'POST /api/tasks': () => ({
    status: 201,
    body: { success: true, message: '', publicTaskId: 123456789012, needsEmailVerification: true, ...more },
  }),
});
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const toDetails = 'Kontynuuj - Uzupełnij szczegóły zadania';

const fillDetails = async () => {
  await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
  await userEvent.type(screen.getByLabelText('Adres e-mail zgłaszającego'), 'jan@poczta.test');
  await userEvent.tab();
};
const answerAll = async () => {
  await click('Sprzęt');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ile sztuk?' }), '2,5{Enter}');
  await click(toDetails);
};
const sent = (api: Awaited<ReturnType<typeof openRemote>>['api']) =>
  api.requests.filter(({ method, path }) => method === 'POST' && path === '/api/tasks');

afterEach(signOutForTest);

describe('the questions (spec 3 §2, §4)', () => {
  it('come one at a time, those that do not apply never', async () => {
    await openRemote('/submit-task', questionnaire());
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    expect(screen.queryByRole('button', { name: 'Poprzednie pytanie' })).toBeNull();
    await click('Kadry');
    await screen.findByRole('button', { name: toDetails });
    screen.getByText('Kadry');
    expect(screen.queryByText('Ile sztuk?')).toBeNull();
  });

  it('can be answered by number keys, and taken back one by one', async () => {
    await openRemote('/submit-task', questionnaire());
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await userEvent.keyboard('1');
    await screen.findByRole('heading', { name: 'Ile sztuk?' });
    await click('Poprzednie pytanie');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
  });

  it('ignore blanks and say what is wrong with an answer', async () => {
    await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    const field = await screen.findByRole('textbox', { name: 'Ile sztuk?' });
    await userEvent.type(field, '   {Enter}');
    screen.getByRole('heading', { name: 'Ile sztuk?' });
    await userEvent.type(field, 'dwa');
    await click('Dalej');
    await screen.findByText('Podaj liczbę');
  });

  it.each([
    ['BOOLEAN', 'Tak', 'true'],
    ['DATE', '2026-11-21', '2026-11-21'],
    ['EMAIL', 'jan@poczta.test', 'jan@poczta.test'],
    ['URL', 'https://obieg.test/x', 'https://obieg.test/x'],
  ] as const)('of type %s have their own way to answer', async (parameterType, given, kept) => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire([question(9, 'Pytanie', { parameterType })]),
      ...created(),
    });
    if (parameterType === 'BOOLEAN') await click(given);
    else {
      await userEvent.type(await screen.findByLabelText('Pytanie'), given);
      await click('Dalej');
    }
    await click(toDetails);
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(sent(api)[0]?.body).toMatchObject({ workflowParameters: { 9: kept } });
  });

  it('are left out when there are none', async () => {
    await openRemote('/submit-task', questionnaire([]));
    await screen.findByLabelText('Tytuł');
  });

  it('can be tried again when they do not come', async () => {
    const { api } = await openRemote('/submit-task', {
      'GET /api/workflow-parameters/public': () => problemAnswer(503, 'UNAVAILABLE'),
    });
    await screen.findByText('Nie udało się pobrać pytań.', undefined, { timeout: 20_000 });
    api.answer(questionnaire());
    await click('Spróbuj ponownie');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
  });
});

describe('the submission', () => {
  it('sends answers and details, shows the number and offers to verify the address', async () => {
    const { api, currentAddress } = await openRemote('/submit-task', {
      ...questionnaire(),
      ...created(),
      'POST /api/email-verification/send-code': () => ({
        body: { success: true, token: 'abc', message: '' },
      }),
    });
    await answerAll();
    expect(screen.getByRole('button', { name: 'Utwórz zadanie' }).hasAttribute('disabled')).toBe(true);
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(sent(api)[0]?.body).toEqual({
      title: 'Nowe krzesła',
      description: null,
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

  it('needs a title and a real address', async () => {
    await openRemote('/submit-task', questionnaire([]));
    await userEvent.type(await screen.findByLabelText('Tytuł'), ' ');
    await userEvent.type(screen.getByLabelText('Adres e-mail zgłaszającego'), 'jan');
    await userEvent.tab();
    await screen.findByText('Tytuł jest wymagany');
    await screen.findByText('Podaj prawidłowy adres e-mail');
  });

  it('that failed loses nothing, and is repeated with the same key until it is changed', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire(),
      'POST /api/tasks': () => 'offline',
    });
    await answerAll();
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByRole('heading', { name: 'Błąd podczas tworzenia zadania' });
    await click('Wróć do formularza');
    await click('Utwórz zadanie');
    await screen.findByRole('heading', { name: 'Błąd podczas tworzenia zadania' });
    await click('Wróć do formularza');
    await userEvent.type(await screen.findByLabelText('Tytuł'), ' obrotowe');
    api.answer(created());
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    const keys = sent(api).map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(sent(api)[2]?.body).toMatchObject({ title: 'Nowe krzesła obrotowe' });
  });

  it('says which answer the server refused', async () => {
    await openRemote('/submit-task', {
      ...questionnaire(),
      'POST /api/tasks': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'x', [
          { field: 'workflowParameters.2', message: 'Podaj liczbę' },
        ]),
    });
    await answerAll();
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('Failed to create task: Ile sztuk?: Podaj liczbę');
  });

  it('is found again after a reload, and starts anew when asked to', async () => {
    const { unmount } = await openRemote('/submit-task', { ...questionnaire(), ...created() });
    await answerAll();
    await fillDetails();
    unmount();
    await openRemote('/submit-task', { ...questionnaire(), ...created() });
    const title = (await screen.findByLabelText('Tytuł')) as HTMLInputElement;
    expect(title.value).toBe('Nowe krzesła');
    await click('Utwórz zadanie');
    await click('Rozpocznij nowe zgłoszenie');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    expect(sessionStorage.getItem('obieg_submission_draft')).toBeNull();
  });

  it('of a member is theirs, and may be assigned and restricted', async () => {
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
    expect(sent(api)[0]?.body).toMatchObject({
      createdByEmail: 'olga@acme.test',
      assignedUserId: null,
      assignedGroupId: 4,
      visibleUserIds: [],
      visibleGroupIds: [4],
    });
    expect(screen.queryByRole('button', { name: 'Zweryfikuj e-mail' })).toBeNull();
  });
});
