import * as z from 'zod';
import { isKnownValue, readKnownValue } from './known-value';

/**
 * Enums of what a service answers, publishes or stores. During a rollout and after a rollback, an older process meets
 * values that only a newer version knows. It must not fail. Requests use `z.enum`, which rejects unknown values.
 *
 * The name of the extension tells clients that the enum can grow.
 */
const describeOpen = (values: readonly string[]) => ({ 'x-extensible-enum': [...values] });

/**
 * An enum of a response. An unknown text becomes `neutral`, which can be one of the values or stand beside them. A
 * missing value is still an error.
 */
export const openEnum = <const Value extends string, const Neutral extends string>(
  values: readonly Value[],
  neutral: Neutral,
): z.ZodType<Value | Neutral, Value | Neutral> => {
  const all = [...new Set<Value | Neutral>([...values, neutral])];
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? readKnownValue(all, neutral, value) : value),
      z.enum(all),
    )
    .meta(describeOpen(all)) as unknown as z.ZodType<Value | Neutral, Value | Neutral>;
};

/** The value that an `openEnum` puts in the place of an unknown one. */
export const neutralOf = <Value extends string>(schema: z.ZodType<Value, Value>): Value =>
  schema.parse('a value of a newer version');

/**
 * An enum of an event or of stored data. An unknown text stays, so that a newer version reads what it wrote. Code that
 * reads the value needs a default.
 */
export const passingEnum = <const Value extends string>(values: readonly Value[]): z.ZodType<Value, Value> =>
  z.string().meta(describeOpen(values)) as unknown as z.ZodType<Value, Value>;

/** An optional enum of a response. Omits an unknown text. */
export const optionalOpenEnum = <const Value extends string>(
  values: readonly Value[],
): z.ZodOptional<z.ZodType<Value | undefined, Value | undefined>> =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && !isKnownValue(values, value) ? undefined : value),
      z.enum(values).optional(),
    )
    .meta(describeOpen(values))
    .optional() as unknown as z.ZodOptional<z.ZodType<Value | undefined, Value | undefined>>;

/** A list of a response. Omits unknown texts. */
export const openEnumList = <const Value extends string>(
  values: readonly Value[],
): z.ZodType<Value[], Value[]> =>
  z
    .array(z.string())
    .transform((list) => list.filter((value) => isKnownValue(values, value)))
    .pipe(z.array(z.enum(values).meta(describeOpen(values)))) as unknown as z.ZodType<Value[], Value[]>;
