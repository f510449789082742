import { type Language, reservedCodeNames } from '@obieg/contracts';
import { problem, type Tx, translateConstraint } from '@obieg/service-kit';
import { say } from '../messages/server-messages';

/** A code name that is given up stays taken for a while, so that its links lead nobody to another organization. */
export const codeNameHeldDays = 30;

/** @throws 422 */
export const checkReserved = (codeName: string, language: Language): void => {
  if (reservedCodeNames.has(codeName))
    throw problem.validation([{ field: 'codeName', message: say(language, 'codeNameReserved') }]);
};

const codeNameTaken = (language: Language) => {
  const message = say(language, 'codeNameTaken');
  return problem.conflict('NAME_TAKEN', message, [{ field: 'codeName', message }]);
};

/** Of what writes a code name that another organization has, or had when it was deleted. */
export const refuseTaken = (language: Language) =>
  translateConstraint({ organizations_code_name_key: () => codeNameTaken(language) });

/** Lets go of the code name of an organization that was deleted long enough ago. */
export const freeHeldCodeName = async (tx: Tx, codeName: string): Promise<void> => {
  await tx('organizations')
    .where({ code_name: codeName })
    .whereRaw(`deleted_at < now() - interval '${codeNameHeldDays} days'`)
    // No code name holds this character, so that what the row keeps is nobody's.
    .update({ code_name: tx.raw(`code_name || '~' || id`) });
};

interface CodeName {
  organizationId: number;
  codeName: string;
}

/**
 * Refuses what another organization has been called until lately. Asked when the organization's row has it already:
 * writing that waits for who is giving the name up at this moment, and now it shows that they have. Needs the door to
 * all organizations. @throws 409 NAME_TAKEN
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

/** Holds the code name that an organization gives up, for itself to take back. */
export const holdFormerCodeName = async (tx: Tx, { organizationId, codeName }: CodeName): Promise<void> => {
  await tx('former_code_names')
    .insert({ organization_id: organizationId, code_name: codeName })
    .onConflict(['code_name', 'organization_id'])
    .merge({ given_up_at: tx.fn.now() });
};
