import type { Absence, SaveAbsence, UserSearch } from '@obieg/contracts';
import { http, readList, sharedKeys, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';

const absenceKey = [...sharedKeys.account, 'absence'];

interface AbsenceResponse {
  success: boolean;
  absence: Absence | null;
}

export const useAbsence = () =>
  useQuery({
    queryKey: absenceKey,
    queryFn: async ({ signal }) => {
      const { data, headers } = await http.get<AbsenceResponse>('/absence', { signal });
      return { absence: data.absence, etag: headers['etag'] as string | undefined };
    },
  });

const ifMatch = (etag: string | undefined) => (etag === undefined ? {} : { 'If-Match': etag });

/** Saves the absence, or ends it with null. Rejects with ApiError. */
export const useSaveAbsence = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ absence, etag }: { absence: SaveAbsence | null; etag: string | undefined }) => {
      const headers = ifMatch(etag);
      if (absence) await http.put('/absence', absence, { headers });
      else await http.delete('/absence', { headers });
    },
    onSettled: () => client.invalidateQueries({ queryKey: absenceKey }),
  });
};

/** Searches members who may decide: reporters may not. */
export const searchSubstitutes = async (searchTerm: string, signal: AbortSignal): Promise<UserSearch> => {
  const params = { searchTerm, assignable: true };
  const response = await http.get<UserSearch>('/users/search', { params, signal });
  return readList(response, 'users');
};
