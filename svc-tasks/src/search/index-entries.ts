import { setImmediate } from 'node:timers/promises';
import type { Tx } from '@obieg/service-kit';
import { rankOf } from './kinds';
import { termsOf } from './terms';

/** A text as the index stores it. */
export interface IndexedText {
  taskId: number;
  kind: number;
  sourceId: number;
  content: string;
  audienceIds: readonly number[];
  /** Answers only: the parameter of each line. */
  parameterIds: readonly number[] | null;
}

/** A term occurs in the texts of one rank of a task, for one audience. */
export interface Entry {
  audienceId: number;
  rank: number;
  taskId: number;
  term: string;
}

/** Characters between two turns of the event loop. */
const charactersPerTurn = 50_000;
/** Rows of one statement. */
const rowsMax = 5_000;

/** Calls `visit` for each entry of the texts. Lets other work run between texts. */
const visitEntries = async (
  texts: readonly IndexedText[],
  visit: (key: string, entry: Entry) => void,
): Promise<void> => {
  let characters = 0;
  for (const { taskId, kind, content, audienceIds } of texts) {
    const rank = rankOf(kind);
    const terms = termsOf(content);
    for (const audienceId of audienceIds)
      for (const term of terms)
        visit(`${audienceId} ${rank} ${taskId} ${term}`, { audienceId, rank, taskId, term });
    characters += content.length;
    if (characters > charactersPerTurn) {
      await setImmediate();
      characters = 0;
    }
  }
};

/** Entries of the texts by their key. The texts of one rank share their entries. */
export const collectEntries = async (texts: readonly IndexedText[]): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  await visitEntries(texts, (key, entry) => entries.set(key, entry));
  return entries;
};

/** Removes from `entries` what these texts contain, too. */
export const subtractTexts = (entries: Map<string, Entry>, texts: readonly IndexedText[]): Promise<void> =>
  visitEntries(texts, (key) => entries.delete(key));

export const without = <T>(items: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): Map<string, T> =>
  new Map([...items].filter(([key]) => !others.has(key)));

const inChunks = async <T>(items: readonly T[], work: (chunk: readonly T[]) => Promise<unknown>) => {
  for (let start = 0; start < items.length; start += rowsMax) await work(items.slice(start, start + rowsMax));
};

const columnsOf = (entries: readonly Entry[]) => ({
  audiences: entries.map(({ audienceId }) => audienceId),
  terms: entries.map(({ term }) => term),
  ranks: entries.map(({ rank }) => rank),
  taskIds: entries.map(({ taskId }) => taskId),
});

/** SQL: entries as rows. */
const entryRows = `unnest(cast(:audiences as int[]), cast(:terms as text[]), cast(:ranks as smallint[]),
  cast(:taskIds as bigint[])) r (audience_id, term, rank, task_id)`;

export const insertEntries = (tx: Tx, entries: readonly Entry[]): Promise<void> =>
  inChunks(entries, (chunk) =>
    tx.raw(
      `insert into search_entries (organization_id, audience_id, term, rank, task_id)
       select app_organization_id(), r.* from ${entryRows} on conflict do nothing`,
      columnsOf(chunk),
    ),
  );

export const deleteEntries = (tx: Tx, entries: readonly Entry[]): Promise<void> =>
  inChunks(entries, (chunk) =>
    tx.raw(
      `delete from search_entries e using ${entryRows}
        where e.audience_id = r.audience_id and e.term = r.term and e.rank = r.rank and e.task_id = r.task_id`,
      columnsOf(chunk),
    ),
  );
