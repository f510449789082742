import { type ClientRequest, request as httpRequest } from 'node:http';
import { until } from './processes';
import type { ProductSite } from './product-site';

interface LivePageOptions<T> {
  site: ProductSite;
  /** Path of the event stream. */
  path: string;
  /** Loads what the page shows. The page loads it again for each event and each new stream. */
  load(): Promise<T>;
}

const reconnectMs = 250;

/** Behaves as an open page does: follows an event stream, opens a new one when it ends, and loads its data again. */
export const openLivePage = <T>({ site, path, load }: LivePageOptions<T>) => {
  const { hostname, port } = new URL(site.address);
  let shown: T | undefined;
  let isClosed = false;
  let request: ClientRequest | undefined;
  let retry: NodeJS.Timeout | undefined;
  let streams = 0;
  let loading: Promise<void> = Promise.resolve();

  const refresh = (): void => {
    loading = loading.then(async () => {
      // A load that fails is repeated with the next event, or at once by a page's retry.
      for (let attempts = 0; attempts < 5 && !isClosed; attempts += 1) {
        try {
          shown = await load();
          return;
        } catch {}
      }
    });
  };
  const reconnect = (): void => {
    if (!isClosed) retry = setTimeout(open, reconnectMs);
  };
  const open = (): void => {
    let hasResponse = false;
    const headers = { host: `${hostname}:${port}`, authorization: `Bearer ${site.token}` };
    request = httpRequest(
      { host: '127.0.0.1', port, path: `/api${path}`, headers, agent: false },
      (response) => {
        hasResponse = true;
        if (response.statusCode === 200) {
          streams += 1;
          refresh();
        }
        response.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('event:')) refresh();
        });
        response.once('error', () => undefined);
        response.once('close', reconnect);
      },
    );
    request.once('error', () => {
      if (!hasResponse) reconnect();
    });
    request.end();
  };
  open();

  return {
    /** Number of streams that have been opened. */
    streams: () => streams,
    /** Waits until the page shows something, without any other call. */
    untilShows: (describe: string, isShown: (data: T) => boolean): Promise<void> =>
      until(describe, () => shown !== undefined && isShown(shown)),
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(retry);
      request?.destroy();
      await loading;
    },
  };
};
