import { type TaskImportField, taskExportTexts } from '@obieg/contracts';
import { foldText } from '@obieg/ui';

type Field = Exclude<TaskImportField, 'answer'>;
/** What a column becomes: nothing, a field, or the answer to a question. */
export type ColumnTarget = '' | Field | `answer:${string}`;

export const presetNames = ['obieg', 'jira', 'redmine', 'zammad'] as const;
export type PresetName = (typeof presetNames)[number];
type Headings = Partial<Record<Field, readonly string[]>>;

const exported = (name: keyof typeof taskExportTexts): readonly string[] =>
  Object.values(taskExportTexts[name]);

/** Headings of the files of each application, in English and Polish. People are fields only where files have addresses. */
const presets: Record<PresetName, Headings> = {
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

const fold = (text: string): string => foldText(text.trim());

/** Maps the columns by the headings of an application. Each field gets its first column. */
const mapByPreset = (headings: readonly string[], name: PresetName): ColumnTarget[] => {
  const fields = Object.entries(presets[name]) as [Field, readonly string[]][];
  const used = new Set<Field>();
  return headings.map((heading): ColumnTarget => {
    const found = fields.find(
      ([field, names]) => !used.has(field) && names.some((one) => fold(one) === fold(heading)),
    )?.[0];
    if (found === undefined) return '';
    used.add(found);
    return found;
  });
};

/** Maps the other columns to the questions of the same heading. */
const addAnswers = (
  targets: readonly ColumnTarget[],
  headings: readonly string[],
  questions: readonly string[],
): ColumnTarget[] => {
  const used = new Set<string>();
  return targets.map((target, index): ColumnTarget => {
    const question = questions.find((one) => fold(one) === fold(headings[index] ?? ''));
    if (target !== '' || question === undefined || used.has(question)) return target;
    used.add(question);
    return `answer:${question}`;
  });
};

const countMapped = (targets: readonly ColumnTarget[]): number =>
  targets.filter((target) => target !== '').length;

/** Maps the columns of a file of this application. */
export const mapColumns = (
  headings: readonly string[],
  preset: PresetName,
  questions: readonly string[],
): ColumnTarget[] => addAnswers(mapByPreset(headings, preset), headings, questions);

/** The application whose headings the file has most of. Our own export if none fits better. */
export const guessPreset = (headings: readonly string[]): PresetName =>
  presetNames.reduce((best, name) =>
    countMapped(mapByPreset(headings, name)) > countMapped(mapByPreset(headings, best)) ? name : best,
  );

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
