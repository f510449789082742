import type {
  Organization,
  OrganizationContents,
  OrganizationTaskCount,
  SaveOrganization,
} from '@obieg/contracts';
import { fetchAllItems, http, organizationNameKey, useQuery } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { createEntityApi } from './entity-api';
import { listKeys } from './list-keys';
import { deleteIfExists } from './optimistic-concurrency';
import { detailQueryOptions } from './query-cache';

const organizationApi = createEntityApi<Organization, SaveOrganization>({
  path: '/organizations',
  listKey: listKeys.organizations,
  detailKey: 'organization',
  // The invitation form and the page header also show organization names.
  dependentLists: [listKeys.adminOrganizations, organizationNameKey],
  fetchList: () => fetchAllItems<Organization>('/organizations'),
});

export const {
  useList: useOrganizations,
  useSave: useSaveOrganization,
  load: loadOrganization,
} = organizationApi;

export const useDeleteOrganization = () =>
  organizationApi.useChange(({ id, codeName }: { id: number; codeName: string }) =>
    // The server refuses the deletion if another administrator has changed the code name.
    deleteIfExists(`/organizations/${id}?codeName=${encodeURIComponent(codeName)}`),
  );

/** Loads what the deletion of an organization takes away. */
export const useOrganizationContents = (id: number) =>
  useQuery({
    queryKey: ownKey('organization-contents', id),
    queryFn: async () => (await http.get<OrganizationContents>(`/organizations/${id}/contents`)).data,
    ...detailQueryOptions,
  });

/** Counts the tasks that the deletion of an organization takes away. Only svc-tasks knows them. */
export const useOrganizationTaskCount = (id: number) =>
  useQuery({
    queryKey: ownKey('organization-task-count', id),
    queryFn: async () =>
      (await http.get<OrganizationTaskCount>(`/tasks/organizations/${id}/count`)).data.taskCount,
    ...detailQueryOptions,
  });

/** Returns the URL that opens the organization's sub-domain with the current session. */
export const handOverSession = async (organizationId: number): Promise<string> =>
  (await http.post<{ address: string }>('/auth/hand-over', { organizationId })).data.address;
