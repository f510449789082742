import type { Knex } from 'knex';
import { rememberNamedText, type Statement } from './compile';

type Execute = (statement: Statement) => Promise<unknown>;

/**
 * Returns knex's table builders, `raw` and `fn`. With `execute`, an awaited builder runs through it; otherwise knex runs
 * it on a connection of its own.
 */
export const createBuilders = (knex: Knex, execute?: Execute): Knex => {
  const adopt = <S extends Statement>(statement: S): S =>
    execute
      ? Object.assign(statement, {
          // biome-ignore lint/suspicious/noThenProperty: knex's builders are thenables, and this one runs elsewhere
          then: (onDone?: (result: unknown) => unknown, onFailed?: (error: unknown) => unknown) =>
            execute(statement).then(onDone, onFailed),
        })
      : statement;
  const table = (name: string) => adopt(knex(name));
  const raw = (text: string, bindings?: unknown): Knex.Raw => {
    const statement = adopt(
      bindings === undefined ? knex.raw(text) : knex.raw(text, bindings as Knex.RawBinding),
    );
    rememberNamedText(statement, text, bindings);
    return statement;
  };
  return Object.assign(table, { raw, fn: knex.fn }) as unknown as Knex;
};
