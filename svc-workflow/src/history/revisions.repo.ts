import {
  type BilingualText,
  openRevisionKindSchema,
  type RevisionKind,
  type WorkflowRevision,
} from '@obieg/contracts';
import { problem, type Tx } from '@obieg/service-kit';
import type { Configuration } from '../model/configuration.model';
import type { UntimedConfiguration } from '../model/keep-times';
import type { GroupPaths } from '../workflow-file/group-paths';

/** A state of the workflow, with the paths that its groups had. */
export interface Snapshot {
  configuration: Configuration;
  paths: GroupPaths;
}

/** As an earlier version may have stored it. */
interface UntimedSnapshot {
  configuration: UntimedConfiguration;
  paths: GroupPaths;
}

/** The paths are stored as entries. */
interface StoredSnapshot {
  configuration: UntimedConfiguration;
  paths: [id: number, path: string][];
}

export interface NewRevision {
  number: number;
  authorId: number | null;
  kind: RevisionKind;
  restoredFrom: number | null;
  summary: BilingualText;
}

interface RevisionRow {
  number: number;
  created_at: Date;
  author_id: number | null;
  username: string | null;
  address_hint: string | null;
  kind: RevisionKind;
  restored_from: number | null;
  summary: BilingualText;
}

/** The newest revisions stay, within both limits for each organization. */
const revisionsMax = 1_000;
const snapshotBytesMax = 64 * 1024 * 1024;

const deleteOldRevisions = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.raw(
    `delete from workflow_revisions where organization_id = :organizationId and number <= (
       select max(number) from (
         select number, row_number() over newest as position, sum(snapshot_bytes) over newest as bytes
           from workflow_revisions where organization_id = :organizationId
         window newest as (order by number desc)
       ) sized where position > :revisionsMax or bytes > :snapshotBytesMax)`,
    { organizationId, revisionsMax, snapshotBytesMax },
  );
};

const listNamedGroups = ({ statuses, transitions, scenarios }: Configuration): ReadonlySet<number> =>
  new Set([
    ...statuses.flatMap(({ approval }) => approval?.approverGroupIds ?? []),
    ...transitions.flatMap(({ targetGroupId, executorGroupIds }) => [
      ...(targetGroupId === null ? [] : [targetGroupId]),
      ...executorGroupIds,
    ]),
    ...scenarios.flatMap(({ expectedGroupId }) => (expectedGroupId === null ? [] : [expectedGroupId])),
  ]);

/** Stores a state, and deletes revisions beyond the limits. */
export const insertRevision = async (
  tx: Tx,
  { number, authorId, kind, restoredFrom, summary }: NewRevision,
  { configuration, paths }: Snapshot,
): Promise<void> => {
  const { organizationId } = configuration;
  const named = listNamedGroups(configuration);
  const stored: StoredSnapshot = { configuration, paths: [...paths].filter(([id]) => named.has(id)) };
  const snapshot = JSON.stringify(stored);
  await tx('workflow_revisions').insert({
    organization_id: organizationId,
    number,
    author_id: authorId,
    kind,
    restored_from: restoredFrom,
    summary: JSON.stringify(summary),
    snapshot,
    snapshot_bytes: Buffer.byteLength(snapshot),
  });
  await deleteOldRevisions(tx, organizationId);
};

const readRevision = (row: RevisionRow): WorkflowRevision => ({
  number: row.number,
  createdAt: row.created_at.toISOString(),
  author:
    row.author_id === null
      ? null
      : { id: row.author_id, username: row.username, addressHint: row.address_hint },
  kind: openRevisionKindSchema.parse(row.kind),
  restoredFrom: row.restored_from,
  summary: row.summary,
});

/** Names only authors who are or were members, so that super administrators stay unknown to members. */
const revisionQuery = (tx: Tx) =>
  tx('workflow_revisions as r')
    .leftJoin('memberships as m', 'm.user_id', 'r.author_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select<RevisionRow[]>(
      'r.number',
      'r.created_at',
      'r.author_id',
      tx.raw('coalesce(m.shown_name, u.username) as username'),
      tx.raw('case when m.shown_name is not null then u.email end as address_hint'),
      'r.kind',
      'r.restored_from',
      'r.summary',
    );

/** Lists the newest revisions before `before`. */
export const listRevisions = async (
  tx: Tx,
  limit: number,
  before: number | undefined,
): Promise<WorkflowRevision[]> => {
  const query = revisionQuery(tx).orderBy('r.number', 'desc').limit(limit);
  return (await (before === undefined ? query : query.where('r.number', '<', before))).map(readRevision);
};

/** @throws 404 */
export const getRevision = async (tx: Tx, number: number): Promise<WorkflowRevision> => {
  const [row] = await revisionQuery(tx).where('r.number', number);
  if (!row) throw problem.notFound();
  return readRevision(row);
};

/** @returns undefined if the revision does not exist */
const findSnapshot = async (tx: Tx, number: number): Promise<UntimedSnapshot | undefined> => {
  const row: { snapshot: StoredSnapshot } | undefined = await tx('workflow_revisions')
    .where({ number })
    .first('snapshot');
  return row && { configuration: row.snapshot.configuration, paths: new Map(row.snapshot.paths) };
};

/** @throws 404 */
export const getStoredSnapshot = async (tx: Tx, number: number): Promise<UntimedSnapshot> => {
  const snapshot = await findSnapshot(tx, number);
  if (!snapshot) throw problem.notFound();
  return snapshot;
};

const complete = ({ configuration, paths }: UntimedSnapshot): Snapshot => ({
  configuration: {
    ...configuration,
    calendars: configuration.calendars ?? [],
    targets: configuration.targets ?? [],
  },
  paths,
});

/** @throws 404 */
export const getSnapshot = async (tx: Tx, number: number): Promise<Snapshot> =>
  complete(await getStoredSnapshot(tx, number));

export const hasRevision = async (tx: Tx, number: number): Promise<boolean> =>
  (await tx('workflow_revisions').where({ number }).first('number')) !== undefined;

/** @returns the newest stored state; undefined if there is none */
export const findNewestSnapshot = async (tx: Tx): Promise<Snapshot | undefined> => {
  const [newest] = await tx('workflow_revisions').max<{ max: number | null }[]>('number');
  const snapshot = newest?.max == null ? undefined : await findSnapshot(tx, newest.max);
  return snapshot && complete(snapshot);
};

/** Whether the present state was saved without a revision. */
export const isNewestMissing = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `select from workflow_configurations c
      where organization_id = app_organization_id() and revision > 0
        and not exists (select from workflow_revisions r
                         where r.organization_id = c.organization_id and r.number = c.revision)`,
  );
  return rows.length > 0;
};
