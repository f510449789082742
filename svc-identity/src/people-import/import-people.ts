import { grantableRoles, type ImportRow, type PeopleImportResult } from '@obieg/contracts';
import { type ConcurrencyLimit, type Database, type Tx, withOrganization } from '@obieg/service-kit';
import { fillNextNames } from '../members/fill-name-skeletons';
import { checkGrantable } from '../members/role-rules';
import { findGroups } from './find-groups';
import { listGroupTexts, type ReadContext, readPerson } from './read-person';
import { findRowRefusal, type SaveContext, savePerson } from './save-person';

export interface ImportDependencies {
  db: Database;
  /** Batches at a time. The connections of the pool serve other calls. */
  limit: ConcurrencyLimit;
}

type Outcome = Awaited<ReturnType<typeof savePerson>>;

/** Ends a transaction without effect, and carries what it would have had. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('The transaction has no effect');
    this.outcome = outcome;
  }
}

/**
 * Runs a row in its own transaction. A dry run does the same and undoes it, so both find the same problems.
 * @throws 403 if the actor no longer manages users
 */
const runRow = async (
  db: Database,
  context: SaveContext,
  isDryRun: boolean,
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> => {
  try {
    return await withOrganization(db, context.organizationId, async (tx) => {
      const outcome = await work(tx);
      if (isDryRun || typeof outcome === 'object') throw new Undone(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    const refusal = findRowRefusal(context, error);
    if (refusal) return refusal;
    throw error;
  }
};

const processRow = async (
  db: Database,
  { reading, saving, isDryRun, seen }: Batch,
  row: ImportRow,
): Promise<PeopleImportResult> => {
  const { line } = row;
  const read = readPerson(reading, row);
  if ('problems' in read) return { line, outcome: 'REFUSED', problems: read.problems };
  const { draft } = read;
  // What a dry run has undone is there when the import comes to the second row of an address.
  if (isDryRun && seen.has(draft.email)) return { line, outcome: 'UNCHANGED', problems: [] };
  seen.add(draft.email);
  const outcome = await runRow(db, saving, isDryRun, (tx) => savePerson(tx, saving, draft));
  return typeof outcome === 'object'
    ? { line, outcome: 'REFUSED', problems: outcome.problems }
    : { line, outcome, problems: [] };
};

interface Batch {
  reading: ReadContext;
  saving: SaveContext;
  isDryRun: boolean;
  /** Addresses of earlier rows. */
  seen: Set<string>;
}

/**
 * Imports a batch of rows, one transaction each. A batch that fails in the middle can be sent again: who is a member by
 * then is unchanged.
 *
 * @throws 403 for default roles beyond the actor's, 503 if other imports keep the process busy
 */
export const importPeople = async (
  { db, limit }: ImportDependencies,
  saving: SaveContext,
  isDryRun: boolean,
): Promise<PeopleImportResult[]> => {
  const { organizationId, actor, input, origin } = saving;
  checkGrantable(input.roles, actor, origin.language);
  const release = await limit.acquire(0);
  try {
    await fillNextNames(db);
    const findGroup = await withOrganization(db, organizationId, (tx) =>
      findGroups(tx, listGroupTexts(input)),
    );
    const grantable = new Set<string>(grantableRoles(actor.permissions));
    const reading = { language: origin.language, input, grantable, findGroup };
    const batch: Batch = { reading, saving, isDryRun, seen: new Set() };
    const results: PeopleImportResult[] = [];
    for (const row of input.rows) results.push(await processRow(db, batch, row));
    return results;
  } finally {
    release();
  }
};
