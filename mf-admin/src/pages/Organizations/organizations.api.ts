import type { Organization, SaveOrganization } from '@obieg/contracts';
import {
  fetchAllItems,
  http,
  organizationNameKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { deleteIfExists } from '../../optimistic-concurrency';
import { refetchLists } from '../../query-cache';

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
  useOrganizationChange((id: number) => deleteIfExists(`/organizations/${id}`));

/** Returns the URL that opens the organization's sub-domain with the current session. */
export const handOverSession = async (organizationId: number): Promise<string> =>
  (await http.post<{ address: string }>('/auth/hand-over', { organizationId })).data.address;
