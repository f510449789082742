import {
  emailSchema,
  type ImportRow,
  isBlank,
  limits,
  type Priority,
  requiredTextSchema,
  type TaskImportField,
  type TaskImportResult,
  taskImportKeyMaxLength,
  taskTexts,
} from '@obieg/contracts';
import { writeAnswers } from '@obieg/workflow-rules';
import type { SignedInCaller } from '../callers/caller';
import { checkAnswer } from '../changes/correct-answers';
import type { FormerAssignee } from '../history/history.repo';
import { toAnswerErrors } from '../messages/answer-errors';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';
import type { FoundAssignee } from './find-assignees';
import { type ImportColumns, readCell } from './import-columns';
import { type ImportTextName, translateImport } from './import-texts';
import { findPriority } from './priority-names';
import { readMoment } from './read-moment';

type Problem = TaskImportResult['problems'][number];
type Status = CachedConfiguration['statuses'][number];

/** A row that can become a task. */
export interface TaskDraft {
  title: string;
  description: string;
  status: Status;
  priority: Priority;
  assignee: FormerAssignee;
  /** Address of the reporter. Null: the importing member is the author. */
  authorEmail: string | null;
  createdAt: Date | undefined;
  updatedAt: Date | undefined;
  dueAt: Date | null;
  answers: Record<string, string>;
}

/** What the rows of a batch have in common. */
export interface ImportContext {
  caller: SignedInCaller;
  configuration: CachedConfiguration;
  columns: ImportColumns;
  /** Of a row without a status. */
  initialStatus: Status;
  findAssignee: (text: string) => FoundAssignee;
  now: Date;
}

/** Years of `dueAtSchema`. */
const dueYears = { first: 2000, last: 2199 };
const firstYear = 1970;

/** Reads the cells of one row and collects their problems. */
const createRowReader = ({ caller, columns, configuration }: ImportContext, row: ImportRow) => {
  const problems: Problem[] = [];
  const textOf = (field: TaskImportField): string => readCell(row, columns.fields.get(field)?.index).trim();
  const refuse = (
    field: TaskImportField,
    name: ImportTextName,
    values: Record<string, number> = {},
  ): void => {
    const heading = columns.fields.get(field)?.heading ?? field;
    problems.push({ field: heading, message: translateImport(caller.language, name, values) });
  };
  const momentOf = (field: TaskImportField): Date | undefined => {
    const text = textOf(field);
    if (text === '') return undefined;
    const moment = readMoment(text, configuration.timeZone);
    if (!moment) refuse(field, 'invalidTime');
    return moment;
  };
  return { problems, textOf, refuse, momentOf };
};
type RowReader = ReturnType<typeof createRowReader>;

const readTitle = ({ textOf, refuse }: RowReader): string => {
  const max = limits.taskTitleMaxLength;
  const text = textOf('title').replace(/\s+/g, ' ');
  const title = requiredTextSchema(max).safeParse(text);
  if (isBlank(text)) refuse('title', 'titleMissing');
  else if (!title.success) refuse('title', 'tooLong', { max });
  return title.data ?? '';
};

const readDescription = ({ textOf, refuse }: RowReader): string => {
  const { maxLength: max } = taskTexts.description;
  const text = textOf('description').normalize('NFC');
  if (text.length > max) refuse('description', 'tooLong', { max });
  return isBlank(text) ? '' : text;
};

const readStatus = ({ configuration, initialStatus }: ImportContext, reader: RowReader): Status => {
  const text = reader.textOf('status');
  if (text === '') return initialStatus;
  const { statuses } = configuration;
  const status =
    statuses.find(({ name }) => name === text) ??
    statuses.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (!status) reader.refuse('status', 'unknownStatus');
  return status ?? initialStatus;
};

const readPriority = ({ textOf, refuse }: RowReader): Priority => {
  const text = textOf('priority');
  const priority = text === '' ? 'NORMAL' : findPriority(text);
  if (!priority) refuse('priority', 'unknownPriority');
  return priority ?? 'NORMAL';
};

