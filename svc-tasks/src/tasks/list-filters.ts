import type { taskListQuerySchema } from '@obieg/contracts';
import { type Actor, type Database, type Planning, readOrganization } from '@obieg/service-kit';
import type { z } from 'zod';
import { groupIdsOf, selectSightGroups, sightGroupIds } from '../groups/effective-groups';
import type { SignedInCaller } from '../people/caller';
import { type Position, sortKeys } from './list-order';
import { isOfOrganization } from './tasks.policy';

type Query = z.output<typeof taskListQuerySchema>;

/** What `assignedToMyGroups` and `statusTypes` stand for. */
interface FilterIds {
  groupIds: readonly number[];
  statusIds: readonly number[];
}

/** What a page is chosen by; with `filterIds` PostgreSQL knows how many tasks they have as it plans. */
export interface PageRequest {
  query: Query;
  limit: number;
  after?: Position | undefined;
  filterIds?: FilterIds | undefined;
}

/** A condition on one column of `tasks`. */
export interface ColumnFilter {
  column: string;
  is: string;
}

/** What `assignedToMe` and `assignedToMyGroups` ask for. */
export const ownFilters = ({
  query: { assignedToMe, assignedToMyGroups },
  filterIds,
}: PageRequest): ColumnFilter[] => [
  ...(assignedToMe ? [{ column: 'assigned_user_id', is: '= :readerId' }] : []),
  ...(assignedToMyGroups
    ? [{ column: 'assigned_group_id', is: `= any(${filterIds ? ':groupIds' : sightGroupIds})` }]
    : []),
];

const idsOfTypes = 'array(select id from statuses where status_type = any(:statusTypes))';

export const statusFilters = ({ query: { statusTypes }, filterIds }: PageRequest): ColumnFilter[] =>
  statusTypes?.length ? [{ column: 'status_id', is: `= any(${filterIds ? ':statusIds' : idsOfTypes})` }] : [];

/** In the order in which the indexes of assignees hold tasks. */
const isByIndex = ({ sortBy }: Query): boolean => sortBy === 'createdAt';

/** Found group by group, newest or oldest first. */
export const isByGroups = (actor: Actor, query: Query): boolean =>
  isOfOrganization(actor) && query.assignedToMyGroups === true && !query.assignedToMe && isByIndex(query);

/**
 * Whether it depends on how many tasks the statuses and groups have if they are found first and sorted, or all tasks are
 * gone through in order until the page is full.
 */
const needsFilterIds = (actor: Actor, query: Query): boolean =>
  isOfOrganization(actor) &&
  !(query.assignedToMe && isByIndex(query)) &&
  !isByGroups(actor, query) &&
  !sortKeys[query.sortBy].walk &&
  (query.assignedToMyGroups === true || (query.statusTypes ?? []).length > 0);

/** What is looked for by its author, or sorted after it was looked for, is planned for how many it is. */
export const planningFor = (actor: Actor, { query, filterIds }: PageRequest): Planning =>
  isOfOrganization(actor) && !filterIds && (!query.assignedToMe || isByIndex(query)) ? 'kept' : 'own';

/** Undefined where they are not needed before the page is asked for. */
export const findFilterIds = async (
  db: Database,
  { organizationId, actor }: SignedInCaller,
  query: Query,
): Promise<FilterIds | undefined> => {
  if (!needsFilterIds(actor, query)) return undefined;
  const { statusTypes = [] } = query;
  const [[statuses] = [], groups] = await readOrganization(db, organizationId, (knex) => [
    knex.raw(`select to_json(${idsOfTypes}) as ids`, { statusTypes }),
    selectSightGroups(knex, actor.userId),
  ]);
  return { statusIds: statuses?.['ids'] as number[], groupIds: [...groupIdsOf(groups)] };
};
