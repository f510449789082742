import type { SaveTaskView } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { ChangedRow } from '../members/last-change';
import type { ViewFacts } from './views.policy';

export interface ViewRow extends ViewFacts, ChangedRow {
  id: number;
  name: string;
  query: Record<string, string>;
  sort_by: string;
  sort_direction: string;
  columns: string[];
  revision: number;
}

const columns = [
  'id',
  'owner_user_id',
  'name',
  'query',
  'sort_by',
  'sort_direction',
  'columns',
  'is_shared',
  'revision',
  'updated_at',
  'updated_by',
] satisfies (keyof ViewRow)[];

/** SQL: orders names by the Polish alphabet. */
const byName = 'name collate "pl-x-icu", id';

export const selectViews = (knex: Knex, userId: number): Knex.QueryBuilder =>
  knex('task_views')
    .where((either) => either.where('is_shared', true).orWhere('owner_user_id', userId))
    .orderByRaw(byName)
    .select(columns);

export const lockView = (tx: Tx, id: number): Promise<ViewRow | undefined> =>
  tx('task_views').where({ id }).forUpdate().first(columns);

export const countViews = async (tx: Tx, which: Partial<ViewFacts>): Promise<number> => {
  const [row] = await tx('task_views').where(which).count<{ count: number }[]>('* as count');
  return row?.count ?? 0;
};

const toColumns = ({ name, query, sort, columns: shown, isShared }: SaveTaskView) => ({
  name,
  query: JSON.stringify(query),
  sort_by: sort.by,
  sort_direction: sort.direction,
  columns: [...shown],
  is_shared: isShared,
});

const requireRow = ([row]: ViewRow[]): ViewRow => {
  if (!row) throw new Error('The statement returned no view');
  return row;
};

export const insertView = async (
  tx: Tx,
  organizationId: number,
  ownerId: number,
  view: SaveTaskView,
): Promise<ViewRow> =>
  requireRow(
    await tx('task_views')
      .insert({
        organization_id: organizationId,
        owner_user_id: ownerId,
        updated_by: ownerId,
        ...toColumns(view),
      })
      .returning(columns),
  );

export const updateView = async (
  tx: Tx,
  { id, authorId }: { id: number; authorId: number },
  view: SaveTaskView,
): Promise<ViewRow> =>
  requireRow(
    await tx('task_views')
      .where({ id })
      .update({
        ...toColumns(view),
        revision: tx.raw('revision + 1'),
        updated_at: tx.fn.now(),
        updated_by: authorId,
      })
      .returning(columns),
  );

export const deleteViewRow = async (tx: Tx, id: number): Promise<void> => {
  await tx('task_views').where({ id }).delete();
};
