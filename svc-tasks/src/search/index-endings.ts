/** The endings of terms, by which a search finds a part of a word. */
import type { Tx } from '@obieg/service-kit';
import type { Entry, IndexedText } from './index-entries';
import { endingsOf, termsOf } from './terms';

/**
 * Endings that one text may add. A text of 120 new words has about as many. Further new terms are found by their
 * beginning until another text contains them.
 */
const textEndingsMax = 1_000;
/** Endings of an organization: about 200 MB. Further new terms are found by their beginning. */
const organizationEndingsMax = 2_000_000;

/** A term of the texts of one audience. */
type Term = Pick<Entry, 'audienceId' | 'term'>;

interface EndingRow extends Term {
  ending: string;
  /** Whether all endings of the term are stored; set for the row of the whole term. */
  isComplete: boolean;
}

const keyOf = ({ audienceId, term }: Term): string => `${audienceId} ${term}`;

const columnsOf = (terms: readonly Term[]) => ({
  audiences: terms.map(({ audienceId }) => audienceId),
  terms: terms.map(({ term }) => term),
});
const termRows = 'unnest(cast(:audiences as int[]), cast(:terms as text[])) r (audience_id, term)';
const endingRows =
  'unnest(cast(:audiences as int[]), cast(:endings as text[]), cast(:terms as text[]), cast(:complete as boolean[]))';

const distinctTerms = (entries: Iterable<Entry>): Map<string, Term> =>
  new Map([...entries].map(({ audienceId, term }) => [keyOf({ audienceId, term }), { audienceId, term }]));

const readUsage = async (tx: Tx): Promise<number> => {
  const row = await tx<{ endings: number }>('search_usage').first('endings');
  return row?.endings ?? 0;
};

const addUsage = (tx: Tx, count: number) =>
  tx.raw(
    `insert into search_usage (organization_id, endings) values (app_organization_id(), :count)
     on conflict (organization_id) do update set endings = search_usage.endings + excluded.endings`,
    { count },
  );

const findCompleteTerms = async (tx: Tx, terms: readonly Term[]): Promise<Set<string>> => {
  const { rows } = await tx.raw<{ rows: Term[] }>(
    `select r.audience_id as "audienceId", r.term from ${termRows}
      where exists (select 1 from search_endings e
                     where e.audience_id = r.audience_id and e.ending = r.term and e.term = r.term and e.is_complete)`,
    columnsOf(terms),
  );
  return new Set(rows.map(keyOf));
};

interface Planned {
  rows: EndingRow[];
  /** Keys of the terms that are written. */
  terms: Set<string>;
  /** Endings that the organization may still store. */
  left: number;
}

/** Adds the rows of the new terms of one text and one audience. */
const planEndings = (
  planned: Planned,
  { content }: IndexedText,
  audienceId: number,
  isNew: (key: string) => boolean,
): void => {
  let left = Math.min(textEndingsMax, planned.left);
  for (const term of termsOf(content)) {
    const key = keyOf({ audienceId, term });
    if (planned.terms.has(key) || !isNew(key)) continue;
    planned.terms.add(key);
    const endings = endingsOf(term);
    const isComplete = endings.length < left;
    const rows = isComplete ? endings : [];
    left -= rows.length + 1;
    planned.left -= rows.length + 1;
    planned.rows.push({ audienceId, term, ending: term, isComplete });
    for (const ending of rows) planned.rows.push({ audienceId, term, ending, isComplete: false });
  }
};

/** Writes the endings of terms that the index does not know completely. */
export const addEndings = async (
  tx: Tx,
  texts: readonly IndexedText[],
  added: ReadonlyMap<string, Entry>,
): Promise<void> => {
  const terms = distinctTerms(added.values());
  if (terms.size === 0) return;
  const complete = await findCompleteTerms(tx, [...terms.values()]);
  const isNew = (key: string): boolean => terms.has(key) && !complete.has(key);
  if ([...terms.keys()].every((key) => complete.has(key))) return;
  const planned: Planned = {
    rows: [],
    terms: new Set(),
    left: organizationEndingsMax - (await readUsage(tx)),
  };
  for (const text of texts)
    for (const audienceId of text.audienceIds) planEndings(planned, text, audienceId, isNew);
  const { rows } = await tx.raw<{ rows: { count: number }[] }>(
    `with written as (
       insert into search_endings (organization_id, audience_id, ending, term, is_complete)
       select app_organization_id(), r.* from ${endingRows} r
       on conflict (organization_id, audience_id, ending, term) do update set is_complete = true
        where excluded.is_complete and not search_endings.is_complete
       returning xmax = 0 as is_new)
     select count(*) filter (where is_new) as count from written`,
    {
      ...columnsOf(planned.rows),
      endings: planned.rows.map(({ ending }) => ending),
      complete: planned.rows.map(({ isComplete }) => isComplete),
    },
  );
  await addUsage(tx, rows[0]?.count ?? 0);
};

/** Deletes the endings of terms that no task contains any more. */
export const removeUnusedEndings = async (tx: Tx, removed: ReadonlyMap<string, Entry>): Promise<void> => {
  const terms = [...distinctTerms(removed.values()).values()];
  if (terms.length === 0) return;
  const { rows } = await tx.raw<{ rows: Term[] }>(
    `select r.audience_id as "audienceId", r.term from ${termRows}
      where not exists (select 1 from search_entries e where e.audience_id = r.audience_id and e.term = r.term)`,
    columnsOf(terms),
  );
  const unused = rows.flatMap(({ audienceId, term }) =>
    [term, ...endingsOf(term)].map((ending) => ({ audienceId, term, ending })),
  );
  if (unused.length === 0) return;
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `delete from search_endings e
      using unnest(cast(:audiences as int[]), cast(:endings as text[]), cast(:terms as text[])) r (audience_id, ending, term)
      where e.audience_id = r.audience_id and e.ending = r.ending and e.term = r.term`,
    { ...columnsOf(unused), endings: unused.map(({ ending }) => ending) },
  );
  await addUsage(tx, -rowCount);
};
