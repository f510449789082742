import type {
  ProposedWorkflow,
  RenamedValue,
  StuckCounts,
  TaskImpact,
  workflowImpactRequestSchema,
} from '@obieg/contracts';
import { type ConcurrencyLimit, type Database, withOrganization } from '@obieg/service-kit';
import { readAnswers } from '@obieg/workflow-rules';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { getConfiguration } from '../workflow-model/configuration.repo';
import { createTally, listAffectedStatuses, listStatusesWithConditions } from './judge-change';
import { type JudgedStatus, type JudgedWorkflow, prepareWorkflow } from './judged-workflow';
import { judgeTasks } from './task-groups';

export interface ImpactDependencies {
  db: Database;
  /** Limits the calls of an organization at the same time. */
  limit: ConcurrencyLimit;
}

interface Current {
  workflow: JudgedWorkflow;
  /** The time zone and the statuses of a proposed workflow, which does not contain them. */
  prepare(proposed: ProposedWorkflow): JudgedWorkflow;
}

/** Loads the workflow that decides now. Also loads statuses that were deleted while tasks have them. */
const loadCurrent = (db: Database, caller: SignedInCaller): Promise<Current> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const [configuration, known] = await Promise.all([
      getConfiguration(tx, caller),
      tx('statuses').select<JudgedStatus[]>('id', 'name', 'status_type as statusType'),
    ]);
    const { timeZone } = configuration;
    return {
      workflow: prepareWorkflow(configuration, known),
      prepare: (proposed) => prepareWorkflow({ ...proposed, timeZone }, known),
    };
  });

const describeStatus = ({ id, name }: JudgedStatus) => ({ statusId: id, statusName: name });

const withLimit = async <T>(
  { limit }: ImpactDependencies,
  { organizationId }: SignedInCaller,
  work: () => Promise<T>,
): Promise<T> => {
  const release = await limit.acquire(organizationId);
  try {
    return await work();
  } finally {
    release();
  }
};

/** A later rename of the same value would never apply. */
const dropRepeated = (renamedValues: readonly RenamedValue[]): RenamedValue[] => [
  ...new Map(renamedValues.map((one) => [`${one.parameterId} ${one.from}`, one])).values(),
];

/**
 * Judges a workflow that is not saved: which transitions the open tasks would lose, gain, and which tasks would get
 * stuck. Compares with the workflow that decides now, by the code that offers transitions.
 */
export const judgeWorkflow = (
  dependencies: ImpactDependencies,
  caller: SignedInCaller,
  { workflow, renamedValues }: z.output<typeof workflowImpactRequestSchema>,
): Promise<TaskImpact> =>
  withLimit(dependencies, caller, async () => {
    const { db } = dependencies;
    const current = await loadCurrent(db, caller);
    const change = {
      before: current.workflow,
      after: current.prepare(workflow),
      renamedValues: dropRepeated(renamedValues),
    };
    const tally = createTally(change);
    const unchecked = await judgeTasks(db, caller, listAffectedStatuses(change), tally.add);
    return { ...tally.impact(), unchecked: unchecked.map(describeStatus) };
  });

/** Counts the open tasks that are offered no transition now. */
export const countStuck = (dependencies: ImpactDependencies, caller: SignedInCaller): Promise<StuckCounts> =>
  withLimit(dependencies, caller, async () => {
    const { db } = dependencies;
    const { workflow } = await loadCurrent(db, caller);
    const counts = new Map<number, StuckCounts['stuck'][number]>();
    const statuses = listStatusesWithConditions(workflow);
    const unchecked = await judgeTasks(db, caller, statuses, (status, { answers, tasks }) => {
      if (workflow.offer(status.id, readAnswers(answers)).length > 0) return;
      const known = counts.get(status.id)?.tasks ?? 0;
      counts.set(status.id, { ...describeStatus(status), tasks: known + tasks });
    });
    return { stuck: [...counts.values()], unchecked: unchecked.map(describeStatus) };
  });
