import type { Listed } from '@obieg/contracts';
import { http, useCreateOnce, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import type { ListKey } from './list-keys';
import { deleteIfExists, fetchVersioned, ifMatch, type Versioned } from './optimistic-concurrency';
import { detailQueryOptions, refetchLists } from './query-cache';

export interface SaveInput<Body> {
  body: Body;
  /** The revision to update. Absent for a new entity. */
  etag?: string | undefined;
}

export interface DeleteInput {
  id: number;
  /** ETag of the displayed revision. */
  etag: string | undefined;
}

/** Deletes entities of one kind, and loads what is saved now if it is not what the user saw. */
export interface Deletion {
  mutate: (
    input: DeleteInput,
    callbacks: { onSuccess: () => void; onError?: (error: unknown) => void },
  ) => void;
  isPending: boolean;
  load: (id: number) => Promise<Versioned<object>>;
}

interface EntityApiOptions<Entity> {
  path: string;
  listKey: ListKey;
  /** Part of the query key of one entity. Not of the list: a refetch of lists must not request the entity of an open page. */
  detailKey: string;
  /** Other lists that contain data of the entity, and are refetched after a change. */
  dependentLists?: readonly ListKey[];
  /** The default requests the whole list at once. */
  fetchList?: () => Promise<Listed<Entity>[]>;
  /** Called after a change, before the lists are refetched. */
  onChanged?: (client: QueryClient) => void;
}

type QueryClient = ReturnType<typeof useQueryClient>;

const useChangeThen = <Input, Output>(
  change: (input: Input) => Promise<Output>,
  refetch: (client: QueryClient) => Promise<void>,
) => {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => refetch(client) });
};

/** Creates the hooks that list, load, save and delete an entity. A resource exports the ones that it needs. */
export const createEntityApi = <Entity extends object, Body>({
  path,
  listKey,
  detailKey,
  dependentLists = [],
  fetchList = async () => (await http.get<Listed<Entity>[]>(path)).data,
  onChanged,
}: EntityApiOptions<Entity>) => {
  const refetch = (client: QueryClient): Promise<void> => {
    onChanged?.(client);
    return refetchLists(client, listKey, ...dependentLists);
  };
  const load = (id: number) => fetchVersioned<Entity>(`${path}/${id}`);
  return {
    useList: () => useQuery({ queryKey: listKey, queryFn: fetchList }),
    useOne: (id: number) =>
      useQuery({
        queryKey: ownKey(detailKey, id),
        queryFn: () => load(id),
        ...detailQueryOptions,
      }),
    /** Loads the present revision, past the cache. */
    load,
    /**
     * Creates an entity if `id` is undefined, once however often the call is retried. Otherwise updates it if its
     * revision still matches the ETag.
     */
    useSave: (id: number | undefined) => {
      const createOnce = useCreateOnce();
      return useChangeThen(async ({ body, etag }: SaveInput<Body>): Promise<Entity> => {
        const { data } =
          id === undefined
            ? await createOnce((headers) => http.post<Entity>(path, body, { headers }))
            : await http.put<Entity>(`${path}/${id}`, body, ifMatch(etag));
        return data;
      }, refetch);
    },
    useDelete: (): Deletion => {
      const client = useQueryClient();
      const { mutate, isPending } = useChangeThen(
        ({ id, etag }: DeleteInput) => deleteIfExists(`${path}/${id}`, etag),
        refetch,
      );
      return {
        mutate,
        isPending,
        load: (id) => {
          // The list that shows the entity is as old.
          void refetch(client);
          return load(id);
        },
      };
    },
    /** Another change, after which the same lists are refetched. */
    useChange: <Input, Output>(change: (input: Input) => Promise<Output>) => useChangeThen(change, refetch),
  };
};
