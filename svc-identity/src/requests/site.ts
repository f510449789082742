import { type Database, problem, type Tx, withOrganization, withTransaction } from '@obieg/service-kit';

/** @throws 404 for a deleted organization, which the gateway may still know */
const checkOrganization = async (tx: Tx, id: number): Promise<void> => {
  const row = await tx('organizations').where({ id }).whereNull('deleted_at').first('id');
  if (!row) throw problem.notFound('This organization does not exist.', 'ORGANIZATION_NOT_FOUND');
};

/** Prevents deletion of the organization until the transaction ends. @returns false if it was deleted */
export const lockOrganization = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx('organizations').where({ id }).whereNull('deleted_at').forShare().first('id')) !== undefined;

/** Runs in the scope of the addressed organization, even if it was deleted, or without scope on the main domain. */
export const inScopeOf = <T>(
  db: Database,
  organizationId: number | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  organizationId === undefined ? withTransaction(db, work) : withOrganization(db, organizationId, work);

/** Runs in the addressed organization, or without scope on the main domain. */
export const inSite = <T>(
  db: Database,
  organizationId: number | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inScopeOf(db, organizationId, async (tx) => {
    if (organizationId !== undefined) await checkOrganization(tx, organizationId);
    return work(tx);
  });
