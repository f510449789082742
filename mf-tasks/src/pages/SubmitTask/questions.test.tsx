import type { PublicParameter } from '@obieg/contracts';
import { problemResponse, signOutForTest } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
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

describe('questionnaire of /submit-task (spec 3 §2, §4)', () => {
  it('asks one question at a time and skips questions that do not apply', async () => {
    await openRemote('/submit-task', questionnaire());
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    expect(screen.queryByRole('button', { name: 'Poprzednie pytanie' })).toBeNull();
    await click('Kadry');
    await screen.findByRole('button', { name: toDetails });
    screen.getByText('Kadry');
    expect(screen.queryByText('Ile sztuk?')).toBeNull();
  });

  it('scrolls the answers to the newest one when they fit on one line only by scrolling', async () => {
    const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900);
    const line = () => screen.getByRole('list', { name: 'Dotychczasowe odpowiedzi' });
    await openRemote('/submit-task', questionnaire([...questions, question(3, 'Gdzie?')]));
    await click('Sprzęt');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Ile sztuk?' }), '2{Enter}');
    await screen.findByRole('textbox', { name: 'Gdzie?' });
    expect(line().children).toHaveLength(2);
    expect(line().scrollLeft).toBe(900);
    await click('Poprzednie pytanie');
    await screen.findByRole('textbox', { name: 'Ile sztuk?' });
    expect(line().children).toHaveLength(1);
    width.mockRestore();
  });

  it('accepts number keys and goes back with the button', async () => {
    await openRemote('/submit-task', questionnaire());
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await userEvent.keyboard('1');
    await screen.findByRole('heading', { name: 'Ile sztuk?' });
    await click('Poprzednie pytanie');
    const option = await screen.findByRole('button', { name: 'Sprzęt' });
    expect(option.getAttribute('aria-current')).toBeNull();
  });

  it('follows the browser history backwards and forwards', async () => {
    const { goBy } = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await screen.findByRole('heading', { name: 'Ile sztuk?' });
    await goBy(-1);
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await goBy(1);
    await screen.findByRole('heading', { name: 'Ile sztuk?' });
  });

  it('changes one answer and keeps the other values', async () => {
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

  it('confirms the current answer and the summary with Enter', async () => {
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

  it('clears answers and details when restarted from the summary', async () => {
    await openRemote('/submit-task', questionnaire());
    await answerAll();
    await userEvent.type(await screen.findByLabelText('Tytuł'), 'Nowe krzesła');
    await click('Wróć do podsumowania');
    await click('Wróć do parametrów');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await answerAll();
    expect(((await screen.findByLabelText('Tytuł')) as HTMLInputElement).value).toBe('');
  });

  const readStatuses = () => screen.queryAllByRole('status').map(({ textContent }) => textContent ?? '');
  const isOfferedToResume = () =>
    readStatuses().some((text) => text.startsWith('Masz niedokończone zgłoszenie.'));
  it('continues after a reload, with typed but unconfirmed text', async () => {
    const page = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Ile sztuk?' }), '12');
    await reload(page, questionnaire());
    const field = (await screen.findByRole('textbox', { name: 'Ile sztuk?' })) as HTMLInputElement;
    expect(field.value).toBe('12');
    expect(isOfferedToResume()).toBe(false);
  });

  it('begins a second visit with the first question and offers to continue until the next step', async () => {
    const first = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Ile sztuk?' }), '12');
    first.unmount();
    const second = await openRemote('/submit-task', questionnaire());
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await waitFor(() => expect(isOfferedToResume()).toBe(true));
    expect(screen.getByRole('button', { name: 'Sprzęt' }).getAttribute('aria-current')).toBeNull();
    second.unmount();

    await openRemote('/submit-task', questionnaire());
    await click('Wróć do niego');
    const field = (await screen.findByRole('textbox', { name: 'Ile sztuk?' })) as HTMLInputElement;
    expect(field.value).toBe('12');
    expect(isOfferedToResume()).toBe(false);
  });

  it('forgets the unfinished submission with the first step of the next one', async () => {
    const first = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await screen.findByRole('textbox', { name: 'Ile sztuk?' });
    first.unmount();
    const second = await openRemote('/submit-task', questionnaire());
    await click('Kadry');
    await screen.findByRole('button', { name: toDetails });
    expect(isOfferedToResume()).toBe(false);
    await reload(second, questionnaire());
    await screen.findByText('Kadry');
    expect(screen.queryByText('Sprzęt')).toBeNull();
  });

  it('starts over when the page is opened again by a link, and goes back to the unfinished one', async () => {
    const { goBy, goTo } = await openRemote('/submit-task', questionnaire());
    await click('Sprzęt');
    await screen.findByRole('textbox', { name: 'Ile sztuk?' });
    await goTo('/submit-task');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    await waitFor(() => expect(isOfferedToResume()).toBe(true));
    expect(screen.queryByRole('list', { name: 'Dotychczasowe odpowiedzi' })).toBeNull();
    await goBy(-1);
    await screen.findByRole('textbox', { name: 'Ile sztuk?' });
    expect(isOfferedToResume()).toBe(false);
  });

  it('fills fields with default values, which Enter accepts and which return on going back', async () => {
    await openRemote(
      '/submit-task',
      questionnaire([
        question(1, 'Pilne?', { parameterType: 'BOOLEAN', defaultValue: 'false' }),
        question(2, 'Ile sztuk?', { parameterType: 'NUMBER', defaultValue: '2.5' }),
      ]),
    );
    const option = await screen.findByRole('button', { name: 'Nie' });
    expect(option.getAttribute('aria-current')).toBe('true');
    await userEvent.keyboard('{Enter}');
    const field = (await screen.findByRole('textbox', { name: 'Ile sztuk?' })) as HTMLInputElement;
    expect(field.value).toBe('2,5');
    await userEvent.clear(field);
    expect(field.value).toBe('');
    await userEvent.type(field, '7{Enter}');
    await screen.findByRole('heading', { name: 'Podsumowanie odpowiedzi' });
    screen.getByText('7');
    await userEvent.click(screen.getByRole('button', { name: 'Zmień odpowiedź: Ile sztuk?' }));
    await click('Poprzednie pytanie');
    expect((await screen.findByRole('button', { name: 'Nie' })).getAttribute('aria-current')).toBe('true');
  });

  it('asks again when a saved answer is no longer available', async () => {
    const page = await openRemote('/submit-task', questionnaire());
    await click('Kadry');
    await screen.findByRole('button', { name: toDetails });
    const [first] = questions;
    await reload(
      page,
      questionnaire([{ ...(first as PublicParameter), dictionaryValues: [{ value: 'Sprzęt' }] }]),
    );
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
    expect(screen.queryByRole('button', { name: 'Kadry' })).toBeNull();
  });

  it('searches a long list of answers; Enter chooses the only match', async () => {
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

  it('shows a help text for a dictionary question without values', async () => {
    await openRemote('/submit-task', questionnaire([question(1, 'Skąd?', { parameterType: 'DICTIONARY' })]));
    await screen.findByText('To pytanie nie ma jeszcze odpowiedzi do wyboru.');
    expect(screen.queryByRole('link', { name: 'Dodaj odpowiedzi' })).toBeNull();
  });

  it('ignores blank input and shows a validation error', async () => {
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
    ['EMAIL', 'anna@', 'Podaj prawidłowy adres e-mail'],
    ['URL', 'portal', 'Podaj adres strony, np. example.com'],
  ] as const)('rejects an invalid answer of type %s', async (parameterType, given, error) => {
    await openRemote('/submit-task', questionnaire([question(9, 'Pytanie', { parameterType })]));
    await userEvent.type(await screen.findByLabelText('Pytanie'), given);
    await click('Dalej');
    await screen.findByText(error);
  });

  it.each([
    ['DATE', 'Podaj datę'],
    ['DATETIME', 'Podaj datę i godzinę'],
  ] as const)(
    'rejects an empty field of type %s, because browsers may display the current date in it',
    async (parameterType, error) => {
      await openRemote('/submit-task', questionnaire([question(9, 'Kiedy?', { parameterType })]));
      const field = await screen.findByLabelText('Kiedy?');
      await click('Dalej');
      await screen.findByText(error);
      expect(document.activeElement).toBe(field);
    },
  );

  it.each([
    ['BOOLEAN', 'Tak', 'true'],
    ['TEXT', 'Zażółć', 'Zażółć'],
    ['NUMBER', '2,5', '2.5'],
    ['DATE', '2026-11-21', '2026-11-21'],
    ['DATETIME', '2026-11-21T14:30', '2026-11-21T14:30'],
    ['EMAIL', 'jan@poczta.test', 'jan@poczta.test'],
    ['URL', 'https://obieg.test/x', 'https://obieg.test/x'],
  ] as const)('accepts an answer of type %s', async (parameterType, given, kept) => {
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
    expect(readCreateRequests(api)[0]?.body).toMatchObject({ workflowParameters: { 9: kept } });
  });

  it('skips to the details when there are no questions', async () => {
    await openRemote('/submit-task', questionnaire([]));
    await screen.findByLabelText('Tytuł');
  });

  it('offers a retry when loading fails', async () => {
    const { api } = await openRemote('/submit-task', {
      'GET /api/workflow-parameters/public': () => problemResponse(503, 'UNAVAILABLE', 'Please try again.'),
    });
    await screen.findByText('Nie udało się pobrać pytań.', undefined, { timeout: 20_000 });
    screen.getByText('Usługa jest chwilowo niedostępna. Spróbuj ponownie.');
    api.respond({ 'GET /api/workflow-parameters/public': () => ({ body: { success: false } }) });
    await click('Spróbuj ponownie');
    await screen.findByText('Nie udało się pobrać pytań.');
    api.respond(questionnaire());
    await click('Spróbuj ponownie');
    await screen.findByRole('heading', { name: 'Czego dotyczy?' });
  });
});
