import type { Tx } from '@obieg/service-kit';
import { removeUnusedAudiences, storeAudiences } from './audiences';
import { addEndings, removeUnusedEndings } from './index-endings';
import {
  collectEntries,
  deleteEntries,
  type Entry,
  type IndexedText,
  insertEntries,
  subtractTexts,
  without,
} from './index-entries';
import { kinds } from './kinds';
import { listCommentIds, readCommentTexts, readOwnTexts, type TaskText } from './task-texts';

/** Tasks or comments of one step. Bounds the texts in memory and the duration of a statement. */
const stepSize = 25;

/** What changed. `commentId` is 0 for the task's own texts, and null for these and all comments. */
export interface TextChange {
  taskId: number;
  commentId: number | null;
}

const selectIndexedTexts = `
  select d.task_id as "taskId", d.kind, d.source_id as "sourceId", d.content, d.audience_ids as "audienceIds",
         d.parameter_ids as "parameterIds"
    from search_texts d`;

const readIndexed = async (
  tx: Tx,
  where: string,
  bindings: Record<string, unknown>,
): Promise<IndexedText[]> =>
  (await tx.raw<{ rows: IndexedText[] }>(`${selectIndexedTexts} where ${where}`, bindings as never)).rows;

const identify = async (tx: Tx, texts: readonly TaskText[]): Promise<IndexedText[]> => {
  const ids = await storeAudiences(
    tx,
    texts.flatMap(({ audiences }) => audiences),
  );
  return texts.map(({ audiences, ...text }) => ({
    ...text,
    audienceIds: audiences.map(({ key }) => ids.get(key) ?? 0).sort((one, other) => one - other),
  }));
};

const keyOf = ({ taskId, kind, sourceId }: IndexedText): string => `${taskId} ${kind} ${sourceId}`;

/** SQL: the columns of texts as rows. */
const keyRows =
  'unnest(cast(:taskIds as bigint[]), cast(:kinds as smallint[]), cast(:sourceIds as bigint[])) r (task_id, kind, source_id)';

const keyColumns = (texts: readonly IndexedText[]) => ({
  taskIds: texts.map(({ taskId }) => taskId),
  kinds: texts.map(({ kind }) => kind),
  sourceIds: texts.map(({ sourceId }) => sourceId),
});

const isSame = (one: IndexedText | undefined, other: IndexedText): boolean =>
  one?.content === other.content &&
  String(one.audienceIds) === String(other.audienceIds) &&
  String(one.parameterIds) === String(other.parameterIds);

/** Arrays of different lengths cannot be elements of an array parameter, so they are written as JSON. */
const writeTexts = async (
  tx: Tx,
  before: readonly IndexedText[],
  after: readonly IndexedText[],
): Promise<void> => {
  const current = new Map(after.map((text) => [keyOf(text), text]));
  const former = new Map(before.map((text) => [keyOf(text), text]));
  const removed = before.filter((text) => !current.has(keyOf(text)));
  const written = after.filter((text) => !isSame(former.get(keyOf(text)), text));
  if (removed.length > 0)
    await tx.raw(
      `delete from search_texts d using ${keyRows}
        where d.task_id = r.task_id and d.kind = r.kind and d.source_id = r.source_id`,
      keyColumns(removed),
    );
  if (written.length > 0)
    await tx.raw(
      `insert into search_texts (organization_id, task_id, kind, source_id, content, audience_ids, parameter_ids)
       select app_organization_id(), r.task_id, r.kind, r.source_id, r.content, r.audience_ids, r.parameter_ids
         from json_to_recordset(cast(:rows as json)) r (task_id bigint, kind smallint, source_id bigint, content text,
                audience_ids int[], parameter_ids bigint[])
       on conflict (organization_id, task_id, kind, source_id) do update
          set content = excluded.content, audience_ids = excluded.audience_ids, parameter_ids = excluded.parameter_ids`,
      {
        rows: JSON.stringify(
          written.map(({ taskId, kind, sourceId, content, audienceIds, parameterIds }) => ({
            task_id: taskId,
            kind,
            source_id: sourceId,
            content,
            audience_ids: audienceIds,
            parameter_ids: parameterIds,
          })),
        ),
      },
    );
};

interface EntryChange {
  added: Map<string, Entry>;
  removed: Map<string, Entry>;
}

/** Deletes what the removed entries were the last to use. */
const removeUnused = async (tx: Tx, removed: ReadonlyMap<string, Entry>): Promise<void> => {
  await removeUnusedEndings(tx, removed);
  await removeUnusedAudiences(tx, [...new Set([...removed.values()].map(({ audienceId }) => audienceId))]);
};

const writeEntries = async (
  tx: Tx,
  texts: readonly IndexedText[],
  { added, removed }: EntryChange,
): Promise<void> => {
  await addEndings(tx, texts, added);
  await insertEntries(tx, [...added.values()]);
  await deleteEntries(tx, [...removed.values()]);
};

