import { http } from './http/http';
import { useQuery } from './react-query';

/** The key is not of a person: the name stays when the person changes. */
export const organizationNameKey = ['organization-name'];

const fetchOrganizationName = async (): Promise<string | null> =>
  (await http.get<{ organizationName: string | null }>('/auth/organization-name')).data.organizationName;

/** Name of the organization that this address belongs to, null on the main domain (spec 1 §7). */
export const useOrganizationName = () =>
  useQuery({ queryKey: organizationNameKey, queryFn: fetchOrganizationName, staleTime: 5 * 60_000 });
