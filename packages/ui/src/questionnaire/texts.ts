import { type ValueProblem, valueProblemTexts } from '@obieg/workflow-rules';
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
  problems: valueProblemTexts.pl,
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
  problems: valueProblemTexts.en,
};

/** Texts of the wizard (spec 3 §2). Separate from `i18n/`, which is part of the first load. */
const questionnaireTexts: Record<UiLanguage, QuestionnaireTexts> = { mul: pl, pl, en };

export const useQuestionnaireTexts = (): QuestionnaireTexts => questionnaireTexts[useUiLanguage()];

/** Error texts for invalid answers, in the user's language. */
export const useValueProblemTexts = (): Record<ValueProblem, string> => useQuestionnaireTexts().problems;
