import { formerCodeNameDays, type Language, reservedCodeNames } from '@obieg/contracts';
import {
  type Database,
  problem,
  type Tx,
  translateConstraint,
  withEveryOrganization,
} from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

/** Days for which the code name of a deleted organization stays reserved. */
const deletedCodeNameDays = 30;

/** SQL: a former code name that still redirects, and that only its organization may take. */
export const isReserved = `given_up_at > now() - interval '${formerCodeNameDays} days'`;
/** SQL: the opposite. */
export const isReservationOver = `not (${isReserved})`;

/** @throws 422 */
export const checkReserved = (codeName: string, language: Language): void => {
  if (reservedCodeNames.has(codeName))
    throw problem.validation([{ field: 'codeName', message: translate(language, 'codeNameReserved') }]);
};

const codeNameTaken = (language: Language) => {
  const message = translate(language, 'codeNameTaken');
  return problem.conflict('NAME_TAKEN', message, [{ field: 'codeName', message }]);
};

/** Translates the unique violation of a code name that another organization has or had when it was deleted. */
export const translateNameConflict = (language: Language) =>
  translateConstraint({ organizations_code_name_key: () => codeNameTaken(language) });

/** Releases the code name of an organization whose reservation after its deletion has ended. */
export const releaseCodeName = async (tx: Tx, codeName: string): Promise<void> => {
  await tx('organizations')
    .where({ code_name: codeName })
    .whereRaw(`deleted_at < now() - interval '${deletedCodeNameDays} days'`)
    // Code names cannot contain `~`, so no organization can have the new value.
    .update({ code_name: tx.raw(`code_name || '~' || id`) });
};

interface CodeName {
  organizationId: number;
  codeName: string;
}

/**
 * Refuses a code name that another organization had recently. Call it after writing the name to the organization's row:
 * the write waits for a concurrent rename, which is then visible. Needs `withEveryOrganization`. @throws 409 NAME_TAKEN
 */
export const checkNotFormer = async (
  tx: Tx,
  { organizationId, codeName }: CodeName,
  language: Language,
): Promise<void> => {
  const held = await tx('former_code_names')
    .where({ code_name: codeName })
    .whereNot({ organization_id: organizationId })
    .whereRaw(isReserved)
    .first('organization_id');
  if (held) throw codeNameTaken(language);
};

/** Reserves a former code name. Its organization may take it back. */
export const reserveFormerCodeName = async (
  tx: Tx,
  { organizationId, codeName }: CodeName,
): Promise<void> => {
  await tx('former_code_names')
    .insert({ organization_id: organizationId, code_name: codeName })
    .onConflict(['code_name', 'organization_id'])
    .merge({ given_up_at: tx.fn.now() });
};

/** Returns the present code name of the organization that gave this one up; undefined if it was deleted. */
export const findPresentCodeName = (db: Database, formerCodeName: string): Promise<string | undefined> =>
  // The organization is not known before the search.
  withEveryOrganization(db, async (tx) => {
    const row = await tx('former_code_names as f')
      .join('organizations as o', 'o.id', 'f.organization_id')
      .where({ 'f.code_name': formerCodeName })
      .whereRaw(isReserved)
      .whereNull('o.deleted_at')
      .whereNot({ 'o.code_name': formerCodeName })
      .first<{ code_name: string } | undefined>('o.code_name');
    return row?.code_name;
  });
