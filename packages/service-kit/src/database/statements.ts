import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { Batch, type PreparedStatements } from './batch';
import { type CompiledStatement, compile, type Statement } from './compile';

const names = new LRUCache<string, string>({ max: 500 });
let namesGiven = 0;

/** Statements with a name are parsed once for each connection; how often they are planned `Planning` says. */
const nameOf = (text: string): string => {
  const known = names.get(text);
  const name = known ?? `s${namesGiven++}`;
  if (!known) names.set(text, name);
  return name;
};

const prepared = new WeakMap<pg.PoolClient, PreparedStatements>();
/** The server holds up to 200 KB for each on each connection: lists alone, sorted and filtered, have a thousand texts. */
const preparedMax = 150;

const preparedOn = (connection: pg.PoolClient): PreparedStatements => {
  const known = prepared.get(connection) ?? new Map();
  prepared.set(connection, known);
  return known;
};

/** The connection holds so many statements that it is better closed than lent again: that alone gives their memory back. */
export const isFullOfStatements = (connection: pg.PoolClient): boolean =>
  (prepared.get(connection)?.size ?? 0) > preparedMax;

/** A migration has changed what a named statement answers; the connection is of no more use. */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = error as { code?: string; routine?: string };
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

interface KnexClient {
  emit(event: 'query', query: CompiledStatement): void;
}

const batches = new WeakMap<pg.PoolClient, Batch>();

/** What is sent before the loop turns leaves together. */
const batchOf = (connection: pg.PoolClient): Batch => {
  const waiting = batches.get(connection);
  if (waiting) return waiting;
  const batch = new Batch(preparedOn(connection));
  batches.set(connection, batch);
  process.nextTick(() => {
    batches.delete(connection);
    connection.query(batch);
  });
  return batch;
};

/** Sends a statement at once, together with what else is sent before the loop turns, in this order. */
export const sendText = async (
  connection: pg.PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<pg.QueryResult> => {
  try {
    return await batchOf(connection).add({ name: nameOf(text), text, values });
  } catch (error) {
    // Its stack leads to the socket; here it leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
};

/** Compiles a builder and sends its statement like `sendText`; answers it with the server's answer. */
export const sendStatement = async (
  connection: pg.PoolClient,
  statement: Statement,
): Promise<CompiledStatement & { response: pg.QueryResult }> => {
  const compiled = compile(statement);
  const { sql, bindings } = compiled.toNative();
  (statement as unknown as { client: KnexClient }).client.emit('query', compiled);
  const response = await sendText(connection, sql, bindings);
  return Object.assign(compiled, { response });
};
