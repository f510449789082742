/* Without zod, which first pages do not load. */

/** Whether the value is one of the known values. */
export const isKnownValue = <Value extends string>(
  values: readonly Value[],
  value: unknown,
): value is Value => (values as readonly unknown[]).includes(value);

/** Reads a stored or received value. Returns `neutral` for a value of a newer version. */
export const readKnownValue = <Value extends string, Neutral extends string>(
  values: readonly Value[],
  neutral: Neutral,
  value: unknown,
): Value | Neutral => (isKnownValue(values, value) ? value : neutral);
