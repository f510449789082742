import type { EventEmitter } from 'node:events';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { CompiledStatement, Statement } from './compile';
import { sendStatement, sendText } from './statements';

/** Emits `events` after each commit that has left something in the outbox. */
export type Signals = EventEmitter<{ events: [] }>;

/**
 * Makes builders whose statements go out on a transaction's own connection in the order in which they are awaited. Of
 * knex it has the builders, `raw` and `fn`.
 */
export type Tx = Knex;

type FollowUp = (signals: Signals) => void;

/** As the database answers them. */
export type Rows = Record<string, unknown>[];

interface LastStatement {
  statement: Statement;
  answer: (rows: Rows) => void;
}

interface TransactionState {
  /** Sent together with the commit. */
  last: LastStatement[];
  followUps: Set<FollowUp>;
  time: Promise<Date | undefined>;
}

const states = new WeakMap<Tx, TransactionState>();

const stateOf = (tx: Tx): TransactionState => {
  const state = states.get(tx);
  if (!state) throw new TypeError('This is no transaction of withOrganization or its like');
  return state;
};

/**
 * Sends a statement together with the commit and saves a round trip: for what nothing later in the transaction reads.
 * When it fails, so does the transaction. Answers its rows once the transaction has committed, so wait for them after it;
 * of a transaction that fails they never come.
 */
export const sendWithCommit = (tx: Tx, statement: Statement): Promise<Rows> =>
  new Promise((answer) => {
    stateOf(tx).last.push({ statement, answer });
  });

/** When the transaction began, which is what `now()` says in all of it. */
export const transactionTime = async (tx: Tx): Promise<Date> => {
  const time = await stateOf(tx).time;
  if (!time) throw new TypeError('A transaction without a scope does not tell its time');
  return time;
};

/** Calls `followUp` once when the transaction has committed, and never when it has not. It must not throw. */
export const afterCommit = (tx: Tx, followUp: FollowUp): void => {
  stateOf(tx).followUps.add(followUp);
};

/** What knex keeps behind its builders, as far as it is used here; knex does not type it. */
interface KnexClient {
  queryBuilder(): Knex.QueryBuilder & { table(name: string): Knex.QueryBuilder };
  raw: Knex.RawBuilder;
  processResponse(query: CompiledStatement): unknown;
}

/** knex for one transaction: making a whole one takes as long as two queries do. */
const createTx = (knex: Knex, send: (statement: Statement) => ReturnType<typeof sendStatement>): Tx => {
  const client = Object.assign(Object.create(knex.client) as KnexClient, {
    runner: (statement: Statement) => ({ run: async () => client.processResponse(await send(statement)) }),
  });
  const tx = (table: string) => client.queryBuilder().table(table);
  const raw = (...args: Parameters<Knex.RawBuilder>) => client.raw(...args);
  return Object.assign(tx, { raw, fn: { now: () => client.raw('current_timestamp') } }) as unknown as Tx;
};

/**
 * Runs `work` between `begin` and a commit. Nobody waits for the answer to `begin`: what comes first goes out with it,
 * and what is sent after a failure has no effect.
 */
export const runTransaction = async <T>(
  { knex, signals }: { knex: Knex; signals: Signals },
  connection: pg.PoolClient,
  begin: () => Promise<Date | undefined>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  let isOpen = true;
  const tx = createTx(knex, async (statement) => {
    if (!isOpen) throw new Error('A query was sent after the end of its transaction');
    return sendStatement(connection, statement);
  });
  const begun = begin();
  begun.catch(() => undefined);
  const state: TransactionState = { last: [], followUps: new Set(), time: begun };
  states.set(tx, state);
  const commit = async (): Promise<void> => {
    const sent = Promise.all(state.last.map(({ statement }) => sendStatement(connection, statement)));
    const [, committed, answers] = await Promise.all([begun, sendText(connection, 'COMMIT'), sent]);
    // The server answers so when a statement had failed and somebody passed over its error.
    if (committed.command === 'ROLLBACK') throw new Error('The transaction had failed and was rolled back');
    for (const [index, { answer }] of state.last.entries()) answer(answers[index]?.response.rows as Rows);
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
