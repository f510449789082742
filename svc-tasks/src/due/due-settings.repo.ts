import {
  type DueSettings,
  defaultDueSettings,
  defaultTimeZone,
  type SaveDueSettings,
} from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { ChangedRow } from '../members/last-change';

export interface StoredDueSettings {
  settings: DueSettings;
  /** 0 until they are changed. */
  revision: number;
}

/** Settings, with who changed them last. */
type ChangedDueSettings = StoredDueSettings & { lastChange: ChangedRow };

/** The organization's settings, or the defaults. */
export const getDueSettings = async (tx: Tx): Promise<ChangedDueSettings> => {
  const { rows } = await tx.raw<{
    rows: (ChangedRow & {
      settings: SaveDueSettings | null;
      revision: number | null;
      time_zone: string | null;
    })[];
  }>(
    `select d.settings, d.revision, d.updated_at, d.updated_by, o.time_zone
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
    lastChange: { updated_at: row?.updated_at ?? null, updated_by: row?.updated_by ?? null },
  };
};

/** Lets one transaction of the organization change the settings at a time. */
export const lockDueSettings = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('due settings', ?))`, [organizationId]);
};

export const storeDueSettings = async (
  tx: Tx,
  { organizationId, authorId }: { organizationId: number; authorId: number },
  settings: SaveDueSettings,
  revision: number,
): Promise<void> => {
  await tx('due_settings')
    .insert({
      organization_id: organizationId,
      settings: JSON.stringify(settings),
      revision,
      updated_at: tx.fn.now(),
      updated_by: authorId,
    })
    .onConflict('organization_id')
    .merge();
};
