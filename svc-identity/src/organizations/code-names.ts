import { type Language, reservedCodeNames } from '@obieg/contracts';
import { problem, type Tx, translateConstraint } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

/** Days for which a former code name stays reserved, so that its links do not lead to another organization. */
export const codeNameReservedDays = 30;

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
    .whereRaw(`deleted_at < now() - interval '${codeNameReservedDays} days'`)
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
    .whereRaw(`given_up_at > now() - interval '${codeNameReservedDays} days'`)
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
