import type { AddressInfo } from 'node:net';
import { internalHeaders } from '@obieg/contracts';
import type Koa from 'koa';
import { createHttpServer } from '../process/http-server';
import { sendTestRequest, type TestAnswer } from './request';

interface TestRequest {
  token?: string | undefined;
  /** Organization in the gateway's headers; absent for the main domain. */
  organization?: { id: number; code: string } | undefined;
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
}

/** Serves an application on a free port and calls it like the gateway. */
export const startTestService = async (app: Koa) => {
  const server = createHttpServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    request: (
      method: string,
      path: string,
      { token, organization, body, rawBody, headers = {} }: TestRequest = {},
    ): Promise<TestAnswer> => {
      const payload = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
      return sendTestRequest(
        port,
        method,
        path,
        {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(organization === undefined
            ? { [internalHeaders.site]: 'main' }
            : {
                [internalHeaders.site]: 'organization',
                [internalHeaders.organizationId]: String(organization.id),
                [internalHeaders.organizationCode]: organization.code,
              }),
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
          ...headers,
        },
        payload,
      );
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
export type TestService = Awaited<ReturnType<typeof startTestService>>;
