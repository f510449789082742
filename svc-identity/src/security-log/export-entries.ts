import { Readable } from 'node:stream';
import {
  limits,
  type SecurityLogEntry,
  type SecurityLogExportQuery,
  securityLogExportMax,
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

/** First characters that make a spreadsheet run the cell as a formula, also in their full-width forms and after spaces. */
const formulaStart = /^\s*[=+\-@|\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Quotes a cell (RFC 4180). An apostrophe keeps a spreadsheet from running text of people as a formula. */
const toCell = (value: string | null | undefined): string => {
  const text = value ?? '';
  return `"${formulaStart.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
};

const toLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
const byteOrderMark = '\uFEFF';

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
  yield byteOrderMark + toLine(columns.map(([name]) => name));
  let cursor: number | undefined;
  for (let left = securityLogExportMax; left > 0; left -= limits.pageSizeMax) {
    const actor = await findActorNow();
    if (!actor.permissions.has('MANAGE_USERS')) return;
    const page = await listSecurityEntries(db, actor, organizationId, {
      ...query,
      limit: Math.min(left, limits.pageSizeMax),
      cursor,
    });
    yield page.entries.map((entry) => toLine(columns.map(([, read]) => read(entry)))).join('');
    if (page.nextCursor === null) return;
    cursor = Number(page.nextCursor);
  }
};

/** Streams the newest matching entries as CSV, page by page, so that an export holds no connection while it is read. */
export const exportSecurityEntries = (db: Database, request: Export): Readable =>
  Readable.from(writeLines(db, request));
