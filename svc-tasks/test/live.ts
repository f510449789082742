import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { changedEvent, internalHeaders } from '@obieg/contracts';
import { pollUntil } from '@obieg/service-kit/testing';
import type { TestOrganization } from './tasks-service';

/** Listens as the gateway would for a browser, until it leaves or the service ends the stream. */
export const openLive = async (
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
  // Whoever leaves breaks the answer off.
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
  const countChanged = (): number => text.split(`event: ${changedEvent}\n`).length - 1;
  return {
    status: response.statusCode,
    headers: response.headers,
    countChanged,
    text: () => text,
    untilChanged: (times: number) =>
      pollUntil(async () => countChanged() >= times || undefined, { describe: `${times} changes are told` }),
    untilEnd: () => pollUntil(async () => hasEnded || undefined, { describe: 'the stream has ended' }),
    leave: () => void request.destroy(),
  };
};
export type Live = Awaited<ReturnType<typeof openLive>>;
