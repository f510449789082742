import type { ApprovalDecision } from '@obieg/contracts';
import { sendWithCommit, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { absentPeople } from '../absences/absent-people';
import { actingMemberIdsOf } from '../groups/effective-groups';
import { addressHintIn, joinMember, nameIn } from '../members/members.repo';
import { isPersonAuthor, personHasBase, personSeesTask } from '../policy/person-access';
import type { Person, Vote } from './electorate';

interface Round {
  id: number;
  statusId: number;
  startedAt: Date;
}

interface RoundRow {
  id: number;
  status_id: number;
  started_at: Date;
}

/** SQL: `r` is the open round of the task. */
const isOpenRound = `r.organization_id = app_organization_id() and r.task_id = :taskId and r.state = 'OPEN'`;

const peopleSql = `
  with round as materialized (select r.* from approval_rounds r where ${isOpenRound}),
  approvers as materialized (
    select distinct one.user_id from round r cross join lateral (${actingMemberIdsOf('any(r.approver_group_ids)')}) one),
  absent as materialized (select * from ${absentPeople} absent),
  people as (
    select user_id from approvers
    union select absent.substitute_user_id from absent join approvers using (user_id)
           where absent.substitute_user_id is not null
    union select v.voter_user_id from round r join approval_votes v
              on v.organization_id = r.organization_id and v.round_id = r.id)
  select person.user_id, ${nameIn('u', 'named')} as name, ${addressHintIn('u', 'named')} as address_hint,
         person.user_id in (select user_id from approvers) as is_member,
         r.is_author_excluded and coalesce(${isPersonAuthor}, false) as is_excluded_author,
         ${personSeesTask} as sees_task, to_char(absent.until_day, 'YYYY-MM-DD') as absent_until,
         absent.substitute_user_id
    from round r
    join tasks t on t.organization_id = r.organization_id and t.id = r.task_id
   cross join people person
    join users u on u.id = person.user_id and not u.is_integration ${joinMember('u', 'named')}
    left join memberships m on m.organization_id = r.organization_id and m.user_id = person.user_id
    left join absent on absent.user_id = person.user_id
   where ${personHasBase}
   order by name, person.user_id`;

/** Queries for the open round of a task, its votes and its people. `readRound` reads the rows. */
export const selectRound = (knex: Knex, taskId: Knex.Raw | number): Knex.Raw[] =>
  [
    `select r.id, r.status_id, r.started_at from approval_rounds r where ${isOpenRound}`,
    `select v.* from approval_rounds r
       join approval_votes v on v.organization_id = r.organization_id and v.round_id = r.id
      where ${isOpenRound} order by v.voted_at, v.voter_user_id`,
    peopleSql,
  ].map((sql) => knex.raw(sql, { taskId }));

interface VoteRow {
  voter_user_id: number;
  for_user_ids: (number | string)[];
  decision: ApprovalDecision;
  comment: string | null;
  voted_at: Date;
}
interface PersonRow {
  user_id: number;
  name: string;
  address_hint: string | null;
  is_member: boolean;
  is_excluded_author: boolean;
  sees_task: boolean;
  absent_until: string | null;
  substitute_user_id: number | null;
}

export interface OpenRound {
  round: Round;
  votes: Vote[];
  people: Person[];
}

const readVote = (row: VoteRow): Vote => ({
  voterUserId: row.voter_user_id,
  forUserIds: row.for_user_ids.map(Number),
  decision: row.decision,
  comment: row.comment,
  votedAt: row.voted_at,
});
const readPerson = (row: PersonRow): Person => ({
  userId: row.user_id,
  name: row.name,
  addressHint: row.address_hint,
  isApprover: row.is_member && !row.is_excluded_author,
  isExcludedAuthor: row.is_excluded_author,
  seesTask: row.sees_task,
  absentUntil: row.absent_until,
  substituteUserId: row.substitute_user_id,
});

/** @returns undefined if no round is open */
export const readRound = (results: readonly (readonly unknown[])[]): OpenRound | undefined => {
  const [[round] = [], votes = [], people = []] = results as [RoundRow[]?, VoteRow[]?, PersonRow[]?];
  if (!round) return undefined;
  return {
    round: { id: round.id, statusId: round.status_id, startedAt: round.started_at },
    votes: votes.map(readVote),
    people: people.map(readPerson),
  };
};

/** Reads the open round of a locked task. */
export const findOpenRound = async (tx: Tx, taskId: number): Promise<OpenRound | undefined> => {
  const results: unknown[][] = [];
  for (const query of selectRound(tx, taskId))
    results.push(((await query) as unknown as { rows: unknown[] }).rows);
  return readRound(results);
};

/** Stores a vote when the transaction commits. A person has one, which replaces an earlier one. */
export const saveVote = (
  tx: Tx,
  roundId: number,
  { voterUserId, forUserIds, decision, comment }: Vote,
): void =>
  sendWithCommit(
    tx,
    tx.raw(
      `insert into approval_votes (organization_id, round_id, voter_user_id, for_user_ids, decision, comment)
       values (app_organization_id(), :roundId, :voterUserId, cast(:forUserIds as bigint[]), :decision, :comment)
       on conflict (organization_id, round_id, voter_user_id) do update
         set for_user_ids = excluded.for_user_ids, decision = excluded.decision, comment = excluded.comment,
             voted_at = now()`,
      { roundId, voterUserId, forUserIds: [...forUserIds], decision, comment },
    ),
  );
