import { isBlank, type Task, type TransitionOption } from '@obieg/contracts';

/** By parameter id. */
export type Answers = Readonly<Record<string, string>>;
export type RequiredParameter = TransitionOption['requiredParameters'][number];

export const toAnswers = ({ parameterDetails }: Task): Answers =>
  Object.fromEntries(
    parameterDetails.map(({ parameterId, parameterValue }) => [parameterId, parameterValue]),
  );

/**
 * Returns the answers to send, including existing ones (spec 3 §7).
 * - Omits a required parameter that the task answers and the user has not touched. The server keeps its current
 *   answer, which may be newer.
 * - Sends an empty value for an answer or a default that the user has cleared. The server deletes the answer, and does
 *   not apply the default.
 */
export const buildAnswers = (
  requiredParameters: readonly RequiredParameter[],
  existing: Answers,
  typed: Answers,
): Answers => {
  const requiredIds = new Set(requiredParameters.map(({ parameterId }) => String(parameterId)));
  const entered = requiredParameters.flatMap(({ parameterId, defaultValue }) => {
    const initialValue = existing[parameterId] === undefined ? defaultValue : undefined;
    const value = typed[parameterId] ?? initialValue ?? '';
    const isEmptied =
      typed[parameterId] !== undefined && (existing[parameterId] !== undefined || defaultValue !== null);
    if (isBlank(value)) return isEmptied ? [[parameterId, ''] as const] : [];
    return [[parameterId, value] as const];
  });
  const others = Object.entries(existing).filter(([id]) => !requiredIds.has(id));
  return { ...Object.fromEntries(others), ...Object.fromEntries(entered) };
};
