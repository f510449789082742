import { isApiError } from '@obieg/web-kit';
import type { FieldPath, FieldValues } from 'react-hook-form';

export interface FieldProblem<Values extends FieldValues> {
  field: FieldPath<Values>;
  message: string;
}

/**
 * The server's names of a form's fields. A list of rows maps the server's names of a row's fields to the form's. An
 * error of a whole row is shown at the first of them.
 */
type FieldNames = Readonly<Record<string, 'field' | Readonly<Record<string, string>>>>;

/** Returns the path of the form's field, or undefined if the form has no such field. */
const findField = (path: string, names: FieldNames): string | undefined => {
  const [name = '', row, part = ''] = path.split('.');
  const parts = names[name];
  if (parts === undefined || parts === 'field') return parts && name;
  if (row === undefined || !/^\d+$/.test(row)) return name;
  return `${name}.${row}.${parts[part] ?? Object.values(parts)[0]}`;
};

/** Returns the server's field errors that belong to the form. */
export const findFieldProblems = <Values extends FieldValues>(
  error: unknown,
  names: FieldNames,
): FieldProblem<Values>[] =>
  isApiError(error)
    ? error.fieldErrors.flatMap(({ field: path, message }) => {
        const field = findField(path, names);
        return field === undefined ? [] : [{ field: field as FieldPath<Values>, message }];
      })
    : [];
