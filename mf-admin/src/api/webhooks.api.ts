import type {
  DeliveriesResponse,
  DeliveryState,
  Integration,
  Integrations,
  QueuedDelivery,
  SaveWebhook,
  Webhook,
  WebhookResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from '@obieg/contracts';
import {
  http,
  isPreconditionFailed,
  readList,
  useCreateOnce,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { deleteIfExists, ifMatch } from './optimistic-concurrency';

const path = '/webhooks';
const allKeys = ownKey('webhooks');
const listKey = ownKey('webhooks', 'list');
const webhookKey = (id: number) => ownKey('webhooks', id);

/** Loads the organization's webhooks, oldest first. */
export const useWebhooks = () =>
  useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }): Promise<Webhook[]> =>
      (await http.get<WebhooksResponse>(path, { signal })).data.webhooks,
    staleTime: 0,
  });

/** Loads a webhook, past the cache. */
export const fetchWebhook = async (id: number, signal?: AbortSignal): Promise<Webhook> =>
  (await http.get<WebhookResponse>(`${path}/${id}`, signal ? { signal } : {})).data.webhook;

export const useWebhook = (id: number) =>
  useQuery({
    queryKey: webhookKey(id),
    queryFn: ({ signal }) => fetchWebhook(id, signal),
    staleTime: 0,
  });

/** Loads the integrations among which a webhook chooses. */
export const useWebhookIntegrations = () =>
  useQuery({
    queryKey: ownKey('integrations'),
    queryFn: async ({ signal }): Promise<Integration[]> =>
      (await http.get<Integrations>('/integrations', { signal })).data.integrations,
  });

/** A message that waits can change its state at any time. */
const pendingRefreshMs = 5_000;

/** Loads the deliveries of a webhook page by page, newest first. */
export const useDeliveries = (id: number, state: DeliveryState | undefined) =>
  useInfiniteQuery({
    queryKey: ownKey('webhooks', id, 'deliveries', state),
    queryFn: async ({ pageParam: cursor, signal }) =>
      readList(
        await http.get<DeliveriesResponse>(`${path}/${id}/deliveries`, { params: { state, cursor }, signal }),
        'deliveries',
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.deliveries.some((delivery) => delivery.state === 'PENDING') ? pendingRefreshMs : false,
  });

/** Runs a change, then refetches everything about webhooks. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: allKeys }),
  });
};

export const etagOf = ({ revision }: Webhook): string => `"${revision}"`;

/** Creates a webhook, once however often the call is retried. */
export const useCreateWebhook = () => {
  const createOnce = useCreateOnce();
  return useChange((input: SaveWebhook) =>
    createOnce(async (headers) => (await http.post<WebhookSecretResponse>(path, input, { headers })).data),
  );
};

const saveWebhook = (id: number, input: SaveWebhook, etag: string | undefined) =>
  http.put<WebhookResponse>(`${path}/${id}`, input, ifMatch(etag));

/** Rejects with 412 if another user has saved the webhook since the revision of the ETag. */
export const useChangeWebhook = (id: number) =>
  useChange(({ input, etag }: { input: SaveWebhook; etag: string | undefined }) =>
    saveWebhook(id, input, etag),
  );

/** Switches a webhook on or off. Keeps what another user has saved in its other fields meanwhile. */
export const useSwitchWebhook = (webhook: Webhook) => {
  const save = (present: Webhook, isActive: boolean) => {
    const { id, url, events, integrationId } = present;
    return saveWebhook(id, { url, events, integrationId, isActive }, etagOf(present));
  };
  return useChange((isActive: boolean) =>
    save(webhook, isActive).catch(async (error: unknown) => {
      if (!isPreconditionFailed(error)) throw error;
      return save(await fetchWebhook(webhook.id), isActive);
    }),
  );
};

export const useRotateSecret = (webhook: Webhook) =>
  useChange(
    async (_: undefined) =>
      (
        await http.post<WebhookSecretResponse>(
          `${path}/${webhook.id}/rotate`,
          undefined,
          ifMatch(etagOf(webhook)),
        )
      ).data,
  );

export const useTestWebhook = (id: number) =>
  useChange((_: undefined) => http.post<QueuedDelivery>(`${path}/${id}/test`));

export const useRepeatDelivery = (id: number) =>
  useChange((deliveryId: number) =>
    http.post<QueuedDelivery>(`${path}/${id}/deliveries/${deliveryId}/repeat`),
  );

/**
 * Deletes a webhook. One that another user has deleted first is no failure. Rejects with 412 if another user has saved it
 * since it was loaded.
 *
 * @param leave called before the lists change, because the page would show that the webhook does not exist
 */
export const useDeleteWebhook = (webhook: Webhook, leave: () => Promise<void> | void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined) => deleteIfExists(`${path}/${webhook.id}`, etagOf(webhook)),
    onError: () => client.invalidateQueries({ queryKey: allKeys }),
    onSuccess: async () => {
      await leave();
      await client.invalidateQueries({ queryKey: listKey });
    },
  });
};
