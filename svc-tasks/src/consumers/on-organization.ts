import { defineReaction, resolveTimeZone } from '@obieg/service-kit';
import { queueRecountOfTimeZone } from '../targets/queue-recount';

export const onOrganizationChanged = defineReaction({
  type: 'obieg.identity.organization.changed',
  apply: async (tx, { data: { id, name, codeName, timeZone } }, log) => {
    const time_zone = timeZone && (await resolveTimeZone(tx, { organizationId: id, timeZone }, log));
    if (time_zone) await queueRecountOfTimeZone(tx, id, time_zone);
    await tx('organizations')
      .insert({
        organization_id: id,
        name,
        code_name: codeName,
        deleted_at: null,
        ...(time_zone && { time_zone }),
      })
      .onConflict('organization_id')
      .merge();
  },
});

export const onOrganizationDeleted = defineReaction({
  type: 'obieg.identity.organization.deleted',
  apply: async (tx, { data: { id } }) => {
    await tx('organizations').where({ organization_id: id }).update({ deleted_at: tx.fn.now() });
  },
});
