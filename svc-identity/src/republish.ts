import type { GroupMemberRole } from '@obieg/contracts';
import {
  createRepublishPace,
  type Database,
  forEachOrganizationOrThrow,
  type Logger,
  republishRemovals,
  type Tx,
  withOrganization,
  withTransaction,
} from '@obieg/service-kit';
import { recordMemberChanged } from './groups/group-members.repo';
import { recordGroup } from './groups/groups.events';
import type { GroupRow } from './groups/read-groups';
import {
  type MembershipRow,
  recordMembershipChanged,
  recordUserChanged,
  type UserRow,
} from './members/members.repo';
import { type OrganizationRow, recordOrganizationChanged } from './organizations/organizations.service';

const batchSize = 500;

/** Reads rows in key order, a batch per transaction, and publishes them while they are locked. */
const inBatches = async <Row>(
  pace: () => Promise<void>,
  run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  read: (tx: Tx, after: Row | undefined) => PromiseLike<unknown>,
  publish: (tx: Tx, row: Row) => void,
): Promise<void> => {
  let after: Row | undefined;
  let count = batchSize;
  while (count === batchSize) {
    await pace();
    const batch = await run(async (tx) => {
      const rows = (await read(tx, after)) as Row[];
      for (const row of rows) publish(tx, row);
      return rows;
    });
    count = batch.length;
    after = batch.at(-1);
  }
};

interface GroupMemberRow {
  group_id: number;
  user_id: number;
  role: GroupMemberRole;
}

const republishOrganization = async (
  db: Database,
  organizationId: number,
  pace: () => Promise<void>,
): Promise<void> => {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withOrganization(db, organizationId, work);
  await inBatches<MembershipRow>(
    pace,
    run,
    (tx, after) =>
      tx('memberships')
        .where('organization_id', organizationId)
        .where('user_id', '>', after?.user_id ?? 0)
        .orderBy('user_id')
        .limit(batchSize)
        .forUpdate(),
    recordMembershipChanged,
  );
  await inBatches<GroupRow>(
    pace,
    run,
    (tx, after) =>
      tx('groups')
        .where('organization_id', organizationId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(batchSize)
        .forUpdate(),
    recordGroup,
  );
  await inBatches<GroupMemberRow>(
    pace,
    run,
    (tx, after) =>
      tx('group_members')
        .where('organization_id', organizationId)
        .whereRaw('(group_id, user_id) > (?, ?)', [after?.group_id ?? 0, after?.user_id ?? 0])
        .orderBy(['group_id', 'user_id'])
        .limit(batchSize)
        .forUpdate(),
    (tx, { group_id, user_id, role }) =>
      recordMemberChanged(tx, { organizationId, groupId: group_id, userId: user_id }, role),
  );
};

/**
 * Republishes the current state of every organization, user, membership, group and group member, and all deletions. A
 * former member is a membership without roles.
 *
 * @throws after all others if an organization failed
 */
export const republishPeople = async (db: Database, log: Logger): Promise<void> => {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withTransaction(db, work);
  const pace = createRepublishPace(db);
  const organizationIds: number[] = [];
  await inBatches<OrganizationRow>(
    pace,
    run,
    (tx, after) =>
      tx('organizations')
        .where('id', '>', after?.id ?? 0)
        .whereNull('deleted_at')
        .orderBy('id')
        .limit(batchSize)
        .forUpdate(),
    (tx, row) => {
      organizationIds.push(row.id);
      recordOrganizationChanged(tx, row);
    },
  );
  await inBatches<UserRow>(
    pace,
    run,
    (tx, after) =>
      tx('users')
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(batchSize)
        .forUpdate(),
    recordUserChanged,
  );
  await republishRemovals(db);
  await forEachOrganizationOrThrow(organizationIds, { work: 'republish the people', log }, (id) =>
    republishOrganization(db, id, pace),
  );
};
