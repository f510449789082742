import type {
  CannedRepliesResponse,
  CannedReply,
  CannedReplyResponse,
  SaveCannedReply,
} from '@obieg/contracts';
import {
  type CreateOnce,
  http,
  readBody,
  readList,
  useCreateOnce,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { ownKey } from '../query-keys';

const repliesKey = ownKey('canned-replies');

const fetchReplies = async (signal?: AbortSignal): Promise<CannedReply[]> =>
  readList(await http.get<CannedRepliesResponse>('/canned-replies', signal ? { signal } : {}), 'replies')
    .replies;

/** The organization's canned replies, by name. */
export const useCannedReplies = () =>
  useQuery({ queryKey: repliesKey, queryFn: ({ signal }) => fetchReplies(signal) });

/** Loads one reply, past the cache. @throws if it is deleted */
export const loadReply = async (id: number): Promise<CannedReply> => {
  const reply = (await fetchReplies()).find((one) => one.id === id);
  if (!reply) throw new Error('The reply is deleted');
  return reply;
};

interface SaveInput {
  reply: SaveCannedReply;
  /** The reply to replace; undefined for a new one. */
  replaces: { id: number; etag: string | undefined } | undefined;
}

const saveReply = async ({ reply, replaces }: SaveInput, createOnce: CreateOnce): Promise<CannedReply> => {
  const response = replaces
    ? await http.put<CannedReplyResponse>(`/canned-replies/${replaces.id}`, reply, {
        headers: replaces.etag === undefined ? {} : { 'If-Match': replaces.etag },
      })
    : await createOnce((headers) => http.post<CannedReplyResponse>('/canned-replies', reply, { headers }));
  return readBody(response, 'reply').reply;
};

/** Runs a change, then refetches: another operator may have changed the list, also if this change failed. */
const useReplyChange = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) => {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: repliesKey }) });
};

export const useSaveReply = () => {
  const createOnce = useCreateOnce();
  return useReplyChange((input: SaveInput) => saveReply(input, createOnce));
};

export const useDeleteReply = () =>
  useReplyChange(async ({ id, revision }: CannedReply) => {
    await http.delete(`/canned-replies/${id}`, { headers: { 'If-Match': `"${revision}"` } });
  });
