import {
  type Database,
  forEachOrganization,
  type Logger,
  resolveTimeZone,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';

/** Lists the time zones that PostgreSQL does not know. Only this query spans organizations. */
const listUnknown = (db: Database): Promise<Map<number, string>> =>
  withEveryOrganization(db, async (tx) => {
    const { rows } = await tx.raw<{ rows: { organization_id: number; time_zone: string }[] }>(
      `select organization_id, time_zone from organizations
        where time_zone not in (select name from pg_timezone_names)`,
    );
    return new Map(rows.map(({ organization_id, time_zone }) => [organization_id, time_zone]));
  });

/**
 * Replaces time zones that PostgreSQL no longer knows, for example after an update of its time zone database. Until
 * then, filters by due date fail in these organizations. @returns their number
 */
export const replaceUnknownTimeZones = async (db: Database, log: Logger): Promise<number> => {
  const unknown = await listUnknown(db);
  await forEachOrganization(unknown.keys(), { work: 'replace the time zone', log }, (organizationId) =>
    withOrganization(db, organizationId, async (tx) => {
      const timeZone = unknown.get(organizationId) ?? '';
      const time_zone = await resolveTimeZone(tx, { organizationId, timeZone }, log);
      await tx('organizations').where({ time_zone: timeZone }).update({ time_zone });
    }),
  );
  return unknown.size;
};
