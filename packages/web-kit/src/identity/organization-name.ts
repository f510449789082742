import type { OrganizationName } from '@obieg/contracts';
import { http } from '../http/http';
import { queryOptions, useQuery } from '../queries/react-query';

/** Kept when the session changes, because the name does not depend on the user. */
export const organizationNameKey = ['organization-name'];

const fetchOrganizationName = async (): Promise<OrganizationName> =>
  (await http.get<OrganizationName>('/auth/organization-name', { isAnonymous: true })).data;

export const organizationNameQuery = queryOptions({
  queryKey: organizationNameKey,
  queryFn: fetchOrganizationName,
  staleTime: 5 * 60_000,
});

/** Returns the name of this address's organization, or null on the main domain (spec 1 §7). */
export const useOrganizationName = () =>
  useQuery({ ...organizationNameQuery, select: ({ organizationName }) => organizationName });
