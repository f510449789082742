import type { WorkflowCheck } from '@obieg/contracts';
import { type Database, withOrganization } from '@obieg/service-kit';
import { checkWorkflow } from '@obieg/workflow-rules';
import { loadConfiguration } from '../configuration/configuration.repo';
import { loadTimeZone } from '../configuration/time-zone';
import { loadCheckedGroups } from './checked-groups';

interface Remembered {
  key: string;
  check: WorkflowCheck;
}

/** A result takes up to a few hundred kilobytes. */
const rememberedMax = 100;

/** Creates the check of saved workflows. Remembers results, because a check of a large workflow takes 50 ms. */
export const createCheck = (db: Database) => {
  const remembered = new Map<number, Remembered>();
  const remember = (organizationId: number, entry: Remembered): WorkflowCheck => {
    remembered.delete(organizationId);
    remembered.set(organizationId, entry);
    const [oldest] = remembered.keys();
    if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
    return entry.check;
  };
  return (organizationId: number): Promise<WorkflowCheck> =>
    withOrganization(db, organizationId, async (tx) => {
      const row: { revision: number } | undefined = await tx('workflow_configurations').first('revision');
      const revision = row?.revision ?? 0;
      const groups = await loadCheckedGroups(tx);
      const timeZone = await loadTimeZone(tx, organizationId);
      const key = `${revision} ${timeZone} ${JSON.stringify(groups)}`;
      const known = remembered.get(organizationId);
      if (known?.key === key) return known.check;
      const configuration = await loadConfiguration(tx, organizationId);
      const findings = checkWorkflow({ ...configuration, timeZone }, groups, configuration.scenarios);
      return remember(organizationId, { key, check: { revision, findings, groups } });
    });
};
export type Check = ReturnType<typeof createCheck>;
