import type { CompiledStatement } from './compile';
import type { Rows } from './transaction';

const parameter = /\$(\d+)/g;

/**
 * Makes one statement of several reads: its only row has the rows of each as JSON, in the column with its index. A
 * statement costs parsing, a snapshot and two messages, however little it reads.
 */
export const combine = (statements: readonly CompiledStatement[]): CompiledStatement => {
  const values: unknown[] = [];
  const columns = statements.map((statement, index) => {
    const offset = values.length;
    values.push(...statement.values);
    const text = statement.text.replace(parameter, (_, number) => `$${Number(number) + offset}`);
    return `(select coalesce(json_agg(s), '[]') from (${text}) s) as "${index}"`;
  });
  return { method: 'select', text: `select ${columns.join(', ')}`, values };
};

const isTime = (column: string): boolean => column.endsWith('_at');

/** JSON has no times. Columns of times are named `…_at` in every table. */
const restoreTimes = (row: Record<string, unknown>): Record<string, unknown> => {
  for (const column in row)
    if (isTime(column) && typeof row[column] === 'string') row[column] = new Date(row[column]);
  return row;
};

/** Returns the rows of each statement that `combine` has joined. */
export const separate = (row: Record<string, unknown>, count: number): Rows[] =>
  Array.from({ length: count }, (_, index) => (row[index] as Rows).map(restoreTimes));
