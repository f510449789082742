import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { responseHeadersFor } from './headers';
import type { ResponseWatch } from './slow-readers';

/** Limits how long a slow reader occupies a connection. */
export interface ReadLimit {
  watch: ResponseWatch;
  ms: number;
}

/** Writes a service's response to the client, as fast as the client reads. */
export const createResponseWriter = (response: ServerResponse, limit: ReadLimit | undefined) => {
  let paused: Dispatcher.DispatchController | undefined;
  let timer: NodeJS.Timeout | undefined;

  response.on('drain', () => {
    limit?.watch.resumed();
    paused?.resume();
  });
  response.once('close', () => {
    clearTimeout(timer);
    limit?.watch.resumed();
  });

  return {
    start: (status: number, headers: IncomingHttpHeaders): void => {
      for (const [name, value] of responseHeadersFor(headers)) response.setHeader(name, value);
      response.writeHead(status);
      if (limit) timer = setTimeout(() => response.destroy(), limit.ms);
    },
    write: (source: Dispatcher.DispatchController, chunk: Buffer): void => {
      if (response.write(chunk)) return;
      paused = source;
      source.pause();
      limit?.watch.stalled();
    },
  };
};
