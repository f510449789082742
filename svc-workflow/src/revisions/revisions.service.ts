import type { WorkflowDiff, WorkflowRevisionDetails, WorkflowRevisionList } from '@obieg/contracts';
import { type Database, type Tx, withOrganization } from '@obieg/service-kit';
import { openConfiguration } from '../configuration/configuration.service';
import { compareConfigurations } from '../history/compare';
import {
  getRevision,
  getSnapshot,
  isNewestMissing,
  listRevisions,
  type Snapshot,
} from '../history/revisions.repo';
import type { ChangeDependencies } from '../replacement/plan-change';
import type { Caller } from '../requests/caller';
import { type GroupPaths, loadGroupPaths } from '../workflow-file/group-paths';
import { nameConfiguration, toWorkflowFile } from '../workflow-file/to-file';
import { type RestoreRequest, restoreRevision } from './restore-revision';

/** Groups have their present path. A deleted group has the path of the snapshot. */
const completePaths = (snapshot: Snapshot, present: GroupPaths): GroupPaths =>
  new Map([...snapshot.paths, ...present]);

const nameSnapshot = (snapshot: Snapshot, present: GroupPaths) =>
  nameConfiguration(snapshot.configuration, completePaths(snapshot, present));

/** Opens a transaction in which the present state has a revision. */
const withRevisions = <T>(db: Database, organizationId: number, read: (tx: Tx) => Promise<T>): Promise<T> =>
  withOrganization(db, organizationId, async (tx) => {
    if (await isNewestMissing(tx)) await openConfiguration(tx, organizationId);
    return read(tx);
  });

export const createRevisions = ({ db, runCheck }: ChangeDependencies) => ({
  list: (
    organizationId: number,
    { limit, cursor }: { limit: number; cursor?: number | undefined },
  ): Promise<WorkflowRevisionList> =>
    withRevisions(db, organizationId, async (tx) => {
      const found = await listRevisions(tx, limit + 1, cursor);
      const revisions = found.slice(0, limit);
      const nextCursor = found.length > limit ? String(revisions.at(-1)?.number) : null;
      return { success: true, revisions, nextCursor };
    }),

  /** @throws 404 */
  get: (organizationId: number, number: number): Promise<WorkflowRevisionDetails> =>
    withRevisions(db, organizationId, async (tx) => {
      const revision = await getRevision(tx, number);
      const snapshot = await getSnapshot(tx, number);
      const paths = completePaths(snapshot, await loadGroupPaths(tx));
      return { ...revision, file: toWorkflowFile(snapshot.configuration, paths) };
    }),

  /** Lists the changes between two revisions. @throws 404 */
  compare: (organizationId: number, from: number, to: number): Promise<WorkflowDiff> =>
    withRevisions(db, organizationId, async (tx) => {
      const present = await loadGroupPaths(tx);
      const before = nameSnapshot(await getSnapshot(tx, from), present);
      const after = nameSnapshot(await getSnapshot(tx, to), present);
      return { from, to, changes: compareConfigurations(before, after) };
    }),

  restore: (caller: Caller, request: RestoreRequest) => restoreRevision({ db, runCheck }, caller, request),
});
export type Revisions = ReturnType<typeof createRevisions>;
