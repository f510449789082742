import type pg from 'pg';
import { type CompiledStatement, compile, type Statement } from './compile';

const names = new Map<string, string>();
/** More texts than the services have; what has a list of its own length in it may go beyond. */
const namesMax = 500;

/** Statements with a name are parsed once for each connection; how often they are planned `Planning` says. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known || names.size >= namesMax) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
};

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
  const query = { name: nameOf(sql), text: sql, values: [...bindings] };
  const response = await connection.query(query as pg.QueryConfig);
  return Object.assign(compiled, { response });
};
