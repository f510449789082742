import { type TaskImportField, taskExportTexts } from '@obieg/contracts';
import { type FieldHeadings, foldHeading, mapHeadings } from '@obieg/ui/csv-import';

type Field = Exclude<TaskImportField, 'answer'>;

export const presetNames = ['obieg', 'jira', 'redmine', 'zammad'] as const;
export type PresetName = (typeof presetNames)[number];

const exported = (name: keyof typeof taskExportTexts): readonly string[] =>
  Object.values(taskExportTexts[name]);

/** Headings of the files of each application, in English and Polish. People are fields only where files have addresses. */
export const presets: Record<PresetName, FieldHeadings<Field>> = {
  obieg: {
    key: exported('publicTaskId'),
    title: exported('title'),
    description: exported('description'),
    status: exported('statusName'),
    priority: exported('priority'),
    assignee: exported('assignee'),
    reporter: exported('createdBy'),
    createdAt: exported('createdAt'),
    updatedAt: exported('lastUpdatedAt'),
    dueAt: exported('dueAt'),
  },
  jira: {
    key: ['Issue key', 'Key', 'Klucz zgłoszenia', 'Klucz'],
    title: ['Summary', 'Podsumowanie'],
    description: ['Description', 'Opis'],
    status: ['Status'],
    priority: ['Priority', 'Priorytet'],
    assignee: ['Assignee', 'Osoba przypisana', 'Przypisany'],
    createdAt: ['Created', 'Utworzono'],
    updatedAt: ['Updated', 'Zaktualizowano'],
    dueAt: ['Due date', 'Data ukończenia'],
  },
  redmine: {
    key: ['#'],
    title: ['Subject', 'Temat'],
    description: ['Description', 'Opis'],
    status: ['Status'],
    priority: ['Priority', 'Priorytet'],
    assignee: ['Assignee', 'Przypisany do'],
    createdAt: ['Created', 'Utworzone'],
    updatedAt: ['Updated', 'Zaktualizowane', 'Aktualizowane'],
    dueAt: ['Due date', 'Data oddania'],
  },
  zammad: {
    key: ['#', 'Number', 'Numer'],
    title: ['Title', 'Tytuł'],
    status: ['State', 'Stan'],
    priority: ['Priority', 'Priorytet'],
    assignee: ['Owner', 'Właściciel'],
    createdAt: ['Created at', 'Utworzono o', 'Utworzone'],
    updatedAt: ['Updated at', 'Zaktualizowano o'],
    dueAt: ['Pending till'],
  },
};

/** Marks the target of a column with the answers to a question. */
const answerPrefix = 'answer:';
export const toAnswerTarget = (question: string): string => `${answerPrefix}${question}`;
/** Returns the question of a target, if it is one. */
export const readAnswerTarget = (target: string): string | undefined =>
  target.startsWith(answerPrefix) ? target.slice(answerPrefix.length) : undefined;

/** Maps the other columns to the questions of the same heading. */
const addAnswers = (
  targets: readonly string[],
  headings: readonly string[],
  questions: readonly string[],
): string[] => {
  const used = new Set<string>();
  return targets.map((target, index) => {
    const question = questions.find((one) => foldHeading(one) === foldHeading(headings[index] ?? ''));
    if (target !== '' || question === undefined || used.has(question)) return target;
    used.add(question);
    return toAnswerTarget(question);
  });
};

/** Maps the columns of a file of this application. */
export const mapColumns = (
  headings: readonly string[],
  preset: PresetName,
  questions: readonly string[],
): string[] => addAnswers(mapHeadings(headings, presets[preset]), headings, questions);

interface Question {
  parameterId: number;
  displayName: string;
}

/** Names of the questions, with the id of those whose heading another one has, as in an export. */
export const nameQuestions = (questions: readonly Question[]): string[] =>
  questions.map(({ parameterId, displayName }) =>
    questions.some((other) => other.parameterId !== parameterId && other.displayName === displayName)
      ? `${displayName} (#${parameterId})`
      : displayName,
  );
