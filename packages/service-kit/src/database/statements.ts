import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type CompiledStatement, compile, type Statement } from './compile';

const namesByText = new LRUCache<string, string>({ max: 500 });
let nextName = 0;

/** Returns the name of the prepared statement with this text. A connection parses a named statement only once. */
const nameOf = (text: string): string => {
  const known = namesByText.get(text);
  if (known) return known;
  const name = `s${nextName++}`;
  namesByText.set(text, name);
  return name;
};

const preparedNames = new WeakMap<pg.PoolClient, Set<string>>();
/** A prepared statement takes up to 200 KB on a connection, and lists alone have a thousand different texts. */
const preparedMax = 150;

const trackPrepared = (connection: pg.PoolClient, name: string): void => {
  const names = preparedNames.get(connection) ?? new Set();
  names.add(name);
  preparedNames.set(connection, names);
};

/** Whether a connection should be closed to free the memory of its prepared statements. */
export const hasTooManyStatements = (connection: pg.PoolClient): boolean =>
  (preparedNames.get(connection)?.size ?? 0) > preparedMax;

const readError = (error: unknown): { code?: string; routine?: string } => (error ?? {}) as { code?: string };

/** Whether a migration changed the columns of a prepared statement. The connection is then unusable. */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = readError(error);
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

/** Whether a statement was rejected because an earlier statement of its transaction failed. */
export const isAbortedTransaction = (error: unknown): boolean => readError(error).code === '25P02';

/**
 * Sends a prepared statement. The connection is in pipeline mode: it sends statements in order, without waiting for
 * earlier responses.
 */
export const sendText = (
  connection: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> => {
  const name = nameOf(text);
  trackPrepared(connection, name);
  return connection.query({ name, text, values: [...values] });
};

/** The driver's response to a statement. knex's `method` selects its result format. */
export interface Answer {
  method: string;
  response: pg.QueryResult;
}

export const sendCompiled = async (
  connection: pg.PoolClient,
  { method, text, values }: CompiledStatement,
  onQuery: (text: string) => void,
): Promise<Answer> => {
  onQuery(text);
  return { method, response: await sendText(connection, text, values) };
};

/** Compiles a builder and sends its statement. */
export const sendStatement = async (
  connection: pg.PoolClient,
  statement: Statement,
  onQuery: (text: string) => void,
): Promise<Answer> => sendCompiled(connection, compile(statement), onQuery);

/** Returns what an awaited builder of knex resolves to. */
export const toResult = ({ method, response }: Answer): unknown => {
  const { rows, fields, rowCount, command } = response;
  if (method === 'raw') return response;
  if (method === 'first') return rows[0];
  if (method === 'pluck') return rows.map((row) => row[fields[0]?.name ?? '']);
  if (command === 'SELECT' || fields.length > 0) return rows;
  return rowCount;
};
