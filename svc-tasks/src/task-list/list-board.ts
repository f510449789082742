import {
  boardColumnsMax,
  boardPageSize,
  openStatusTypeSchema,
  type StatusType,
  statusTypes as statusTypeOrder,
  type TaskFilterOptions,
  type taskBoardQuerySchema,
  type UserSummary,
} from '@obieg/contracts';
import { type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { addressHintIn, nameIn } from '../members/members.repo';
import { getConfigurationOfVersion, selectConfigurationVersion } from '../workflow-model/configuration.repo';
import { planPage, presentPage, selectPage } from './list-tasks';

type BoardQuery = z.output<typeof taskBoardQuerySchema>;

interface BoardStatus {
  statusId: number;
  statusName: string;
  statusType: StatusType;
}

/** The statuses of the organization in the order of work. */
const listBoardStatuses = async (db: Database, caller: SignedInCaller): Promise<BoardStatus[]> => {
  const [rows = []] = await readOrganization(db, caller.tenantScope, (knex) => [
    knex('statuses').orderBy('id').select('id', 'name', 'status_type'),
  ]);
  return (rows as { id: number; name: string; status_type: StatusType }[])
    .map(({ id, name, status_type }) => ({
      statusId: id,
      statusName: name,
      statusType: openStatusTypeSchema.parse(status_type),
    }))
    .sort(
      (one, other) => statusTypeOrder.indexOf(one.statusType) - statusTypeOrder.indexOf(other.statusType),
    );
};

const isSelected = (
  { statusId, statusType }: BoardStatus,
  { statusIds = [], statusTypes = [] }: BoardQuery,
): boolean =>
  (statusIds.length === 0 || statusIds.includes(statusId)) &&
  (statusTypes.length === 0 || statusTypes.includes(statusType));

/**
 * Reads the first tasks of each selected status in one transaction. Each column is the list of its status, so that
 * board and list have the same tasks, counts and cursors.
 */
export const listBoard = async (
  db: Database,
  caller: SignedInCaller,
  { limit = boardPageSize, ...query }: BoardQuery,
): Promise<JsonText> => {
  const selected = (await listBoardStatuses(db, caller)).filter((status) => isSelected(status, query));
  const shown = selected.slice(0, boardColumnsMax);
  // Planned as the list of one status, because a filter decides whether a search can be sorted by relevance.
  const page = await planPage(db, caller, { ...query, statusIds: [0], statusTypes: undefined, limit });
  const pages = shown.map(({ statusId }) => ({ ...page, query: { ...page.query, statusIds: [statusId] } }));
  const isEmpty = page.plan?.method === 'none';
  const rows = isEmpty
    ? []
    : await readOrganization(
        db,
        caller.tenantScope,
        (knex) => pages.map((one) => selectPage(knex, caller, one)),
        'generic',
      );
  const columns: string[] = [];
  for (const [index, status] of shown.entries()) {
    const column = pages[index];
    if (!column) continue;
    const { tasks, rest } = await presentPage(db, caller, column, rows[index]?.[0]);
    const head = JSON.stringify(status).slice(0, -1);
    columns.push(index > 0 ? ',' : '', `${head},"tasks":`, tasks, `,${rest}`);
  }
  return {
    jsonText: [
      '{"success":true,"columns":[',
      ...columns,
      `],"hasMoreStatuses":${selected.length > shown.length}}`,
    ],
  };
};

/** The members among these users. */
const selectMembers = (knex: Knex, userIds: readonly number[]): Knex.QueryBuilder =>
  knex('memberships as m')
    .join('users as u', 'u.id', 'm.user_id')
    .whereIn('u.id', userIds)
    .orderBy('u.username')
    .select(
      'u.id',
      knex.raw(`${nameIn('u', 'm')} as username`),
      'u.email',
      knex.raw(`${addressHintIn('u', 'm')} as "addressHint"`),
    );

/** What the filters of the list offer, from the workflow that svc-workflow published last. */
export const listFilterOptions = async (
  db: Database,
  caller: SignedInCaller,
  userIds: readonly number[],
): Promise<TaskFilterOptions> => {
  const [versions, users = []] = await readOrganization(db, caller.tenantScope, (knex) => [
    selectConfigurationVersion(knex),
    selectMembers(knex, userIds),
  ]);
  const { parameters } = await getConfigurationOfVersion(db, caller, versions);
  return {
    success: true,
    statuses: await listBoardStatuses(db, caller),
    parameters: parameters
      .toSorted((one, other) => one.sortOrder - other.sortOrder || one.id - other.id)
      .map(({ id, displayName, parameterType, dictionaryValues }) => ({
        parameterId: id,
        displayName,
        parameterType,
        dictionaryValues: dictionaryValues.map(({ value }) => ({ value })),
      })),
    users: users as unknown as UserSummary[],
  };
};
