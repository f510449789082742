import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake service behind the gateway. */
export interface Upstream {
  origin: string;
  /** Requests in order of arrival. */
  requests: IncomingMessage[];
  /** Handles the requests. Tests replace it. */
  handle: RequestListener;
  /** Accepts connections and responds to nothing, as a stopped process does. */
  isHanging: boolean;
  /** Whether it responds to liveness checks while it does not hang. */
  isInTimeForChecks: boolean;
  onLivenessCheck(): void;
  close(): Promise<void>;
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Starts a service that echoes each request unless `handle` is given. */
export const startUpstream = async (handle?: RequestListener, port = 0): Promise<Upstream> => {
  const echo: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          method: request.method,
          url: request.url,
          headers: request.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      );
    });
  };
  const server = createServer((request, response) => {
    // The liveness check of a call that waits. Tests count only the calls.
    if (request.url === '/healthz') {
      upstream.onLivenessCheck();
      if (!upstream.isHanging && upstream.isInTimeForChecks) response.end('{}');
      return;
    }
    upstream.requests.push(request);
    if (upstream.isHanging) return;
    upstream.handle(request, response);
  });
  const upstream: Upstream = {
    origin: '',
    requests: [],
    handle: handle ?? echo,
    isHanging: false,
    isInTimeForChecks: true,
    onLivenessCheck: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  upstream.origin = `http://127.0.0.1:${await listen(server, port)}`;
  return upstream;
};

export interface KnownOrganization {
  id: number;
  name: string;
  codeName: string;
  timeZone?: string;
  formerCodeNames?: string[];
}

/**
 * Starts a fake svc-identity that returns organizations as a list and by code, and echoes all other requests.
 * @param former present code names by former ones
 */
export const startIdentity = async (
  organizations: KnownOrganization[],
  port = 0,
  former: Readonly<Record<string, string>> = {},
): Promise<Upstream> => {
  const upstream = await startUpstream(undefined, port);
  const echo = upstream.handle;
  upstream.handle = (request, response) => {
    if (request.url === '/internal/organizations') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(organizations));
      return;
    }
    const formerCode = /^\/internal\/organizations\/by-former-code\/(.+)$/.exec(request.url ?? '')?.[1];
    if (formerCode !== undefined) {
      const codeName = former[formerCode];
      response.writeHead(codeName ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ codeName }));
      return;
    }
    const code = /^\/internal\/organizations\/by-code\/(.+)$/.exec(request.url ?? '')?.[1];
    if (code === undefined) return echo(request, response);
    const found = organizations.find(({ codeName }) => codeName === code);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  };
  return upstream;
};
