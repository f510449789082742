import { isBlank, type Task, type TransitionOption } from '@obieg/contracts';

/** By parameter id. */
export type Answers = Readonly<Record<string, string>>;
export type Asked = TransitionOption['requiredParameters'][number];

export const answersOf = ({ parameterDetails }: Task): Answers =>
  Object.fromEntries(
    parameterDetails.map(({ parameterId, parameterValue }) => [parameterId, parameterValue]),
  );

/**
 * What goes along, existing values included (spec 3 §7) but for one: an asked parameter that the task has answered, and
 * nobody touched here, is left out. The server keeps what the task holds by then, which may be newer than what was read.
 * One that was emptied here goes along empty, and the server takes its answer away.
 */
export const describeAnswers = (asked: readonly Asked[], existing: Answers, typed: Answers): Answers => {
  const askedIds = new Set(asked.map(({ parameterId }) => String(parameterId)));
  const given = asked.flatMap(({ parameterId, defaultValue }) => {
    const untouched = existing[parameterId] === undefined ? defaultValue : undefined;
    const value = typed[parameterId] ?? untouched ?? '';
    const isEmptied = typed[parameterId] !== undefined && existing[parameterId] !== undefined;
    if (isBlank(value)) return isEmptied ? [[parameterId, ''] as const] : [];
    return [[parameterId, value] as const];
  });
  const others = Object.entries(existing).filter(([id]) => !askedIds.has(id));
  return { ...Object.fromEntries(others), ...Object.fromEntries(given) };
};
