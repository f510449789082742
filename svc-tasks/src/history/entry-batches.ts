import { Readable } from 'node:stream';
import type { Actor, JsonText } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { type Caller, callerOf } from '../callers/caller';
import { nameOfAccount } from '../members/members.repo';

/** Limits memory: 50 entries with the longest texts are 1 MB; all entries of a task can be 100 MB. */
export const batchSize = 50;

/** Part of a task's entries, oldest first. */
export interface EntryBatch<Entry> {
  entries: Entry[];
  /** Id of the last entry read. Undefined in the last batch. */
  lastId: number | undefined;
}

/** Selects the next entries of a history, with the present names of the people who caused them. */
export const selectHistoryBatch = (
  knex: Knex,
  table: 'status_history' | 'assignment_history' | 'change_history',
  taskId: Knex.Raw,
  afterId: number,
): Knex.QueryBuilder =>
  knex(table)
    .where('task_id', taskId)
    .where('id', '>', afterId)
    .select(`${table}.*`, knex.raw(`${nameOfAccount(`${table}.changed_by_user_id`)} as changed_by_name`))
    .orderBy('id')
    .limit(batchSize);

/** Builds a batch from all rows read and the entries that the reader may see. */
export const toBatch = <Entry>(rows: readonly { id: number }[], entries: Entry[]): EntryBatch<Entry> => ({
  entries,
  lastId: rows.length < batchSize ? undefined : rows.at(-1)?.id,
});

type ReadBatch<Entry> = (caller: Caller, afterId: number) => Promise<EntryBatch<Entry>>;
export type ListRequest = Parameters<typeof callerOf>[0] & { findActorNow(): Promise<Actor | undefined> };

/** Writes a JSON array of all entries, and reads each further batch when the response has taken the one before. */
export async function* writeEntries<Entry>(
  first: EntryBatch<Entry>,
  readNext: (afterId: number) => Promise<EntryBatch<Entry>>,
) {
  yield '[';
  let separator = '';
  for (let batch = first; ; batch = await readNext(batch.lastId)) {
    let text = '';
    for (const entry of batch.entries) {
      text += separator + JSON.stringify(entry);
      separator = ',';
    }
    if (text !== '') yield text;
    if (batch.lastId === undefined) break;
  }
  yield ']';
}

async function* writeList<Entry>(name: string, ...batches: Parameters<typeof writeEntries<Entry>>) {
  yield `{"success":true,"${name}":`;
  yield* writeEntries(...batches);
  yield '}';
}

/**
 * Builds a response with all entries under `name`. Streams more than one batch with back-pressure. Checks session,
 * membership and visibility for each batch, and aborts the response if the caller may no longer see the task.
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
  if (first.lastId !== undefined) return { jsonText: Readable.from(writeList(name, first, readNext)) };
  return { success: true, [name]: first.entries } as { success: boolean } & Record<Name, Entry[]>;
};
