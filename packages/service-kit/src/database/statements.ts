import { LRUCache } from 'lru-cache';
import type pg from 'pg';
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

const prepared = new WeakMap<pg.PoolClient, Set<string>>();
/** The server holds up to 200 KB for each on each connection: lists alone, sorted and filtered, have a thousand texts. */
const preparedMax = 150;

const notePrepared = (connection: pg.PoolClient, name: string): void => {
  const held = prepared.get(connection) ?? new Set();
  prepared.set(connection, held.add(name));
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

interface CorkedClient {
  connection: { stream: { cork(): void; uncork(): void } };
}

/** What is sent before the loop turns leaves in one packet, so that the server wakes once for it. */
export const sendTogether = (connection: pg.PoolClient): void => {
  const { stream } = (connection as unknown as CorkedClient).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

/** Compiles a builder and sends its statement at once; answers it with the server's answer. */
export const sendStatement = async (
  connection: pg.PoolClient,
  statement: Statement,
): Promise<CompiledStatement & { response: pg.QueryResult }> => {
  const compiled = compile(statement);
  const { sql, bindings } = compiled.toNative();
  (statement as unknown as { client: KnexClient }).client.emit('query', compiled);
  sendTogether(connection);
  const name = nameOf(sql);
  notePrepared(connection, name);
  const query = { name, text: sql, values: [...bindings] };
  const response = await connection.query(query as pg.QueryConfig);
  return Object.assign(compiled, { response });
};
