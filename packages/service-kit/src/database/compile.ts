import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';

export type Statement = Knex.QueryBuilder | Knex.Raw;

/** A statement as the driver takes it. */
export interface CompiledStatement {
  /** knex's name for the kind of statement: `select`, `first`, `pluck`, `insert`, `update`, `del`, `raw`, … */
  method: string;
  /** With `$1`, `$2`, … */
  text: string;
  values: readonly unknown[];
}

interface NamedText {
  text: string;
  values: Record<string, unknown>;
}

interface NativeText {
  text: string;
  /** Names of `$1`, `$2`, … in order. */
  names: readonly string[];
}

/** Texts and values of raw statements with named values. */
const namedTexts = new WeakMap<Statement, NamedText>();

/** Larger than the number of raw texts in any service. */
const nativeTexts = new LRUCache<string, NativeText | { text: undefined }>({ max: 500 });

/** Matches `:name`, but neither a cast (`::text`) nor a time (`HH24:MI`). */
const namePattern = /(?<![:\w]):([a-z]\w*)/gi;
/** Syntax that only knex expands: column names (`:name:`), `?` and escapes. */
const knexSyntax = /(?<![:\w]):\w+:(?!:)|[?\\]/;

const toNativeText = (text: string): NativeText | undefined => {
  const known = nativeTexts.get(text);
  if (known) return known.text === undefined ? undefined : known;
  const names: string[] = [];
  const numbered = text.replace(namePattern, (_, name: string) => `$${names.push(name)}`);
  const native = knexSyntax.test(text) ? undefined : { text: numbered, names };
  nativeTexts.set(text, native ?? { text: undefined });
  return native;
};

/** Quoted text can look like a name, for example `"due":null`. Such a statement must bind it as a value. */
const checkNames = (names: readonly string[], values: Record<string, unknown>): void => {
  const unbound = names.filter((name) => !(name in values));
  if (unbound.length > 0) throw new TypeError(`No value for :${unbound.join(', :')}`);
};

/** A value that knex writes into the text or rejects. */
const needsKnex = (value: unknown): boolean =>
  value === undefined || typeof (value as { toSQL?: unknown } | null)?.toSQL === 'function';

/** Stores the text of a raw statement, so that `compile` does not need knex. Ignores positional values. */
export const storeNamedText = (statement: Statement, text: string, values: unknown): void => {
  if (typeof values === 'object' && values !== null && Object.getPrototypeOf(values) === Object.prototype)
    namedTexts.set(statement, { text, values: values as Record<string, unknown> });
};

const compileWithKnex = (statement: Statement): CompiledStatement => {
  const compiled = statement.toSQL();
  const { sql: text, bindings: values } = compiled.toNative();
  return { method: compiled.method, text, values };
};

/**
 * Compiles a statement for the driver. Caches the converted text of raw statements with named values, because knex
 * converts the text again on each call and allocates 20 KB for a list.
 *
 * @throws TypeError if a name in a raw text has no value
 */
export const compile = (statement: Statement): CompiledStatement => {
  const named = namedTexts.get(statement);
  const native = named && toNativeText(named.text);
  if (!named || !native) return compileWithKnex(statement);
  checkNames(native.names, named.values);
  const values = native.names.map((name) => named.values[name]);
  if (values.some(needsKnex)) return compileWithKnex(statement);
  return { method: 'raw', text: native.text, values };
};
