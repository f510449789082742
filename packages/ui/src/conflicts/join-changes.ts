import { isSame, type JoinValues } from './join-values';

/** How changes of a field are joined and shown. */
export interface JoinedField<Value> {
  label: string;
  /** Lines of a value for the reader. The default shows the text itself. */
  describe?: (value: Value) => readonly string[];
  /** Joins changes of both sides. The default joins none. */
  join?: JoinValues<Value>;
  /** Returns what distinguishes values. The default is the whole value. */
  contentOf?: (value: Value) => unknown;
}

export type JoinedFields<Values> = { readonly [Name in keyof Values & string]: JoinedField<Values[Name]> };

interface Versions<Values> {
  /** What the form showed first. */
  base: Values;
  mine: Values;
  /** What another user has saved since. */
  theirs: Values;
}

interface JoinedChanges<Values> {
  /** Both changes. A field with a conflict keeps one's own value. */
  values: Values;
  conflicts: (keyof Values & string)[];
  /** Fields that got the value of the other user, or a joined one. */
  taken: (keyof Values & string)[];
}

const hasSameContent = <Value>({ contentOf }: JoinedField<Value>, one: Value, other: Value): boolean =>
  contentOf ? isSame(contentOf(one), contentOf(other)) : isSame(one, other);

const joinField = <Value>(
  field: JoinedField<Value>,
  base: Value,
  mine: Value,
  theirs: Value,
): { value: Value; isConflict: boolean } => {
  if (hasSameContent(field, mine, theirs) || hasSameContent(field, base, theirs))
    return { value: mine, isConflict: false };
  if (hasSameContent(field, base, mine)) return { value: theirs, isConflict: false };
  const joined = field.join?.(base, mine, theirs);
  return joined === undefined ? { value: mine, isConflict: true } : { value: joined, isConflict: false };
};

/** Joins the changes of a form with those that another user has saved. */
export const joinChanges = <Values>(
  fields: JoinedFields<Values>,
  { base, mine, theirs }: Versions<Values>,
): JoinedChanges<Values> => {
  const result: JoinedChanges<Values> = { values: { ...mine }, conflicts: [], taken: [] };
  for (const name of Object.keys(fields) as (keyof Values & string)[]) {
    const field = fields[name];
    const { value, isConflict } = joinField(field, base[name], mine[name], theirs[name]);
    result.values[name] = value;
    if (isConflict) result.conflicts.push(name);
    else if (!hasSameContent(field, value, mine[name])) result.taken.push(name);
  }
  return result;
};