const writeNumbers = async (
  tx: Tx,
  before: readonly IndexedText[],
  after: readonly IndexedText[],
  numbers: ReadonlyMap<number, number>,
): Promise<void> => {
  const titlesOf = (texts: readonly IndexedText[]) =>
    new Map(
      texts
        .filter(({ kind }) => kind === kinds.title)
        .flatMap(({ taskId, audienceIds }) =>
          audienceIds.map((id): [string, [number, number]] => [`${taskId} ${id}`, [taskId, id]]),
        ),
    );
  const [former, current] = [titlesOf(before), titlesOf(after)];
  const columnsOf = (pairs: ReadonlyMap<string, [number, number]>) => ({
    taskIds: [...pairs.values()].map(([taskId]) => taskId),
    audiences: [...pairs.values()].map(([, id]) => id),
    numbers: [...pairs.values()].map(([taskId]) => numbers.get(taskId) ?? 0),
  });
  const [removed, added] = [without(former, current), without(current, former)];
  if (removed.size > 0)
    await tx.raw(
      `delete from search_numbers n
        using unnest(cast(:audiences as int[]), cast(:taskIds as bigint[])) r (audience_id, task_id)
         join tasks t on t.id = r.task_id
        where n.audience_id = r.audience_id and n.public_task_id = t.public_task_id`,
      columnsOf(removed),
    );
  if (added.size > 0)
    await tx.raw(
      `insert into search_numbers (organization_id, audience_id, public_task_id, task_id)
       select app_organization_id(), r.*
         from unnest(cast(:audiences as int[]), cast(:numbers as bigint[]), cast(:taskIds as bigint[])) r
       on conflict do nothing`,
      columnsOf(added),
    );
};

const indexOwnTexts = async (tx: Tx, taskIds: readonly number[]): Promise<void> => {
  const before = await readIndexed(tx, `d.task_id = any(:taskIds) and d.kind <> ${kinds.comment}`, {
    taskIds,
  });
  const { texts, numbers } = await readOwnTexts(tx, taskIds);
  const after = await identify(tx, texts);
  const [former, current] = [await collectEntries(before), await collectEntries(after)];
  const removed = without(former, current);
  await writeTexts(tx, before, after);
  await writeEntries(tx, after, { added: without(current, former), removed });
  await writeNumbers(tx, before, after, numbers);
  await removeUnused(tx, removed);
};

/** The comments of a task share their entries, so a removed term may still be in another comment. */
const keepEntriesOfOthers = async (
  tx: Tx,
  removed: Map<string, Entry>,
  commentIds: readonly number[],
): Promise<void> => {
  const taskIds = [...new Set([...removed.values()].map(({ taskId }) => taskId))];
  const audienceIds = [...new Set([...removed.values()].map(({ audienceId }) => audienceId))];
  for (let after = 0; removed.size > 0; ) {
    const texts = await readIndexed(
      tx,
      `d.task_id = any(:taskIds) and d.kind = ${kinds.comment} and d.source_id > :after
         and d.source_id <> all(cast(:commentIds as bigint[])) and d.audience_ids && cast(:audienceIds as int[])
       order by d.source_id limit 4 * ${stepSize}`,
      { taskIds, after, commentIds, audienceIds },
    );
    const last = texts.at(-1);
    if (!last) return;
    await subtractTexts(removed, texts);
    after = last.sourceId;
  }
};

interface Comment {
  taskId: number;
  id: number;
}

const indexComments = async (tx: Tx, comments: readonly Comment[]): Promise<void> => {
  const commentIds = comments.map(({ id }) => id);
  const before = await readIndexed(
    tx,
    `d.task_id = any(:taskIds) and d.kind = ${kinds.comment} and d.source_id = any(:commentIds)`,
    { taskIds: comments.map(({ taskId }) => taskId), commentIds },
  );
  const after = await identify(tx, await readCommentTexts(tx, commentIds));
  const [former, current] = [await collectEntries(before), await collectEntries(after)];
  const removed = without(former, current);
  await writeTexts(tx, before, after);
  await keepEntriesOfOthers(tx, removed, commentIds);
  await writeEntries(tx, after, { added: without(current, former), removed });
  await removeUnused(tx, removed);
};

const inSteps = async <T>(
  items: readonly T[],
  work: (step: readonly T[]) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < items.length; start += stepSize)
    await work(items.slice(start, start + stepSize));
};

const listComments = async (tx: Tx, changes: readonly TextChange[]): Promise<Comment[]> => {
  const comments = new Map<number, Comment>();
  const tasksOfAll = new Set<number>();
  for (const { taskId, commentId } of changes) {
    if (commentId === null) tasksOfAll.add(taskId);
    else if (commentId > 0) comments.set(commentId, { taskId, id: commentId });
  }
  for (const taskId of tasksOfAll)
    for (const id of await listCommentIds(tx, taskId)) comments.set(id, { taskId, id });
  return [...comments.values()];
};

/**
 * Writes the differences between the index and the current texts. Call it under the indexing lock of the organization.
 */
export const indexChanges = async (tx: Tx, changes: readonly TextChange[]): Promise<void> => {
  const own = changes.filter(({ commentId }) => commentId === null || commentId === 0);
  await inSteps([...new Set(own.map(({ taskId }) => taskId))], (step) => indexOwnTexts(tx, step));
  await inSteps(await listComments(tx, changes), (step) => indexComments(tx, step));
};
