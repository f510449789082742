import type { CheckedGroup, WorkflowCheck } from '@obieg/contracts';
import { type Database, withOrganization } from '@obieg/service-kit';
import { loadConfiguration } from '../configuration/configuration.repo';
import { loadTimeZone } from '../configuration/time-zone';
import type { CheckInput } from './check-messages';
import type { RunCheck } from './check-runner';
import { loadCheckedGroups } from './checked-groups';

interface Remembered {
  key: string;
  check: Promise<WorkflowCheck>;
}

/** A result takes up to a few hundred kilobytes. */
const rememberedMax = 100;
/** An incomplete check could be complete on a less busy machine, so it is repeated, but not by every request. */
const incompleteMs = 60_000;

interface SavedWorkflow {
  key: string;
  revision: number;
  groups: CheckedGroup[];
  /** Undefined if its check is known. */
  input: CheckInput | undefined;
}

/**
 * Creates the check of saved workflows. Remembers the check of each state while it runs and afterwards, so that
 * requests for an unchanged state compute nothing.
 */
export const createCheck = (db: Database, run: RunCheck) => {
  const remembered = new Map<number, Remembered>();
  const forget = (organizationId: number, { key }: Remembered): void => {
    if (remembered.get(organizationId)?.key === key) remembered.delete(organizationId);
  };
  const remember = (organizationId: number, entry: Remembered): void => {
    remembered.delete(organizationId);
    remembered.set(organizationId, entry);
    const [oldest] = remembered.keys();
    if (remembered.size > rememberedMax && oldest !== undefined) remembered.delete(oldest);
  };

  /** Loads the workflow only if its check is not known. */
  const load = (organizationId: number): Promise<SavedWorkflow> =>
    withOrganization(db, organizationId, async (tx) => {
      const row: { revision: number } | undefined = await tx('workflow_configurations').first('revision');
      const revision = row?.revision ?? 0;
      const groups = await loadCheckedGroups(tx);
      const timeZone = await loadTimeZone(tx, organizationId);
      const key = `${revision} ${timeZone} ${JSON.stringify(groups)}`;
      if (remembered.get(organizationId)?.key === key) return { key, revision, groups, input: undefined };
      const { scenarios, ...configuration } = await loadConfiguration(tx, organizationId);
      return {
        key,
        revision,
        groups,
        input: { configuration: { ...configuration, timeZone }, groups, scenarios },
      };
    });

  const start = (
    organizationId: number,
    { key, revision, groups }: SavedWorkflow,
    input: CheckInput,
  ): Promise<WorkflowCheck> => {
    const check = run(organizationId, input).then(({ hasRun, ...result }) => {
      if (!hasRun) forget(organizationId, entry);
      else if (!result.isComplete) setTimeout(() => forget(organizationId, entry), incompleteMs).unref();
      return { revision, ...result, groups };
    });
    const entry: Remembered = { key, check };
    remember(organizationId, entry);
    return check;
  };

  /** Checks outside the transaction, because a check can wait for a thread longer than a connection should be held. */
  const checkSaved = async (organizationId: number): Promise<WorkflowCheck> => {
    const saved = await load(organizationId);
    const known = remembered.get(organizationId);
    if (known?.key === saved.key) return known.check;
    if (saved.input) return start(organizationId, saved, saved.input);
    // Forgotten since it was loaded.
    return checkSaved(organizationId);
  };
  return checkSaved;
};
export type Check = ReturnType<typeof createCheck>;
