import { type Database, problem, type Tx, withOrganization, withTransaction } from '@obieg/service-kit';

/** @throws 404 for an organization that is not there any more; the gateway may not have heard of it yet */
const checkOrganization = async (tx: Tx, id: number): Promise<void> => {
  const row = await tx('organizations').where({ id }).whereNull('deleted_at').first('id');
  if (!row) throw problem.notFound('There is no such organization.', 'ORGANIZATION_NOT_FOUND');
};

/** Keeps the organization from being deleted until the transaction ends. @returns false when it is gone */
export const holdOrganization = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx('organizations').where({ id }).whereNull('deleted_at').forShare().first('id')) !== undefined;

/** In the scope of the organization of the address, whether or not it is there, or in none on the main domain. */
export const inScopeOf = <T>(
  db: Database,
  organizationId: number | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  organizationId === undefined ? withTransaction(db, work) : withOrganization(db, organizationId, work);

/** In the organization of the address, or in none on the main domain. */
export const inSite = <T>(
  db: Database,
  organizationId: number | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inScopeOf(db, organizationId, async (tx) => {
    if (organizationId !== undefined) await checkOrganization(tx, organizationId);
    return work(tx);
  });
