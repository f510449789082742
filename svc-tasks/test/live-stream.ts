import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { changedEvent, internalHeaders } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import type { TestOrganization } from './tasks-service';

/** Opens a stream of server-sent events, like the gateway for a browser. */
export const openLiveStream = async (
  port: number,
  { id, code }: TestOrganization,
  path: string,
  token: string | undefined,
) => {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path,
    headers: {
      [internalHeaders.site]: 'organization',
      [internalHeaders.organizationId]: String(id),
      [internalHeaders.organizationCode]: code,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  // Closing the stream aborts the response, which is not a failure of the test.
  response.on('error', () => undefined);
  let text = '';
  let hasEnded = false;
  response.setEncoding('utf8');
  response.on('data', (part: string) => {
    text += part;
  });
  response.on('end', () => {
    hasEnded = true;
  });
  /** Number of received `changed` events. */
  const countChanges = (): number => text.split(`event: ${changedEvent}\n`).length - 1;
  return {
    status: response.statusCode,
    headers: response.headers,
    countChanges,
    text: () => text,
    untilChanges: (count: number) =>
      pollUntil(async () => countChanges() >= count || undefined, { describe: `${count} changes received` }),
    untilEnd: () => pollUntil(async () => hasEnded || undefined, { describe: 'the stream ends' }),
    close: () => void request.destroy(),
  };
};
export type LiveStream = Awaited<ReturnType<typeof openLiveStream>>;
