import type { Approval, ApprovalDecision, decideApprovalSchema, Task } from '@obieg/contracts';
import { type Database, problem, type Tx } from '@obieg/service-kit';
import type * as z from 'zod';
import { endRound } from '../approval-rounds/enter-status';
import type { SignedInCaller } from '../callers/caller';
import { createEntryContext, insertChangeEntry } from '../history/history.repo';
import { translate } from '../messages/server-messages';
import { changeTask, type LockedTask, type LockedTaskChange } from '../tasks/change-task';
import { recordTaskChanged } from '../tasks/tasks.events';
import type { TaskRow } from '../tasks/tasks.repo';
import { runDecidedTransition } from '../transitions/run-transition';
import { findOpenRound, type OpenRound, saveVote } from './approvals.repo';
import { judgeRound, listSeatsOf, type Seat, seatApprovers, type Vote } from './electorate';

type Input = z.output<typeof decideApprovalSchema>;

interface JudgedRound extends OpenRound {
  approval: Approval;
}

/** @throws 409 if no round is open, or another one than the caller has seen */
const getRound = async (
  tx: Tx,
  { configuration, row }: LockedTask,
  { language }: SignedInCaller,
  roundId?: number,
): Promise<JudgedRound> => {
  const approval = configuration.statuses.find(({ id }) => id === row.status_id)?.approval;
  const open = await findOpenRound(tx, row.id);
  if (!approval || !open || (roundId !== undefined && open.round.id !== roundId))
    throw problem.conflict('APPROVAL_CLOSED', translate(language, 'approvalClosed'));
  return { ...open, approval };
};

/** Who votes and for whom. @throws 403 if the caller is no approver, and substitutes none */
const getOwnSeats = ({ people, votes }: OpenRound, { actor, language }: SignedInCaller): Seat[] => {
  const seats = listSeatsOf(seatApprovers(people, votes), actor.userId);
  if (seats.length === 0) throw problem.forbidden(translate(language, 'approvalForbidden'));
  return seats;
};

/** Ends the round and runs its transition. */
export const finishRound = (
  tx: Tx,
  caller: SignedInCaller,
  task: LockedTask,
  approval: Approval,
  result: ApprovalDecision,
): Promise<TaskRow | undefined> => {
  endRound(tx, task.row, result);
  const transitionId = result === 'APPROVED' ? approval.approvedTransitionId : approval.rejectedTransitionId;
  return runDecidedTransition(caller, transitionId)(tx, task);
};

const recordVote = (tx: Tx, caller: SignedInCaller, task: LockedTask, seats: Seat[], vote: Vote): void => {
  const others = seats.filter(({ approver }) => approver.userId !== caller.actor.userId);
  insertChangeEntry(tx, createEntryContext(caller, task.row), {
    change_type: 'APPROVAL',
    changes: [
      {
        field: 'approval',
        label: others.length > 0 ? others.map(({ approver }) => approver.name).join(', ') : null,
        before: null,
        after: vote.decision,
      },
    ],
    comment: vote.comment,
  });
};

/**
 * Records the caller's decision. The deciding one runs the transition in the same transaction, as the voter's change.
 * The lock of the task orders votes and other changes. Membership is judged under the lock.
 *
 * @throws 403, 409 APPROVAL_CLOSED, 409 APPROVAL_BLOCKED if the transition cannot run; the vote then does not count
 */
const vote =
  (caller: SignedInCaller, { decision, comment, roundId }: Input): LockedTaskChange =>
  async (tx, task) => {
    if (task.view !== 'member') throw problem.forbidden(translate(caller.language, 'approvalForbidden'));
    const open = await getRound(tx, task, caller, roundId);
    const seats = getOwnSeats(open, caller);
    const { userId } = caller.actor;
    const own: Vote = {
      voterUserId: userId,
      forUserIds: seats.map(({ approver }) => approver.userId),
      decision,
      comment: comment?.trim() || null,
      votedAt: new Date(),
    };
    saveVote(tx, open.round.id, own);
    recordVote(tx, caller, task, seats, own);
    const votes = [...open.votes.filter(({ voterUserId }) => voterUserId !== userId), own];
    const result = judgeRound(seatApprovers(open.people, votes), open.approval.quorum);
    if (result) return finishRound(tx, caller, task, open.approval, result);
    recordTaskChanged(tx, task.row, caller.traceparent);
    return undefined;
  };

export const decideApproval = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  input: Input,
): Promise<Task> => changeTask(db, caller, publicTaskId, { change: vote(caller, input) });
