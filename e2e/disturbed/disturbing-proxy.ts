import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Disturb, type Disturbance, kindOf, randomNumber } from './disturbances';

const delayMaxMs = 1_500;
/** Of a page. A document that ends earlier, before its first script, is the browser's affair. */
const firstBytes = 4_096;

interface Load {
  seed: string;
  disturb: Disturb;
}

/** Passes requests to the gateway and disturbs their responses. One page loads through it at a time. */
export interface DisturbingProxy {
  port: number;
  /** Starts the next load. Without disturbances: undefined. */
  begin(load: Load | undefined): void;
  /** What happened in the current load, one line a request. */
  listDisturbances(): readonly string[];
  close(): Promise<void>;
}

const forward = (
  gatewayPort: number,
  incoming: IncomingMessage,
  isWhole: boolean,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers };
    // Half of a compressed page is unreadable, and a response without content cannot be cut.
    if (isWhole) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
    const outgoing = httpRequest({ host: '127.0.0.1', port: gatewayPort, method, path, headers }, resolve);
    outgoing.once('error', reject);
    incoming.pipe(outgoing);
  });

const readBody = async (response: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await response.toArray());

/** Files never change, so the browser would not ask for them again in the next load. */
const headersOf = ({ headers }: IncomingMessage) => ({
  ...headers,
  ...(String(headers['cache-control']).includes('immutable') ? { 'cache-control': 'no-cache' } : {}),
});

const sendPart = async (source: IncomingMessage, response: ServerResponse, share: number): Promise<void> => {
  const bytesMin = String(source.headers['content-type']).includes('text/html') ? firstBytes : 0;
  const body = await readBody(source);
  response.writeHead(source.statusCode ?? 502, { ...source.headers, 'content-length': body.length });
  const part = body.subarray(0, Math.max(bytesMin, Math.floor(body.length * share)));
  await new Promise((resolve) => response.write(part, resolve));
};

export const startDisturbingProxy = async (gatewayPort: number): Promise<DisturbingProxy> => {
  let load: Load | undefined;
  let attempts = new Map<string, number>();
  let disturbances: string[] = [];

  const decide = (incoming: IncomingMessage, address: string): Disturbance | undefined => {
    const attempt = attempts.get(address) ?? 0;
    attempts.set(address, attempt + 1);
    const isNavigation = incoming.headers['sec-fetch-mode'] === 'navigate';
    const path = address.split('?', 1)[0] ?? '';
    const disturbance = load?.disturb(kindOf(path, isNavigation), address, attempt);
    if (disturbance !== undefined) disturbances.push(`${disturbance} ${incoming.method} ${address}`);
    return disturbance;
  };

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = incoming.url ?? '/';
    const disturbance = decide(incoming, address);
    const chance = randomNumber(`${load?.seed} ${address} chance`);
    if (disturbance === 'hang') return;
    if (disturbance === 'reset') return void incoming.socket.resetAndDestroy();
    if (typeof disturbance === 'number') return void response.writeHead(disturbance).end();
    if (disturbance === 'delay') await sleep(chance * delayMaxMs);
    const isPart = disturbance === 'cut' || disturbance === 'stop';
    const source = await forward(gatewayPort, incoming, isPart);
    if (isPart) {
      await sendPart(source, response, chance);
      if (disturbance === 'cut') incoming.socket.resetAndDestroy();
      return;
    }
    response.writeHead(source.statusCode ?? 502, headersOf(source));
    // A live stream ends with the page.
    response.once('close', () => source.destroy());
    source.pipe(response);
  };

  const server = createServer((incoming, response) => {
    // The page may leave at any time.
    answer(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    begin: (next) => {
      // Requests that hang belong to the page before.
      server.closeAllConnections();
      load = next;
      attempts = new Map();
      disturbances = [];
    },
    listDisturbances: () => disturbances,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
