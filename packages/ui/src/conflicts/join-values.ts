/** Joins two changes of one value. Returns undefined if they contradict each other. */
export type JoinValues<Value> = (base: Value, mine: Value, theirs: Value) => Value | undefined;

type JsonObject = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** Compares two values of JSON. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  );
};

/** Keeps the value that only one side has changed. Returns undefined if both have. */
const joinSingle = <Value>(base: Value, mine: Value, theirs: Value): { value: Value } | undefined => {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { value: mine };
  return isSame(base, mine) ? { value: theirs } : undefined;
};

/** Joins sets, such as roles: contains what either side added, without what either side removed. */
export const joinSets = <Item extends string | number>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
): Item[] => {
  const isKept = (item: Item): boolean =>
    base.includes(item) ? mine.includes(item) && theirs.includes(item) : true;
  return [...new Set([...mine, ...theirs])].filter(isKept);
};

/** Joins each property of a record on its own. All sides have the same properties. */
export const joinRecords = <Key extends string, Value>(
  base: Readonly<Record<Key, Value>>,
  mine: Readonly<Record<Key, Value>>,
  theirs: Readonly<Record<Key, Value>>,
): Record<Key, Value> | undefined => {
  const joined: Record<Key, Value> = { ...mine };
  for (const key of Object.keys(mine) as Key[]) {
    const single = joinSingle(base[key], mine[key], theirs[key]);
    if (!single) return undefined;
    joined[key] = single.value;
  }
  return joined;
};

type Rows<Row> = ReadonlyMap<string, Row>;

/** Returns the keys of the rows that all sides have, in the order of `rows`. */
const listCommonKeys = <Row>(rows: Rows<Row>, sides: readonly Rows<Row>[]): string[] =>
  [...rows.keys()].filter((key) => sides.every((side) => side.has(key)));

/**
 * Joins lists of rows, row by row. Two rows are versions of the same row if they have the same key.
 *
 * @param contentOf returns what distinguishes versions of a row. The default is the whole row
 */
export const joinRows =
  <Row>(keyOf: (row: Row) => string, contentOf: (row: Row) => unknown = (row) => row): JoinValues<Row[]> =>
  (base, mine, theirs) => {
    const toMap = (rows: readonly Row[]): Rows<Row> => new Map(rows.map((row) => [keyOf(row), row]));
    const sides = [toMap(base), toMap(mine), toMap(theirs)] as const;
    const [before, own, other] = sides;
    // Rows with the same key cannot be told apart.
    if (own.size < mine.length || other.size < theirs.length) return undefined;
    const order = joinSingle<readonly string[]>(
      listCommonKeys(before, sides),
      listCommonKeys(own, sides),
      listCommonKeys(other, sides),
    );
    if (!order) return undefined;
    const isTheirOrder = !isSame(order.value, listCommonKeys(own, sides));
    const keys = isTheirOrder ? [...other.keys(), ...own.keys()] : [...own.keys(), ...other.keys()];
    const contentIn = (rows: Rows<Row>, key: string): unknown => {
      const row = rows.get(key);
      return row === undefined ? null : contentOf(row);
    };
    const joined: Row[] = [];
    for (const key of new Set(keys)) {
      const contents = [contentIn(before, key), contentIn(own, key), contentIn(other, key)] as const;
      const single = joinSingle(...contents);
      if (!single) return undefined;
      const row = (isSame(single.value, contents[1]) ? own : other).get(key);
      if (row !== undefined) joined.push(row);
    }
    return joined;
  };
