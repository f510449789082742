import type {
  Organization,
  OrganizationContents,
  OrganizationTaskCount,
  SaveOrganization,
} from '@obieg/contracts';
import {
  fetchAllItems,
  http,
  organizationNameKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { deleteIfExists } from './optimistic-concurrency';
import { detailQueryOptions, refetchLists } from './query-cache';

const key = ['organizations'] as const;

export const useOrganizations = () =>
  useQuery({
    queryKey: key,
    queryFn: () => fetchAllItems<Organization>('/organizations'),
  });

const useOrganizationChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The invitation form and the page header also show organization names.
    onSuccess: () => refetchLists(client, key, ['admin-organizations'], organizationNameKey),
  });
};

export const useCreateOrganization = () =>
  useOrganizationChange(
    async (input: SaveOrganization) => (await http.post<Organization>('/organizations', input)).data,
  );

export const useUpdateOrganization = () =>
  useOrganizationChange(
    async ({ id, ...input }: SaveOrganization & { id: number }) =>
      (await http.put<Organization>(`/organizations/${id}`, input)).data,
  );

export const useDeleteOrganization = () =>
  useOrganizationChange(({ id, codeName }: { id: number; codeName: string }) =>
    // The server refuses the deletion if another administrator has changed the code name.
    deleteIfExists(`/organizations/${id}?codeName=${encodeURIComponent(codeName)}`),
  );

/** Loads what the deletion of an organization takes away. */
export const useOrganizationContents = (id: number) =>
  useQuery({
    queryKey: ['organization-contents', id],
    queryFn: async () => (await http.get<OrganizationContents>(`/organizations/${id}/contents`)).data,
    ...detailQueryOptions,
  });

/** Counts the tasks that the deletion of an organization takes away. Only svc-tasks knows them. */
export const useOrganizationTaskCount = (id: number) =>
  useQuery({
    queryKey: ['organization-task-count', id],
    queryFn: async () =>
      (await http.get<OrganizationTaskCount>(`/tasks/organizations/${id}/count`)).data.taskCount,
    ...detailQueryOptions,
  });

/** Returns the URL that opens the organization's sub-domain with the current session. */
export const handOverSession = async (organizationId: number): Promise<string> =>
  (await http.post<{ address: string }>('/auth/hand-over', { organizationId })).data.address;
