import { neutralOf } from '@obieg/contracts';
import type * as z from 'zod';

/** SQL: the value of a column as responses show it. Only for responses that PostgreSQL writes as JSON. */
export const knownValueIn = (
  column: string,
  values: readonly string[],
  shown: z.ZodType<string, string>,
): string =>
  `case when ${column} in (${values.map((value) => `'${value}'`).join(', ')}) then ${column} else '${neutralOf(shown)}' end`;
