import { type ApprovalsResponse, pendingApprovalsMax } from '@obieg/contracts';
import { type Actor, type Database, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { absentPeople } from '../absences/absent-people';
import { decidingGroupIdsOf, isSubstitutedBy, waitsFor } from '../approval-rounds/approver-sql';
import type { SignedInCaller } from '../callers/caller';
import { addressHintIn, joinMember, nameIn, nameOfAccount } from '../members/members.repo';
import { isListedFor, readerBindings } from '../policy/tasks.policy';

interface ApprovalRow {
  id: number;
  public_task_id: number;
  title: string;
  status_name: string;
  started_at: Date;
  author_name: string | null;
  on_behalf_of: { userId: number; name: string; addressHint: string | null }[];
}

/** A cursor is the id of the last round. An unreadable one starts the list. */
const readCursor = (cursor: string | undefined): number =>
  /^[1-9]\d{0,14}$/.test(cursor ?? '') ? Number(cursor) : 0;

interface ApprovalsPage {
  limit: number;
  cursor?: string | undefined;
}

/**
 * SQL: open rounds `r` that wait for the caller, with their tasks `t`. `offset 0` lets PostgreSQL read only tasks about
 * which the caller's groups decide. Otherwise the duration would depend on hidden ones.
 */
const waitingRounds = (actor: Actor): string => `
    from (select * from approval_rounds r
           where r.organization_id = app_organization_id() and r.state = 'OPEN'
             and r.approver_group_ids && (select ${decidingGroupIdsOf(':readerId')}) offset 0) r
    join tasks t on t.organization_id = r.organization_id and t.id = r.task_id and t.deleted_at is null
   where ${isListedFor(actor)} and ${waitsFor(':readerId')}`;

const bindingsOf = (actor: Actor, { limit, cursor }: ApprovalsPage) => ({
  ...readerBindings(actor),
  after: readCursor(cursor),
  limit: limit + 1,
  max: pendingApprovalsMax,
});

/** Selects the next approvals, and one more if there is one. */
export const selectApprovals = (knex: Knex, actor: Actor, page: ApprovalsPage): Knex.Raw =>
  knex.raw(
    `select t.*, s.name as status_name, ${nameOfAccount('t.author_user_id')} as author_name,
            (select coalesce(json_agg(json_build_object('userId', u.id, 'name', ${nameIn('u', 'm')},
                      'addressHint', ${addressHintIn('u', 'm')}) order by ${nameIn('u', 'm')}, u.id), '[]')
               from ${absentPeople} absent
               join users u on u.id = absent.user_id ${joinMember('u', 'm')}
              where ${isSubstitutedBy(':readerId', 'absent', 't')}) as on_behalf_of
       from (select r.id, r.status_id, r.started_at, r.organization_id, r.approver_group_ids, r.is_author_excluded,
                    t.public_task_id, t.title, t.author_user_id, t.author_email
               ${waitingRounds(actor)} and r.id > :after order by r.id limit :limit) t
       join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
      order by t.id`,
    bindingsOf(actor, page),
  );

/** Lists the open approvals that wait for the caller, longest waiting first. */
export const listApprovals = async (
  db: Database,
  { tenantScope, actor }: SignedInCaller,
  asked: ApprovalsPage,
): Promise<ApprovalsResponse> => {
  const { limit } = asked;
  const [rows = [], [counted] = []] = await readOrganization(db, tenantScope, (knex) => [
    selectApprovals(knex, actor, asked),
    knex.raw(
      `select count(*) as count from (select 1 ${waitingRounds(actor)} limit :max) counted`,
      bindingsOf(actor, asked),
    ),
  ]);
  const page = (rows as unknown as ApprovalRow[]).slice(0, limit);
  return {
    success: true,
    approvals: page.map((row) => ({
      roundId: row.id,
      publicTaskId: row.public_task_id,
      title: row.title,
      statusName: row.status_name,
      startedAt: row.started_at.toISOString(),
      authorName: row.author_name,
      onBehalfOf: row.on_behalf_of,
    })),
    pendingCount: Number(counted?.['count'] ?? 0),
    nextCursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  };
};
