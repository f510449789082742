import type { Knex } from 'knex';
import { type Statement, storeNamedText } from './compile';

type Execute = (statement: Statement) => Promise<unknown>;

/**
 * Returns knex's table builders, `raw` and `fn`. With `execute`, an awaited builder runs through it. Without, knex runs
 * the builder on a connection from the pool.
 */
export const createBuilders = (knex: Knex, execute?: Execute): Knex => {
  const attachExecute = <S extends Statement>(statement: S): S =>
    execute
      ? Object.assign(statement, {
          // biome-ignore lint/suspicious/noThenProperty: knex's builders are thenables, and this one runs elsewhere
          then: (onDone?: (result: unknown) => unknown, onFailed?: (error: unknown) => unknown) =>
            execute(statement).then(onDone, onFailed),
        })
      : statement;
  const table = (name: string) => attachExecute(knex(name));
  const raw = (text: string, bindings?: unknown): Knex.Raw => {
    const statement = attachExecute(
      bindings === undefined ? knex.raw(text) : knex.raw(text, bindings as Knex.RawBinding),
    );
    storeNamedText(statement, text, bindings);
    return statement;
  };
  return Object.assign(table, { raw, fn: knex.fn }) as unknown as Knex;
};
