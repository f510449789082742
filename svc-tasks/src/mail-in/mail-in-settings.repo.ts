import type { Tx } from '@obieg/service-kit';
import type { ChangedRow } from '../members/last-change';

export interface StoredMailInSettings extends ChangedRow {
  accepts_tasks: boolean;
  /** 0 until they are changed. */
  revision: number;
  code_name: string;
}

/** The organization's settings. Tasks by mail are off until an administrator allows them. */
export const getMailInSettings = async (tx: Tx): Promise<StoredMailInSettings> => {
  const { rows } = await tx.raw<{ rows: StoredMailInSettings[] }>(
    `select coalesce(s.accepts_tasks, false) as accepts_tasks, coalesce(s.revision, 0) as revision,
            s.updated_at, s.updated_by, coalesce(o.code_name, '') as code_name
       from (select app_organization_id() as id) own
       left join organizations o on o.organization_id = own.id
       left join mail_in_settings s on s.organization_id = own.id`,
  );
  return rows[0] as StoredMailInSettings;
};

/** Lets one transaction of the organization change the settings at a time. */
export const lockMailInSettings = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('mail in settings', ?))`, [organizationId]);
};

export const storeMailInSettings = async (
  tx: Tx,
  row: { organization_id: number; accepts_tasks: boolean; revision: number; updated_by: number },
): Promise<void> => {
  await tx('mail_in_settings')
    .insert({ ...row, updated_at: tx.fn.now() })
    .onConflict('organization_id')
    .merge();
};
