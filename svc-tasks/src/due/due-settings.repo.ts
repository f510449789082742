import {
  type DueSettings,
  defaultDueSettings,
  defaultTimeZone,
  type SaveDueSettings,
} from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';

export interface StoredDueSettings {
  settings: DueSettings;
  /** 0 until they are changed. */
  revision: number;
}

/** The organization's settings, or the defaults. */
export const getDueSettings = async (tx: Tx): Promise<StoredDueSettings> => {
  const { rows } = await tx.raw<{
    rows: { settings: SaveDueSettings | null; revision: number | null; time_zone: string | null }[];
  }>(
    `select d.settings, d.revision, o.time_zone
       from (select app_organization_id() as id) own
       left join organizations o on o.organization_id = own.id
       left join due_settings d on d.organization_id = own.id`,
  );
  const [row] = rows;
  return {
    settings: {
      ...(row?.settings ?? defaultDueSettings),
      timeZone: row?.time_zone ?? defaultTimeZone,
    },
    revision: row?.revision ?? 0,
  };
};

/** Lets one transaction of the organization change the settings at a time. */
export const lockDueSettings = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('due settings', ?))`, [organizationId]);
};

export const storeDueSettings = async (
  tx: Tx,
  organizationId: number,
  settings: SaveDueSettings,
  revision: number,
): Promise<void> => {
  await tx('due_settings')
    .insert({ organization_id: organizationId, settings: JSON.stringify(settings), revision })
    .onConflict('organization_id')
    .merge();
};
