import type { Approval, TaskApproval, TaskApprover } from '@obieg/contracts';
import { readOrganization } from '@obieg/service-kit';
import { selectTaskId } from '../tasks/open-task';
import type { TaskPart } from '../tasks/task-parts';
import { recallConfiguration } from '../workflow-model/configuration.repo';
import { type OpenRound, readRound, selectRound } from './approvals.repo';
import { countVotes, listSeatsOf, type Person, type Seat, seatApprovers } from './electorate';

const presentPerson = ({ userId, name, addressHint }: Person) => ({ userId, name, addressHint });

/** @param showsBlind whether the reader learns which approvers may not see the task */
const presentApprover =
  (showsBlind: boolean) =>
  ({ approver, decider, vote }: Seat): TaskApprover => ({
    ...presentPerson(approver),
    decision: vote?.decision ?? null,
    comment: vote?.comment ?? null,
    decidedAt: vote?.votedAt.toISOString() ?? null,
    substitute: decider.userId === approver.userId ? null : presentPerson(decider),
    absentUntil: approver.absentUntil,
    ...(showsBlind ? { isBlind: !decider.seesTask } : {}),
  });

const presentMine = (seats: readonly Seat[], { votes }: OpenRound, userId: number) => {
  const own = listSeatsOf(seats, userId);
  if (own.length === 0) return {};
  const vote = votes.find(({ voterUserId }) => voterUserId === userId);
  return {
    mine: {
      onBehalfOf: own
        .map(({ approver }) => approver)
        .filter((one) => one.userId !== userId)
        .map(presentPerson),
      decision: vote?.decision ?? null,
      comment: vote?.comment ?? null,
    },
  };
};

const presentRound = (
  open: OpenRound,
  { quorum }: Approval,
  userId: number,
  showsBlind: boolean,
): Partial<TaskApproval> => {
  const seats = seatApprovers(open.people, open.votes);
  return {
    needed: countVotes(seats, quorum).needed,
    approvers: seats.map(presentApprover(showsBlind)),
    ...presentMine(seats, open, userId),
  };
};

/** Whether the workflow that this process used last has approvals. Unknown: it may have. */
const mayHaveApprovals = (organizationId: number): boolean =>
  recallConfiguration(organizationId)?.statuses.some(({ approval }) => approval) ?? true;

/**
 * The open round of the task. Reporters learn only that the task waits for an approval. A workflow without approvals
 * costs no statement.
 */
export const approvalPart: TaskPart<TaskApproval | null> = {
  needsConfiguration: true,
  select: (knex, { caller, publicTaskId }) =>
    mayHaveApprovals(caller.organizationId)
      ? selectRound(knex, selectTaskId(knex, caller, publicTaskId))
      : [],
  present: async ({ db, caller, row, view, getConfiguration }, results) => {
    const { actor, tenantScope } = caller;
    if (!actor || view === 'visitor') return null;
    const { statuses } = await getConfiguration();
    const approval = statuses.find(({ id }) => id === row.status_id)?.approval;
    if (!approval) return null;
    // The workflow got its approval since this process used it last.
    const isUnread = results.length === 0;
    const open = readRound(
      isUnread ? await readOrganization(db, tenantScope, (knex) => selectRound(knex, row.id)) : results,
    );
    if (!open || open.round.statusId !== row.status_id) return null;
    const shown = {
      roundId: open.round.id,
      state: 'OPEN' as const,
      startedAt: open.round.startedAt.toISOString(),
    };
    return view === 'member'
      ? { ...shown, ...presentRound(open, approval, actor.userId, actor.permissions.has('MANAGE_WORKFLOW')) }
      : shown;
  },
};
