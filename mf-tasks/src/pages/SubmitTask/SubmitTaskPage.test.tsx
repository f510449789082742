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
    const option = await screen.findByRole('button', { name: 'Sprzęt' });
    expect(option.getAttribute('aria-current')).toBeNull();
  });

  it('come back by the back gesture, and forward again', async () => {
    const { goBy } = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await screen.findByRole('heading', { name: 'Ile sztuk?' });
    await goBy(-1);
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await goBy(1);
    await screen.findByRole('heading', { name: 'Ile sztuk?' });
  });

  it('are answered anew one by one, without losing the rest', async () => {
    await openRemote('/submit-task', questionnaire());
    await answerAll();
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    await userEvent.click(screen.getByRole('button', { name: /Sprzęt$/ }));
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    expect(screen.getByRole('button', { name: 'Sprzęt' }).getAttribute('aria-current')).toBe('true');
    await click('Kadry');
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('Nowe krzesła');
    expect(screen.queryByText('2,5')).toBeNull();
  });

  it('go on by Enter: with what was chosen before, and past the summary', async () => {
    await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Ile sztuk?' }), '2,5{Enter}');
    await screen.findByRole('heading', { name: 'Podsumowanie odpowiedzi' });
    await userEvent.click(screen.getByRole('button', { name: 'Zmień odpowiedź: Czego dotyczy?' }));
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Podsumowanie odpowiedzi' });
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'Podsumowanie odpowiedzi' });
    await userEvent.keyboard('{Enter}');
    await screen.findByLabelText('Tytuł');
  });

  it('begin again, and the form with them, from the summary', async () => {
    await openRemote('/submit-task', questionnaire());
    await answerAll();
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    await click('Wróć do podsumowania');
    await click('Wróć do parametrów');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await answerAll();
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('');
  });

  it('keep what was typed but not yet given over a reload', async () => {
    const { unmount } = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Ile sztuk?' }), '12');
    unmount();
    await openRemote('/submit-task', questionnaire());
    const field = (await screen.findByRole('textbox', { name: 'Ile sztuk?' })) as HTMLInputElement;
    expect(field.value).toBe('12');
  });

  it('ask again what no longer may be answered so', async () => {
    const { unmount } = await openRemote('/submit-task', questionnaire());
    await click('Kadry');
    await screen.findByRole('button', { name: toDetails });
    unmount();
    const [first] = questions;
    await openRemote(
      '/submit-task',
      questionnaire([{ ...(first as PublicParameter), dictionaryValues: [{ value: 'Sprzęt' }] }]),
    );
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    expect(screen.queryByRole('button', { name: 'Kadry' })).toBeNull();
  });

  it('with many answers are searched, and Enter takes the only one left', async () => {
    const values = ['Łódź', 'Gdańsk', ...Array.from({ length: 18 }, (_, index) => `Miasto ${index}`)];
    await openRemote(
      '/submit-task',
      questionnaire([
        question(1, 'Skąd?', {
          parameterType: 'DICTIONARY',
          dictionaryValues: values.map((value) => ({ value })),
        }),
      ]),
    );
    const search = await screen.findByRole('searchbox', { name: 'Szukaj odpowiedzi' });
    await userEvent.type(search, 'xyz');
    await screen.findByText('Brak wyników');
    await userEvent.clear(search);
    await userEvent.type(search, 'lodz{Enter}');
    await screen.findByRole('button', { name: toDetails });
    screen.getByText('Łódź');
  });

  it('without any answer to choose say who can help', async () => {
    await openRemote('/submit-task', questionnaire([question(1, 'Skąd?', { parameterType: 'DICTIONARY' })]));
    await screen.findByText('To pytanie nie ma jeszcze odpowiedzi do wyboru.');
    expect(screen.queryByRole('link', { name: 'Dodaj odpowiedzi' })).toBeNull();
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
    ['TEXT', 'Zażółć', 'Zażółć'],
    ['NUMBER', '2,5', '2.5'],
    ['DATE', '2026-11-21', '2026-11-21'],
    ['DATETIME', '2026-11-21T14:30', '2026-11-21T14:30'],
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
    await screen.findByText('Failed to create task: brak połączenia z serwerem.');
    await click('Spróbuj ponownie');
    await waitFor(() => expect(sent(api)).toHaveLength(2));
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

  it('goes with the same key after a reload, and once however often one presses', async () => {
    const routes = { ...questionnaire(), 'POST /api/tasks': () => 'offline' as const };
    const first = await openRemote('/submit-task', routes);
    await answerAll();
    await fillDetails();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Utwórz zadanie' }));
    await screen.findByRole('heading', { name: 'Błąd podczas tworzenia zadania' });
    const keys = sent(first.api).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(1);
    first.unmount();
    const second = await openRemote('/submit-task', { ...questionnaire(), ...created() });
    await screen.findByLabelText('Tytuł');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(sent(second.api).map(({ headers }) => headers['idempotency-key'])).toEqual(keys);
  });

  it('leads to the answer that the server refused, says there why, and keeps all others', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire(),
      'POST /api/tasks': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'x', [
          { field: 'workflowParameters.2', message: 'Tyle nie ma' },
        ]),
    });
    await answerAll();
    await fillDetails();
    await click('Utwórz zadanie');
    await screen.findByText('Failed to create task: Ile sztuk?: Tyle nie ma');
    expect(screen.queryByRole('button', { name: 'Spróbuj ponownie' })).toBeNull();
    await click('Popraw odpowiedzi');
    const field = (await screen.findByRole('textbox', { name: 'Ile sztuk?' })) as HTMLInputElement;
    expect(field.value).toBe('2,5');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    screen.getByText('Tyle nie ma');
    await userEvent.clear(field);
    await userEvent.type(field, '2');
    expect(screen.queryByText('Tyle nie ma')).toBeNull();
    api.answer(created());
    await click('Dalej');
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('Nowe krzesła');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
    expect(sent(api)[1]?.body).toMatchObject({ workflowParameters: { 1: 'Sprzęt', 2: '2' } });
  });

  it('asks the question that was added meanwhile', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire([questions[0] as PublicParameter]),
      'POST /api/tasks': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'x', [
          { field: 'workflowParameters.7', message: 'Odpowiedź jest wymagana' },
        ]),
    });
    await click('Kadry');
    await click(toDetails);
    await fillDetails();
    api.answer(questionnaire([questions[0] as PublicParameter, question(7, 'Na kiedy?')]));
    await click('Utwórz zadanie');
    await click('Popraw odpowiedzi');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Na kiedy?' }), 'Na jutro{Enter}');
    api.answer(created());
    await screen.findByLabelText('Tytuł');
    await click('Utwórz zadanie');
    await screen.findByText('123456789012');
  });

  it('shows what the server says of a field at that field', async () => {
    await openRemote('/submit-task', {
      ...questionnaire([]),
      'POST /api/tasks': () =>
        problemAnswer(422, 'VALIDATION_FAILED', 'x', [
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

  it.each([
    [[], null],
    [['hasBasePermission', 'canManageWorkflow'], '/workflow-statuses/new'],
  ] as const)('without an initial status says whom it depends on (%j)', async (permissions, link) => {
    await openRemote(
      '/submit-task',
      {
        ...questionnaire([]),
        'POST /api/tasks': () => problemAnswer(409, 'NO_INITIAL_STATUS', 'Nie ma statusu.'),
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

  it('tells when no code can be sent', async () => {
    const { api } = await openRemote('/submit-task', {
      ...questionnaire([]),
      ...created(),
      'POST /api/email-verification/send-code': () => problemAnswer(429, 'TOO_MANY_REQUESTS', 'Za często.'),
    });
    await fillDetails();
    await click('Utwórz zadanie');
    await click('Zweryfikuj e-mail');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego');
    expect(alert.textContent).toContain('Za często.');
    api.answer({
      'POST /api/email-verification/send-code': () => ({ body: { success: false, token: '', message: '' } }),
    });
    await click('Zweryfikuj e-mail');
    await waitFor(() => expect(screen.getByRole('alert').textContent).not.toContain('Za często.'));
    screen.getByText('Wystąpił błąd podczas wysyłania kodu weryfikacyjnego');
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
    expect(sessionStorage.getItem('obieg_draft:submission')).not.toContain('Nowe krzesła');
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
