import type { Knex } from 'knex';
import type pg from 'pg';

export type Statement = Knex.QueryBuilder | Knex.Raw;

/** What a builder says, compiled; knex does not type it. */
export interface CompiledStatement {
  method: string;
  sql: string;
  response?: pg.QueryResult;
  toNative(): { sql: string; bindings: readonly unknown[] };
}

/** What knex keeps in `raw(sql, { name: value })`; it does not type it. */
interface NamedRaw {
  sql: string;
  bindings: Record<string, unknown>;
}

interface NativeText {
  text: string;
  /** Of `$1`, `$2` and so on. */
  names: readonly string[];
}

const nativeTexts = new Map<string, NativeText | undefined>();
/** More than the services have. */
const textsMax = 500;

/** `:name`, but no cast (`::text`) and no time (`HH24:MI`). */
const named = /(?<![:\w]):([a-z]\w*)/gi;
/** What is knex's to write: columns by name (`:name:`), `?`, and signs that are to be left alone. */
const forKnex = /(?<![:\w]):\w+:(?!:)|[?\\]/;

/** Undefined where the text is not plain. */
const toNativeText = (sql: string): NativeText | undefined => {
  if (nativeTexts.has(sql)) return nativeTexts.get(sql);
  const names: string[] = [];
  const text = sql.replace(named, (_, name: string) => `$${names.push(name)}`);
  const native = forKnex.test(sql) ? undefined : { text, names };
  if (nativeTexts.size < textsMax) nativeTexts.set(sql, native);
  return native;
};

const isNamedRaw = (statement: Statement): statement is Statement & NamedRaw => {
  const { sql, bindings } = statement as Statement & Partial<NamedRaw>;
  return typeof sql === 'string' && Object.getPrototypeOf(bindings ?? []) === Object.prototype;
};

/** A text in quotes may look like a name, as `"due":null` does; the rest of its statement would go knex's slow way. */
const checkNames = (names: readonly string[], given: Record<string, unknown>): void => {
  const unbound = names.filter((name) => !(name in given));
  if (unbound.length > 0) throw new TypeError(`Nothing is given for :${unbound.join(', :')}`);
};

/** What knex has to put into the text itself, or complain of. */
const isForKnex = (value: unknown): boolean =>
  value === undefined || typeof (value as { toSQL?: unknown } | null)?.toSQL === 'function';

const compileByKnex = (statement: Statement): CompiledStatement =>
  statement.toSQL() as unknown as CompiledStatement;

/**
 * A statement as the driver takes it. knex would look for the names in a text each time, and ours have thousands of
 * characters: a list's text took it twenty kilobytes of memory for each call.
 * @throws TypeError for what looks like a name in a plain text and is given no value.
 */
export const compile = (statement: Statement): CompiledStatement => {
  if (!isNamedRaw(statement)) return compileByKnex(statement);
  const { sql, bindings: given } = statement;
  const native = toNativeText(sql);
  if (native) checkNames(native.names, given);
  const bindings = native?.names.map((name) => given[name]);
  if (!native || !bindings || bindings.some(isForKnex)) return compileByKnex(statement);
  return { method: 'raw', sql, toNative: () => ({ sql: native.text, bindings }) };
};
