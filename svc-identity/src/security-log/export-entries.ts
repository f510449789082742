import { Readable } from 'node:stream';
import {
  csvStart,
  limits,
  type SecurityLogEntry,
  type SecurityLogExportQuery,
  securityLogExportMax,
  toCsvLine,
} from '@obieg/contracts';
import type { Actor, Database } from '@obieg/service-kit';
import { listSecurityEntries } from './list-entries';

const columns: [name: string, read: (entry: SecurityLogEntry) => string | null | undefined][] = [
  ['time', ({ happenedAt }) => happenedAt],
  ['event', ({ event }) => event],
  ['outcome', ({ outcome }) => outcome],
  ['actor', ({ actor }) => actor?.username],
  ['actorEmail', ({ actor }) => actor?.email],
  ['subjectType', ({ subject }) => subject?.type],
  ['subjectId', ({ subject }) => subject?.id],
  ['subject', ({ subject }) => subject?.name],
  ['subjectEmail', ({ subject }) => subject?.email],
  ['group', ({ groupName }) => groupName],
  ['parentGroup', ({ parentGroupName }) => parentGroupName],
  ['parentGroupBefore', ({ parentGroupNameBefore }) => parentGroupNameBefore],
  ['ip', ({ ip }) => ip],
  ['details', ({ details }) => JSON.stringify(details)],
];

/** The log to export, and its reader, looked up again before each page. */
interface Export {
  organizationId: number | undefined;
  findActorNow: () => Promise<Actor>;
  query: SecurityLogExportQuery;
}

const writeLines = async function* (
  db: Database,
  { organizationId, findActorNow, query }: Export,
): AsyncGenerator<string> {
  yield csvStart + toCsvLine(columns.map(([name]) => name));
  let cursor: number | undefined;
  for (let left = securityLogExportMax; left > 0; left -= limits.pageSizeMax) {
    const actor = await findActorNow();
    if (!actor.permissions.has('MANAGE_USERS')) return;
    const page = await listSecurityEntries(db, actor, organizationId, {
      ...query,
      limit: Math.min(left, limits.pageSizeMax),
      cursor,
    });
    yield page.entries.map((entry) => toCsvLine(columns.map(([, read]) => read(entry)))).join('');
    if (page.nextCursor === null) return;
    cursor = Number(page.nextCursor);
  }
};

/** Streams the newest matching entries as CSV, page by page, so that an export holds no connection while it is read. */
export const exportSecurityEntries = (db: Database, request: Export): Readable =>
  Readable.from(writeLines(db, request));
