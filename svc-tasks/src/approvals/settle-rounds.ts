import {
  type Actor,
  type Database,
  forEachOrganization,
  isProblem,
  type Logger,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import type { TaskRow } from '../tasks/tasks.repo';
import { getConfiguration } from '../workflow-model/configuration.repo';
import { findOpenRound } from './approvals.repo';
import { finishRound } from './decide-approval';
import { judgeRound, type Seat, seatApprovers } from './electorate';

/** The last voter whose decision counts. */
const findLastVoter = (seats: readonly Seat[]): number | undefined => {
  const votes = seats.flatMap(({ vote }) => (vote ? [vote] : []));
  return votes.sort((one, other) => other.votedAt.getTime() - one.votedAt.getTime())[0]?.voterUserId;
};

const callerFor = (organizationId: number, userId: number): SignedInCaller => {
  const actor: Actor = {
    userId,
    sessionId: '',
    organizationId,
    permissions: new Set(['BASE']),
    isSuperAdmin: false,
  };
  return { organizationId, tenantScope: organizationId, actor, language: 'mul', traceparent: '' };
};

/** Ends the open round of a task if the votes that count now decide it. @returns whether they do */
const settleRound = async (tx: Tx, organizationId: number, taskId: number): Promise<boolean> => {
  const row: TaskRow | undefined = await tx('tasks')
    .where({ id: taskId })
    .whereNull('deleted_at')
    .forUpdate()
    .first();
  const open = row && (await findOpenRound(tx, taskId));
  if (!row || !open) return false;
  const configuration = await getConfiguration(tx, {
    organizationId,
    tenantScope: organizationId,
    language: 'mul',
  });
  const approval = configuration.statuses.find(({ id }) => id === row.status_id)?.approval;
  const seats = seatApprovers(open.people, open.votes);
  const result = approval && judgeRound(seats, approval.quorum);
  const voterId = findLastVoter(seats);
  if (!approval || !result || voterId === undefined) return false;
  const task = {
    configuration,
    view: 'member' as const,
    row: { ...row, is_author: false, is_visible_to_member: true, is_assignee: false },
  };
  await finishRound(tx, callerFor(organizationId, voterId), task, approval, result);
  return true;
};

const settleOrganization = async (db: Database, organizationId: number): Promise<number> => {
  const taskIds = await withOrganization(db, organizationId, (tx) =>
    tx('approval_rounds as r')
      .where({ 'r.state': 'OPEN' })
      .whereExists(tx('approval_votes as v').select(tx.raw('1')).whereRaw('v.round_id = r.id'))
      .orderBy('r.id')
      .pluck<number[]>('r.task_id'),
  );
  let settled = 0;
  for (const taskId of taskIds) {
    try {
      if (await withOrganization(db, organizationId, (tx) => settleRound(tx, organizationId, taskId)))
        settled += 1;
    } catch (error) {
      // A transition that cannot run: the check of the workflow reports it, and the round waits.
      if (!isProblem(error)) throw error;
    }
  }
  return settled;
};

/**
 * Ends the rounds that are decided because an approver left, or returned from an absence: no vote follows that would end
 * them. The change is that of the last voter who counts. Two processes at once end a round once. @returns their number
 */
export const settleRounds = async (db: Database, log: Logger): Promise<number> => {
  const organizationIds = await withEveryOrganization(db, (tx) =>
    tx('approval_rounds as r')
      .join('approval_votes as v', (join) =>
        join.on('v.organization_id', 'r.organization_id').andOn('v.round_id', 'r.id'),
      )
      .where({ 'r.state': 'OPEN' })
      .distinct()
      .pluck<number[]>('r.organization_id'),
  );
  let settled = 0;
  await forEachOrganization(organizationIds, { work: 'settle approvals', log }, async (id) => {
    settled += await settleOrganization(db, id);
  });
  return settled;
};
