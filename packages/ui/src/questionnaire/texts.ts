import type { ValueProblem } from '@obieg/workflow-rules';
import type { UiLanguage } from '../i18n/texts';
import { useUiLanguage } from '../provider/ui-context';

interface QuestionnaireTexts {
  answersSoFar: string;
  questionNumber: (number: number) => string;
  next: string;
  previous: string;
  summary: string;
  changeAnswer: (question: string) => string;
  searchAnswers: string;
  noAnswersFound: string;
  noAnswers: string;
  noAnswersHelp: string;
  addAnswers: string;
  choose: string;
  timeZone: (name: string) => string;
  problems: Record<ValueProblem, string>;
}

const pl: QuestionnaireTexts = {
  answersSoFar: 'Dotychczasowe odpowiedzi',
  questionNumber: (number) => `Pytanie ${number}`,
  next: 'Dalej',
  previous: 'Poprzednie pytanie',
  summary: 'Podsumowanie odpowiedzi',
  changeAnswer: (question) => `Zmień odpowiedź: ${question}`,
  searchAnswers: 'Szukaj odpowiedzi',
  noAnswersFound: 'Brak wyników',
  noAnswers: 'To pytanie nie ma jeszcze odpowiedzi do wyboru.',
  noAnswersHelp: 'Dodaje je osoba, która konfiguruje zgłoszenia w organizacji. Daj jej znać.',
  addAnswers: 'Dodaj odpowiedzi',
  choose: 'Wybierz',
  timeZone: (name) => `Czas w strefie ${name}`,
  problems: {
    BLANK: 'Odpowiedź jest wymagana',
    TOO_LONG: 'Odpowiedź jest za długa',
    NOT_IN_DICTIONARY: 'Wybierz jedną z podanych wartości',
    NOT_A_NUMBER: 'Podaj liczbę',
    NOT_A_BOOLEAN: 'Wybierz Tak albo Nie',
    NOT_A_DATE: 'Podaj datę',
    NOT_A_DATE_TIME: 'Podaj datę i godzinę',
    SKIPPED_TIME: 'Tego dnia zegary są przesuwane do przodu i tej godziny nie ma. Podaj inną.',
    NOT_AN_EMAIL: 'Podaj prawidłowy adres e-mail',
    NOT_A_URL: 'Podaj adres strony, np. example.com',
  },
};

const en: QuestionnaireTexts = {
  answersSoFar: 'Answers so far',
  questionNumber: (number) => `Question ${number}`,
  next: 'Next',
  previous: 'Previous question',
  summary: 'Your answers',
  changeAnswer: (question) => `Change the answer: ${question}`,
  searchAnswers: 'Search the answers',
  noAnswersFound: 'No results',
  noAnswers: 'This question has no answers to choose from yet.',
  noAnswersHelp: 'Ask the person who configures submissions in your organization to add them.',
  addAnswers: 'Add answers',
  choose: 'Choose',
  timeZone: (name) => `Time in ${name}`,
  problems: {
    BLANK: 'An answer is required',
    TOO_LONG: 'The answer is too long',
    NOT_IN_DICTIONARY: 'Choose one of the given values',
    NOT_A_NUMBER: 'Enter a number',
    NOT_A_BOOLEAN: 'Choose Yes or No',
    NOT_A_DATE: 'Enter a date',
    NOT_A_DATE_TIME: 'Enter a date and time',
    SKIPPED_TIME: 'The clocks go forward on this day and skip this time. Enter another one.',
    NOT_AN_EMAIL: 'Enter a valid e-mail address',
    NOT_A_URL: 'Enter a web address, as in example.com',
  },
};

/** Texts of the wizard (spec 3 §2). Separate from `i18n/`, which is part of the first load. */
const questionnaireTexts: Record<UiLanguage, QuestionnaireTexts> = { mul: pl, pl, en };

export const useQuestionnaireTexts = (): QuestionnaireTexts => questionnaireTexts[useUiLanguage()];

/** Error texts for invalid answers, in the user's language. */
export const useValueProblemTexts = (): Record<ValueProblem, string> => useQuestionnaireTexts().problems;
