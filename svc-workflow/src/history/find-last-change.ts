import type { LastChange } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { Entities } from '../model/configuration.model';

/** A snapshot can have 1 MB. Someone who comes back to an older form learns no author. */
const searchedRevisionsMax = 20;

interface EntityRow {
  created_at: Date;
  author_name: string | null;
  /** JSON without the entity's own revision; null if the revision does not contain the entity. */
  entity: string | null;
}

/**
 * Returns the newest revision of the workflow in which an entity differs from the revision before. Reads one snapshot
 * at a time, because the change is nearly always among the first.
 */
export const findLastChange = async (
  tx: Tx,
  { kind, id }: { kind: keyof Entities; id: number },
): Promise<LastChange | undefined> => {
  const readRevision = async (position: number): Promise<EntityRow | undefined> =>
    (
      await tx.raw<{ rows: EntityRow[] }>(
        `select r.created_at, coalesce(m.shown_name, u.username) as author_name,
                (select (entity - 'revision')::text
                   from jsonb_array_elements(r.snapshot->'configuration'->cast(:kind as text)) as entity
                  where (entity->>'id')::bigint = :id) as entity
           from workflow_revisions r
           left join memberships m on m.user_id = r.author_id
           left join users u on u.id = m.user_id
          order by r.number desc offset :position limit 1`,
        { kind, id, position },
      )
    ).rows[0];
  let newer = await readRevision(0);
  for (let position = 1; newer && position <= searchedRevisionsMax; position += 1) {
    const older = await readRevision(position);
    if (!older || older.entity !== newer.entity)
      return { at: newer.created_at.toISOString(), authorName: newer.author_name };
    newer = older;
  }
  return undefined;
};
