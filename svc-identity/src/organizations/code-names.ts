import { type Language, reservedCodeNames } from '@obieg/contracts';
import { problem, type Tx, translateConstraint } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';

/** Days for which a former code name stays reserved, so that its links do not lead to another organization. */
export const codeNameHeldDays = 30;

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
export const refuseTaken = (language: Language) =>
  translateConstraint({ organizations_code_name_key: () => codeNameTaken(language) });

/** Frees the code name of an organization that was deleted long enough ago. */
export const freeHeldCodeName = async (tx: Tx, codeName: string): Promise<void> => {
  await tx('organizations')
    .where({ code_name: codeName })
    .whereRaw(`deleted_at < now() - interval '${codeNameHeldDays} days'`)
    // Code names cannot contain this character, so the remaining value belongs to no one.
    .update({ code_name: tx.raw(`code_name || '~' || id`) });
};

interface CodeName {
  organizationId: number;
  codeName: string;
}

/**
 * Refuses a code name that another organization gave up recently. Check after the organization's row has the name:
 * writing it waits for a concurrent rename, which is then visible. Needs `withEveryOrganization`. @throws 409
 * NAME_TAKEN
 */
export const checkNotHeld = async (
  tx: Tx,
  { organizationId, codeName }: CodeName,
  language: Language,
): Promise<void> => {
  const held = await tx('former_code_names')
    .where({ code_name: codeName })
    .whereNot({ organization_id: organizationId })
    .whereRaw(`given_up_at > now() - interval '${codeNameHeldDays} days'`)
    .first('organization_id');
  if (held) throw codeNameTaken(language);
};

/** Reserves a former code name. Its organization may take it back. */
export const holdFormerCodeName = async (tx: Tx, { organizationId, codeName }: CodeName): Promise<void> => {
  await tx('former_code_names')
    .insert({ organization_id: organizationId, code_name: codeName })
    .onConflict(['code_name', 'organization_id'])
    .merge({ given_up_at: tx.fn.now() });
};