const readAssignee = ({ findAssignee }: ImportContext, { textOf, refuse }: RowReader): FormerAssignee => {
  const found = findAssignee(textOf('assignee'));
  if (!('problem' in found)) return found;
  refuse('assignee', found.problem);
  return { userId: null, groupId: null };
};

/** Accepts `Jan Kowalski <jan@example.com>`, too. */
const readReporter = ({ textOf, refuse }: RowReader): string | null => {
  const text = textOf('reporter');
  if (text === '') return null;
  const email = emailSchema.safeParse(/<([^<>]*)>$/.exec(text)?.[1] ?? text);
  if (!email.success) refuse('reporter', 'invalidReporter');
  return email.data ?? null;
};

const readTimes = ({ now }: ImportContext, { momentOf, refuse }: RowReader) => {
  const createdAt = momentOf('createdAt');
  const updatedAt = momentOf('updatedAt');
  const dueAt = momentOf('dueAt');
  for (const [field, moment] of [
    ['createdAt', createdAt],
    ['updatedAt', updatedAt],
  ] as const) {
    if (moment && moment > now) refuse(field, 'createdInFuture');
    if (moment && moment.getUTCFullYear() < firstYear) refuse(field, 'timeOutOfRange');
  }
  const year = dueAt?.getUTCFullYear();
  if (year !== undefined && (year < dueYears.first || year > dueYears.last))
    refuse('dueAt', 'timeOutOfRange');
  const created = createdAt ?? updatedAt;
  if (created && updatedAt && updatedAt < created) refuse('updatedAt', 'updatedBeforeCreated');
  return { createdAt: created, updatedAt: updatedAt ?? created, dueAt: dueAt ?? null };
};

const readAnswers = (
  { caller, columns, configuration }: ImportContext,
  row: ImportRow,
  { problems }: RowReader,
): Record<string, string> => {
  const answers = new Map<number, string>();
  for (const { heading, index, parameter } of columns.answers) {
    const text = readCell(row, index);
    if (isBlank(text)) continue;
    const checked = checkAnswer(parameter, text, configuration.timeZone);
    if (checked.isValid) {
      answers.set(parameter.id, checked.value);
      continue;
    }
    const [error] = toAnswerErrors(new Map([[parameter.id, checked.problem]]), caller.language);
    problems.push({ field: heading, message: error?.message ?? checked.problem });
  }
  return writeAnswers(answers);
};

/** Reads a row. @returns the task to create, or all problems of its cells */
export const readRow = (
  context: ImportContext,
  row: ImportRow,
): { draft: TaskDraft } | { problems: Problem[] } => {
  const reader = createRowReader(context, row);
  const draft: TaskDraft = {
    title: readTitle(reader),
    description: readDescription(reader),
    status: readStatus(context, reader),
    priority: readPriority(reader),
    assignee: readAssignee(context, reader),
    authorEmail: readReporter(reader),
    ...readTimes(context, reader),
    answers: readAnswers(context, row, reader),
  };
  return reader.problems.length > 0 ? { problems: reader.problems } : { draft };
};

/** Reads the key of a row. Without a column for it, the line is the key. @returns undefined if the row has none */
export const readKey = (
  { caller, columns }: Pick<ImportContext, 'caller' | 'columns'>,
  row: ImportRow,
): { key: string } | { problems: Problem[] } => {
  const column = columns.fields.get('key');
  if (!column) return { key: `line:${row.line}` };
  const key = readCell(row, column.index).trim();
  const refuse = (name: ImportTextName) => ({
    problems: [
      {
        field: column.heading,
        message: translateImport(caller.language, name, { max: taskImportKeyMaxLength }),
      },
    ],
  });
  if (isBlank(key)) return refuse('keyMissing');
  return key.length > taskImportKeyMaxLength ? refuse('tooLong') : { key };
};
