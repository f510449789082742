import { Readable } from 'node:stream';
import type { Actor, JsonText } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { type Caller, callerOf } from '../people/caller';

/** Entries that are held at once: with the longest texts a megabyte, while a task may have a hundred. */
const batchSize = 50;

/** Some of a task's entries, oldest first. */
export interface EntryBatch<Entry> {
  entries: Entry[];
  /** Id after which the next piece begins; undefined where this one is the last. */
  lastId: number | undefined;
}

/** Narrows a query for entries to the next piece; `id` is its column. */
export const selectBatch = (query: Knex.QueryBuilder, afterId: number, id = 'id'): Knex.QueryBuilder =>
  query.where(id, '>', afterId).orderBy(id).limit(batchSize);

/** The piece that these rows are, as the reader sees it: what they may not see is missing from it. */
export const toBatch = <Entry>(rows: readonly { id: number }[], entries: Entry[]): EntryBatch<Entry> => ({
  entries,
  lastId: rows.length < batchSize ? undefined : rows.at(-1)?.id,
});

type ReadBatch<Entry> = (caller: Caller, afterId: number) => Promise<EntryBatch<Entry>>;
type ListRequest = Parameters<typeof callerOf>[0] & { findActorNow(): Promise<Actor | undefined> };

async function* writeBatches<Entry>(
  name: string,
  first: EntryBatch<Entry>,
  readNext: (afterId: number) => Promise<EntryBatch<Entry>>,
) {
  yield `{"success":true,"${name}":[`;
  let separator = '';
  for (let piece = first; ; piece = await readNext(piece.lastId)) {
    let text = '';
    for (const entry of piece.entries) {
      text += separator + JSON.stringify(entry);
      separator = ',';
    }
    if (text !== '') yield text;
    if (piece.lastId === undefined) break;
  }
  yield ']}';
}

/**
 * The answer that lists all entries under this name. Many are read and sent piece by piece, as fast as they are taken,
 * each judged anew: whoever signs out, leaves or loses sight of the task meanwhile has their answer broken off.
 */
export const respondWithEntries = async <Name extends string, Entry>(
  name: Name,
  request: ListRequest,
  read: ReadBatch<Entry>,
): Promise<({ success: boolean } & Record<Name, Entry[]>) | JsonText> => {
  const caller = callerOf(request);
  const first = await read(caller, 0);
  const readNext = async (afterId: number) =>
    read({ ...caller, actor: await request.findActorNow() }, afterId);
  if (first.lastId !== undefined) return { jsonText: Readable.from(writeBatches(name, first, readNext)) };
  return { success: true, [name]: first.entries } as { success: boolean } & Record<Name, Entry[]>;
};
