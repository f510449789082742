import type { Approval, ApprovalDecision } from '@obieg/contracts';

/** An approver, a substitute, or someone who has voted. Has the permission BASE. */
export interface Person {
  userId: number;
  name: string;
  addressHint: string | null;
  /** Effective leader or member of an approver group, and not the excluded author. */
  isApprover: boolean;
  isExcludedAuthor: boolean;
  seesTask: boolean;
  /** The last day of the absence; null if present today. */
  absentUntil: string | null;
  substituteUserId: number | null;
}

export interface Vote {
  voterUserId: number;
  /** The approvers for whom the vote counts. */
  forUserIds: readonly number[];
  decision: ApprovalDecision;
  comment: string | null;
  votedAt: Date;
}

/** The place of an approver, and who decides in it. One person decides once, in however many places. */
export interface Seat {
  approver: Person;
  decider: Person;
  vote: Vote | undefined;
}

/** The substitute of an absent approver, if they may decide: they see the task, and are not its excluded author. */
const findSubstitute = (people: ReadonlyMap<number, Person>, approver: Person): Person | undefined => {
  if (approver.absentUntil === null || approver.substituteUserId === null) return undefined;
  const substitute = people.get(approver.substituteUserId);
  return substitute?.seesTask && !substitute.isExcludedAuthor ? substitute : undefined;
};

/**
 * Seats the approvers of this moment. An own vote comes before that of a substitute, which stays after the absence.
 * Votes of people who are no approvers any more, or who lost BASE, have no seat.
 */
export const seatApprovers = (people: readonly Person[], votes: readonly Vote[]): Seat[] => {
  const byId = new Map(people.map((person) => [person.userId, person]));
  return people
    .filter(({ isApprover }) => isApprover)
    .map((approver) => {
      const isOwn = (vote: Vote): boolean => vote.voterUserId === approver.userId;
      const vote = votes.find(isOwn) ?? votes.find((one) => one.forUserIds.includes(approver.userId));
      const voter = vote && byId.get(vote.voterUserId);
      if (vote && voter) return { approver, decider: voter, vote };
      const decider = findSubstitute(byId, approver) ?? approver;
      // A substitute with a vote of their own decides once: it also stands for the absent approver.
      return { approver, decider, vote: votes.find(({ voterUserId }) => voterUserId === decider.userId) };
    });
};

/** The approvers for whom the person decides now: themself, and absent ones. Empty if the person may not decide. */
export const listSeatsOf = (seats: readonly Seat[], userId: number): Seat[] =>
  seats.filter(({ approver, decider }) => approver.userId === userId || decider.userId === userId);

interface Tally {
  approvals: number;
  rejections: number;
  /** People who can decide. */
  total: number;
  /** Approvals that decide. A quorum above the number of people needs all of them. */
  needed: number;
}

/** Counts each decider once. */
export const countVotes = (seats: readonly Seat[], quorum: Approval['quorum']): Tally => {
  const deciders = new Map(seats.map(({ decider, vote }) => [decider.userId, vote?.decision]));
  const decisions = [...deciders.values()];
  const total = deciders.size;
  const count = (wanted: ApprovalDecision): number => decisions.filter((one) => one === wanted).length;
  const needed = quorum === 'ANY' ? 1 : typeof quorum === 'number' ? quorum : total;
  return {
    approvals: count('APPROVED'),
    rejections: count('REJECTED'),
    total,
    needed: Math.min(needed, total),
  };
};

/**
 * The result of a round; undefined while it is open. With ANY, the first decision is the result. Otherwise it is
 * rejected as soon as the needed approvals can no longer come together.
 */
export const judgeRound = (
  seats: readonly Seat[],
  quorum: Approval['quorum'],
): ApprovalDecision | undefined => {
  const { approvals, rejections, total, needed } = countVotes(seats, quorum);
  if (total === 0) return undefined;
  if (approvals >= needed) return 'APPROVED';
  const isLost = quorum === 'ANY' ? rejections > 0 : total - rejections < needed;
  return isLost ? 'REJECTED' : undefined;
};
