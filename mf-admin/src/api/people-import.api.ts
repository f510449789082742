import type { ImportPeople, ImportPeopleResponse, OrganizationRoleCode } from '@obieg/contracts';
import { http, readList, repeatWhileBusy, useQueryClient } from '@obieg/web-kit';
import { listKeys } from './list-keys';

interface Batch extends Omit<ImportPeople, 'roles'> {
  roles: readonly string[];
}

/** Returns a function that sends a batch of rows. Addresses make repetitions safe. */
export const useImportPeople = () => {
  const client = useQueryClient();
  return async (
    batch: Batch,
    { isDryRun, signal }: { isDryRun: boolean; signal: AbortSignal },
  ): Promise<ImportPeopleResponse['results']> => {
    const body: ImportPeople = { ...batch, roles: batch.roles as OrganizationRoleCode[] };
    const response = await repeatWhileBusy(
      () => http.post<ImportPeopleResponse>('/users/import', body, { params: { dryRun: isDryRun }, signal }),
      signal,
    );
    // The lists load when they are shown next. A refetch of each batch would read all members hundreds of times.
    if (!isDryRun)
      for (const queryKey of [listKeys.users, listKeys.organizationUsers])
        void client.invalidateQueries({ queryKey, refetchType: 'none' });
    return readList(response, 'results').results;
  };
};
