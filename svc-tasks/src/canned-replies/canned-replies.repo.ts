import type { CannedReply, SaveCannedReply } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { ChangedRow } from '../members/last-change';

interface ReplyRow extends ChangedRow {
  id: number;
  name: string;
  content: string;
  revision: number;
  updated_at: Date;
}

const columns = [
  'id',
  'name',
  'content',
  'revision',
  'updated_at',
  'updated_by',
] satisfies (keyof ReplyRow)[];

/** SQL: orders names by the Polish alphabet. */
const byName = 'name collate "pl-x-icu", id';

export const presentReply = ({ id, name, content, revision, updated_at }: ReplyRow): CannedReply => ({
  id,
  name,
  content,
  revision,
  updatedAt: updated_at.toISOString(),
});

export const selectReplies = (knex: Knex): Knex.QueryBuilder =>
  knex('canned_replies').orderByRaw(byName).select(columns);

export const lockReply = (tx: Tx, id: number): Promise<ReplyRow | undefined> =>
  tx('canned_replies').where({ id }).forUpdate().first(columns);

export const countReplies = async (tx: Tx): Promise<number> => {
  const [row] = await tx('canned_replies').count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
};

const requireRow = ([row]: ReplyRow[]): ReplyRow => {
  if (!row) throw new Error('The statement returned no canned reply');
  return row;
};

export const insertReply = async (
  tx: Tx,
  { organizationId, authorId }: { organizationId: number; authorId: number },
  { name, content }: SaveCannedReply,
): Promise<ReplyRow> =>
  requireRow(
    await tx('canned_replies')
      .insert({ organization_id: organizationId, name, content, updated_by: authorId })
      .returning(columns),
  );

export const updateReply = async (
  tx: Tx,
  { id, authorId }: { id: number; authorId: number },
  { name, content }: SaveCannedReply,
): Promise<ReplyRow> =>
  requireRow(
    await tx('canned_replies')
      .where({ id })
      .update({
        name,
        content,
        revision: tx.raw('revision + 1'),
        updated_at: tx.fn.now(),
        updated_by: authorId,
      })
      .returning(columns),
  );

export const deleteReplyRow = async (tx: Tx, id: number): Promise<void> => {
  await tx('canned_replies').where({ id }).delete();
};
