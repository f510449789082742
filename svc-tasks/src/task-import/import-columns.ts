import type { ImportRow, TaskImportColumn, TaskImportField } from '@obieg/contracts';
import { readCsvCell } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import type { CachedConfiguration } from '../workflow-model/configuration.repo';
import { translateImport } from './import-texts';

type Parameter = CachedConfiguration['parameters'][number];

/** A column with the answers to a question. */
interface AnswerColumn {
  heading: string;
  index: number;
  parameter: Parameter;
}

/** What the columns of a file contain. */
export interface ImportColumns {
  /** Position and heading of the column of a field. */
  fields: ReadonlyMap<TaskImportField, { index: number; heading: string }>;
  answers: readonly AnswerColumn[];
}

/** The suffix by which an export tells questions of the same heading apart. */
const withId = ({ displayName, id }: Parameter): string => `${displayName} (#${id})`;

const findParameter = (parameters: readonly Parameter[], name: string): Parameter | undefined => {
  const wanted = name.trim().toLowerCase();
  const names: ((parameter: Parameter) => string)[] = [
    ({ displayName }) => displayName,
    ({ parameterName }) => parameterName,
    withId,
  ];
  const candidates = parameters.toSorted(
    (one, other) => one.sortOrder - other.sortOrder || one.id - other.id,
  );
  for (const nameOf of names) {
    const found = candidates.find((parameter) => nameOf(parameter).trim().toLowerCase() === wanted);
    if (found) return found;
  }
  return undefined;
};

/** Finds the questions of the columns. @throws 422 for an unknown question, and for one with two columns */
export const readColumns = (
  { language }: SignedInCaller,
  { parameters }: CachedConfiguration,
  mapping: readonly TaskImportColumn[],
): ImportColumns => {
  const fields = new Map<TaskImportField, { index: number; heading: string }>();
  const answers: AnswerColumn[] = [];
  const refuse = (index: number, message: 'unknownQuestion' | 'questionTwice') =>
    problem.validation([{ field: `mapping.${index}.question`, message: translateImport(language, message) }]);
  for (const [index, { heading, field, question = heading }] of mapping.entries()) {
    if (field !== 'answer') {
      fields.set(field, { index, heading });
      continue;
    }
    const parameter = findParameter(parameters, question);
    if (!parameter) throw refuse(index, 'unknownQuestion');
    if (answers.some((known) => known.parameter.id === parameter.id)) throw refuse(index, 'questionTwice');
    answers.push({ heading, index, parameter });
  }
  return { fields, answers };
};

/** Returns the text of a cell; empty if it is missing. */
export const readCell = ({ cells }: ImportRow, index: number | undefined): string =>
  index === undefined ? '' : readCsvCell(cells[index] ?? '');
