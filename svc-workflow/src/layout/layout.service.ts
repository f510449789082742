import type { SaveWorkflowLayout, StatusPosition, WorkflowLayout } from '@obieg/contracts';
import { type Database, problem, readOrganization, type Tx, withOrganization } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import type { Caller } from '../requests/caller';

/** @throws 422 if a position is unknown or listed twice */
const checkPositions = async (
  tx: Tx,
  { language }: Caller,
  positions: readonly StatusPosition[],
): Promise<void> => {
  const known = new Set<number | null>([null, ...(await tx('statuses').pluck<number[]>('id'))]);
  const seen = new Set<number | null>();
  const errors = positions.flatMap(({ statusId }, index) => {
    const key = seen.has(statusId) ? 'duplicatePosition' : 'statusUnknown';
    const isValid = known.has(statusId) && !seen.has(statusId);
    seen.add(statusId);
    return isValid ? [] : [{ field: `positions.${index}.statusId`, message: translate(language, key) }];
  });
  if (errors.length > 0) throw problem.validation(errors.slice(0, 100));
};

/**
 * The layout of the picture is not part of the configuration: moving a status changes no task, so it makes no revision
 * and no event.
 */
export const createLayouts = (db: Database) => ({
  /** Omits statuses that were deleted after they were placed. */
  get: async (organizationId: number): Promise<WorkflowLayout> => {
    const [layouts, statuses] = await readOrganization(db, organizationId, (knex) => [
      knex('workflow_layouts').select('revision', 'positions'),
      knex('statuses').select('id'),
    ]);
    const [layout] = layouts as WorkflowLayout[];
    const known = new Set((statuses as { id: number }[]).map(({ id }) => id));
    return {
      revision: layout?.revision ?? 0,
      positions: (layout?.positions ?? []).filter(({ statusId }) => statusId === null || known.has(statusId)),
    };
  },

  /** @throws 409 if another user saved in the meantime, 422 */
  save: (caller: Caller, { revision, positions }: SaveWorkflowLayout): Promise<WorkflowLayout> =>
    withOrganization(db, caller.organizationId, async (tx) => {
      await checkPositions(tx, caller, positions);
      await tx('workflow_layouts')
        .insert({ organization_id: caller.organizationId, revision: 0, positions: '[]' })
        .onConflict('organization_id')
        .ignore();
      const changed = await tx('workflow_layouts')
        .where({ revision })
        .update({ revision: revision + 1, positions: JSON.stringify(positions) });
      if (changed === 0)
        throw problem.conflict('CONFLICT', translate(caller.language, 'layoutSavedMeanwhile'));
      return { revision: revision + 1, positions };
    }),
});
export type Layouts = ReturnType<typeof createLayouts>;
