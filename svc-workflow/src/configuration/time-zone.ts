import type { Tx } from '@obieg/service-kit';

/** Returns the time zone of an organization, to which dates and times in its workflow belong. */
export const loadTimeZone = async (tx: Tx, organizationId: number): Promise<string | undefined> => {
  const row = await tx('known_organizations').where({ id: organizationId }).first('time_zone');
  return row?.time_zone;
};
