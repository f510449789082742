import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Disturb, type Disturbance, type FileKind, kindOf, randomNumber } from './disturbances';
import { type GatewayResponse, type KeptResponses, readContent, sendResponse } from './kept-responses';

const delayMaxMs = 1_500;
/** Of a page. A document that ends earlier, before its first script, is the browser's affair. */
const firstBytes = 4_096;

interface Load {
  seed: string;
  disturb: Disturb;
}

/** What happened to a request. `lost`: the gateway did not answer it, which no seed has chosen. */
export interface DisturbedRequest {
  kind: FileKind;
  what: Disturbance | 'lost';
  /** Method and address. */
  request: string;
}

/** Passes requests to the gateway and disturbs their responses. One page loads through it at a time. */
export interface DisturbingProxy {
  port: number;
  /** Starts the next load. Without disturbances: undefined. */
  begin(load: Load | undefined): void;
  /** What happened in the current load. */
  listDisturbed(): readonly DisturbedRequest[];
  close(): Promise<void>;
}

const sendPart = async (source: GatewayResponse, response: ServerResponse, share: number): Promise<void> => {
  const bytesMin = String(source.headers['content-type']).includes('text/html') ? firstBytes : 0;
  const body = await readContent(source);
  response.writeHead(source.status, { ...source.headers, 'content-length': body.length });
  const part = body.subarray(0, Math.max(bytesMin, Math.floor(body.length * share)));
  await new Promise((resolve) => response.write(part, resolve));
};

export const startDisturbingProxy = async (responses: KeptResponses): Promise<DisturbingProxy> => {
  let load: Load | undefined;
  let attempts = new Map<string, number>();
  let disturbed: DisturbedRequest[] = [];

  const identify = (incoming: IncomingMessage): Omit<DisturbedRequest, 'what'> => {
    const { method, url: address = '/', headers } = incoming;
    const kind = kindOf(address.split('?', 1)[0] ?? '', headers['sec-fetch-mode'] === 'navigate');
    return { kind, request: `${method} ${address}` };
  };

  const decide = (incoming: IncomingMessage, address: string): Disturbance | undefined => {
    const attempt = attempts.get(address) ?? 0;
    attempts.set(address, attempt + 1);
    const identified = identify(incoming);
    const what = load?.disturb(identified.kind, address, attempt);
    if (what !== undefined) disturbed.push({ ...identified, what });
    return what;
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
    const source = await responses.fetch(incoming);
    if (!isPart) return await sendResponse(source, incoming, response);
    await sendPart(source, response, chance);
    if (disturbance === 'cut') incoming.socket.resetAndDestroy();
  };

  const server = createServer((incoming, response) => {
    const current = disturbed;
    answer(incoming, response).catch(() => {
      // The page may leave at any time.
      if (!incoming.socket.destroyed) current.push({ ...identify(incoming), what: 'lost' });
      response.destroy();
    });
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
      disturbed = [];
    },
    listDisturbed: () => disturbed,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
