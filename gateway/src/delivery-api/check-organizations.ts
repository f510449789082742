import { forEachLimited } from '@obieg/delivery';
import { isProblem, problem } from '@obieg/service-kit';
import { mainDomain } from '../organizations/canary-names';
import type { OrganizationDirectory } from '../organizations/organization-directory';

const lookUpsAtOnce = 8;

/**
 * Checks the code names that a canary names. Skips names that it had before: such an organization may have been deleted
 * since. Accepts all names while svc-identity is unavailable. @throws 422 with the names that no organization has
 */
export const checkOrganizations = async (
  codeNames: readonly string[],
  known: readonly string[],
  { find }: Pick<OrganizationDirectory, 'find'>,
): Promise<void> => {
  const unknown: string[] = [];
  const added = [...new Set(codeNames)].filter((code) => code !== mainDomain && !known.includes(code));
  await forEachLimited(added, lookUpsAtOnce, async (code) => {
    try {
      if (!(await find(code))) unknown.push(code);
    } catch (error) {
      if (!isProblem(error)) throw error;
    }
  });
  if (unknown.length === 0) return;
  const message = `No organization has the code name ${unknown.sort().join(', ')}.`;
  throw problem.validation([{ field: 'organizations', message }]);
};
