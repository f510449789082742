import { recordEvent, type Tx } from '@obieg/service-kit';

interface ChangedGroup {
  organization_id: number;
  id: number;
  name: string;
  description: string | null;
  parent_group_id: number | null;
}

/** Publishes a group's new state. */
export const recordGroup = (tx: Tx, row: ChangedGroup, traceparent?: string): void =>
  recordEvent(tx, {
    type: 'obieg.identity.group.changed',
    organizationId: row.organization_id,
    aggregateId: row.id,
    data: {
      organizationId: row.organization_id,
      id: row.id,
      name: row.name,
      description: row.description,
      parentGroupId: row.parent_group_id,
    },
    traceparent,
  });

export const recordGroupDeleted = (
  tx: Tx,
  { organization_id, id }: Pick<ChangedGroup, 'organization_id' | 'id'>,
  traceparent?: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.identity.group.deleted',
    organizationId: organization_id,
    aggregateId: id,
    data: { organizationId: organization_id, id },
    traceparent,
  });
