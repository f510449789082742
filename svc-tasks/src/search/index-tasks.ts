import type { Database, Tx } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';
import { readTaskTexts, type SearchDocument } from './task-texts';
import { endingsOf, termsOf } from './terms';

interface Posting {
  taskId: number;
  kind: number;
  term: string;
}

interface IndexChange {
  removedDocuments: SearchDocument[];
  writtenDocuments: SearchDocument[];
  removedPostings: Posting[];
  addedPostings: Posting[];
}

const documentKey = ({ taskId, kind, sourceId }: SearchDocument): string => `${taskId} ${kind} ${sourceId}`;

const byKey = (documents: readonly SearchDocument[]): Map<string, SearchDocument> =>
  new Map(documents.map((document) => [documentKey(document), document]));

/** The comments of a task share their postings. */
const postingsOf = (documents: readonly SearchDocument[]): Map<string, Posting> =>
  new Map(
    documents.flatMap(({ taskId, kind, content }) =>
      [...termsOf(content)].map((term): [string, Posting] => [
        `${taskId} ${kind} ${term}`,
        { taskId, kind, term },
      ]),
    ),
  );

const without = <T>(items: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): T[] =>
  [...items].flatMap(([key, item]) => (others.has(key) ? [] : [item]));

const compare = (before: readonly SearchDocument[], after: readonly SearchDocument[]): IndexChange => {
  const [oldDocuments, newDocuments] = [byKey(before), byKey(after)];
  const [oldPostings, newPostings] = [postingsOf(before), postingsOf(after)];
  return {
    removedDocuments: without(oldDocuments, newDocuments),
    writtenDocuments: after.filter(
      (document) => oldDocuments.get(documentKey(document))?.content !== document.content,
    ),
    removedPostings: without(oldPostings, newPostings),
    addedPostings: without(newPostings, oldPostings),
  };
};

const readDocuments = async (tx: Tx, taskIds: readonly number[]): Promise<SearchDocument[]> => {
  const { rows } = await tx.raw<{ rows: SearchDocument[] }>(
    `select d.task_id as "taskId", d.kind, d.source_id as "sourceId", d.content
       from search_documents d where d.task_id = any(:taskIds)`,
    { taskIds: [...taskIds] },
  );
  return rows;
};

/** SQL: the columns of `documents` as rows. */
const keyRows = 'unnest(cast(:taskIds as bigint[]), cast(:kinds as smallint[]), cast(:others as';

const writeDocuments = async (tx: Tx, { removedDocuments, writtenDocuments }: IndexChange): Promise<void> => {
  const columnsOf = (documents: readonly SearchDocument[]) => ({
    taskIds: documents.map(({ taskId }) => taskId),
    kinds: documents.map(({ kind }) => kind),
    others: documents.map(({ sourceId }) => sourceId),
  });
  if (removedDocuments.length > 0)
    await tx.raw(
      `delete from search_documents d using ${keyRows} bigint[])) r (task_id, kind, source_id)
        where d.task_id = r.task_id and d.kind = r.kind and d.source_id = r.source_id`,
      columnsOf(removedDocuments),
    );
  if (writtenDocuments.length > 0)
    await tx.raw(
      `insert into search_documents (organization_id, task_id, kind, source_id, content)
       select app_organization_id(), r.* from ${keyRows} bigint[]), cast(:contents as text[])) r
       on conflict (organization_id, task_id, kind, source_id) do update set content = excluded.content`,
      { ...columnsOf(writtenDocuments), contents: writtenDocuments.map(({ content }) => content) },
    );
};

const writePostings = async (tx: Tx, { removedPostings, addedPostings }: IndexChange): Promise<void> => {
  const columnsOf = (postings: readonly Posting[]) => ({
    taskIds: postings.map(({ taskId }) => taskId),
    kinds: postings.map(({ kind }) => kind),
    others: postings.map(({ term }) => term),
  });
  if (removedPostings.length > 0)
    await tx.raw(
      `delete from search_postings p using ${keyRows} text[])) r (task_id, kind, term)
        where p.term = r.term and p.kind = r.kind and p.task_id = r.task_id`,
      columnsOf(removedPostings),
    );
  if (addedPostings.length > 0)
    await tx.raw(
      `insert into search_postings (organization_id, task_id, kind, term)
       select app_organization_id(), r.* from ${keyRows} text[])) r on conflict do nothing`,
      columnsOf(addedPostings),
    );
};

type KnownTerms = LRUCache<string, true>;
const knownTermsMax = 50_000;
const knownTermsOf = new WeakMap<Database, KnownTerms>();

/** Terms whose endings are in the database, by organization. Most words of a new task are known. */
const getKnownTerms = (db: Database): KnownTerms => {
  const known = knownTermsOf.get(db) ?? new LRUCache<string, true>({ max: knownTermsMax });
  knownTermsOf.set(db, known);
  return known;
};

/** Writes the endings of new terms. @returns the cache keys to remember after the commit */
const writeTerms = async (
  tx: Tx,
  organizationId: number,
  postings: readonly Posting[],
  knownTerms: KnownTerms,
): Promise<string[]> => {
  const terms = [...new Set(postings.map(({ term }) => term))].filter(
    (term) => !knownTerms.has(`${organizationId} ${term}`),
  );
  const rows = terms.flatMap((term) => endingsOf(term).map((ending) => ({ ending, term })));
  if (rows.length > 0)
    await tx.raw(
      `insert into search_terms (organization_id, ending, term)
       select app_organization_id(), r.* from unnest(cast(:endings as text[]), cast(:terms as text[])) r
       on conflict do nothing`,
      { endings: rows.map(({ ending }) => ending), terms: rows.map(({ term }) => term) },
    );
  return terms.map((term) => `${organizationId} ${term}`);
};

/**
 * Writes the differences between the index and the current texts of these tasks. Call it under the indexing lock of
 * the organization. @returns a function to call after the commit
 */
export const indexTasks = async (
  db: Database,
  tx: Tx,
  organizationId: number,
  taskIds: readonly number[],
): Promise<() => void> => {
  const [before, after] = await Promise.all([readDocuments(tx, taskIds), readTaskTexts(tx, taskIds)]);
  const change = compare(before, after);
  const knownTerms = getKnownTerms(db);
  const [written] = await Promise.all([
    writeTerms(tx, organizationId, change.addedPostings, knownTerms),
    writeDocuments(tx, change),
    writePostings(tx, change),
  ]);
  return () => {
    for (const key of written) knownTerms.set(key, true);
  };
};
