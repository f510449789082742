/** A table whose rows wait for background work. Its rows have a unique `id`. */
export interface Queue {
  /** Label of the metrics, and prefix of the ids of rows that are set aside. */
  name: string;
  table: string;
  /** SQL of the time when the oldest row that should be processed soon was queued. Null: none waits. Must be cheap. */
  oldest: string;
  /** SQL: a row should be processed soon. Default: all should. */
  isWaiting?: string;
  /** Columns that get their defaults again in a replay: number of tries and due time. */
  reset?: readonly string[];
}

export const outboxQueue: Queue = {
  name: 'outbox',
  table: 'outbox',
  // A republished deletion has its original time.
  oldest: `select (envelope ->> 'time')::timestamptz from outbox order by id limit 1`,
};
