import type { EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import type pg from 'pg';
import { createBuilders } from './builders';
import type { Statement } from './compile';
import { type Answer, isAbortedTransaction, sendStatement, sendText, toResult } from './statements';

/** Emits `events` after each commit that added events to the outbox. */
export type Signals = EventEmitter<{ events: [] }>;

/**
 * Query builders of one transaction: knex's table builders, `raw` and `fn`. Statements are sent in the order in which
 * they are awaited.
 */
export type Tx = Knex;

type FollowUp = (signals: Signals) => void;

/** Rows as the driver parses them. */
export type Rows = Record<string, unknown>[];

interface CommitStatement {
  statement: Statement;
  onCommitted?: ((rows: Rows) => void) | undefined;
}

interface TransactionState {
  /** Sent together with the commit. */
  withCommit: CommitStatement[];
  followUps: Set<FollowUp>;
  time: Promise<Date | undefined>;
}

const states = new WeakMap<Tx, TransactionState>();

const stateOf = (tx: Tx): TransactionState => {
  const state = states.get(tx);
  if (!state)
    throw new TypeError('Not a transaction of withOrganization, withTransaction or withEveryOrganization');
  return state;
};

/**
 * Sends a statement together with the commit, which saves a round trip. Use it if nothing later in the transaction reads
 * the result. If the statement fails, the transaction fails.
 *
 * @param onCommitted receives the rows after the commit, before the transaction resolves. Must not throw.
 */
export const sendWithCommit = (tx: Tx, statement: Statement, onCommitted?: (rows: Rows) => void): void => {
  stateOf(tx).withCommit.push({ statement, onCommitted });
};

/** Returns the start of the transaction, which equals `now()` in all its statements. */
export const transactionTime = async (tx: Tx): Promise<Date> => {
  const time = await stateOf(tx).time;
  if (!time) throw new TypeError('A transaction without a scope has no time');
  return time;
};

/** Calls `followUp` once after the commit, and never after a rollback. It must not throw. */
export const afterCommit = (tx: Tx, followUp: FollowUp): void => {
  stateOf(tx).followUps.add(followUp);
};

/**
 * Runs `work` between `begin` and a commit. The first statements go out together with `begin`. After a failure,
 * PostgreSQL ignores the statements behind it; they reject with the error of the first failure.
 */
export const runTransaction = async <T>(
  { knex, signals }: { knex: Knex; signals: Signals },
  connection: pg.PoolClient,
  begin: () => Promise<Date | undefined>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  let isOpen = true;
  let firstFailure: unknown;
  const recordFailure = (error: unknown): void => {
    firstFailure ??= error;
  };
  const begun = begin();
  begun.catch(recordFailure);
  const send = async (statement: Statement): Promise<Answer> => {
    try {
      return await sendStatement(connection, statement, (sql) => knex.emit('query', { sql }));
    } catch (error) {
      if (!isAbortedTransaction(error)) {
        recordFailure(error);
        throw error;
      }
      await begun.catch(recordFailure);
      throw firstFailure ?? error;
    }
  };
  const tx = createBuilders(knex, async (statement) => {
    if (!isOpen) throw new Error('A query was sent after the end of its transaction');
    return toResult(await send(statement));
  });
  const state: TransactionState = { withCommit: [], followUps: new Set(), time: begun };
  states.set(tx, state);
  const commit = async (): Promise<void> => {
    const sent = Promise.all(state.withCommit.map(({ statement }) => send(statement)));
    const [, committed, answers] = await Promise.all([begun, sendText(connection, 'COMMIT'), sent]);
    // PostgreSQL answers ROLLBACK if a statement failed and `work` ignored its error.
    if (committed.command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back');
    for (const [index, { onCommitted }] of state.withCommit.entries())
      onCommitted?.(answers[index]?.response.rows as Rows);
  };
  try {
    const result = await work(tx);
    isOpen = false;
    await commit();
    for (const followUp of state.followUps) followUp(signals);
    return result;
  } catch (error) {
    isOpen = false;
    await sendText(connection, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
};
