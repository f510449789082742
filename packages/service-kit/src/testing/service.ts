import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { internalHeaders } from '@obieg/contracts';
import type Koa from 'koa';
import { createHttpServer } from '../process/http-server';

interface TestRequest {
  token?: string | undefined;
  /** Organization as the gateway would name it; absent: the main domain. */
  organization?: { id: number; code: string } | undefined;
  body?: unknown;
  /** Sent as it is instead of `body`. */
  rawBody?: string | Buffer;
  headers?: Record<string, string>;
}

export interface TestAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of any answer and fail where it is missing
  body: any;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const send = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  payload?: string | Buffer,
): Promise<TestAnswer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: parse(Buffer.concat(chunks).toString()),
        }),
      );
    });
    request.on('error', reject);
    request.end(payload);
  });

/** Serves an application on a free port and calls it over HTTP as the gateway would. */
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
      return send(
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
