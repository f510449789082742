import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Integration, type SaveWebhook, webhookEvents } from '@obieg/contracts';
import { requestSite } from '@obieg/local';
import { type BenchProduct, call, signIn } from './product';

/** Starts a receiver that accepts every message at once. */
const startReceiver = async () => {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/in`,
    stop: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const retryMs = 200;

/** Gives the organization a webhook for all events. @returns a function that stops its receiver */
export const addWebhook = async ({ acme }: BenchProduct): Promise<() => void> => {
  const receiver = await startReceiver();
  const token = await signIn(acme, 'anna@acme.test');
  const { id } = await call<Integration>('POST', `${acme}/api/integrations`, token, {
    name: 'bench',
    roles: ['OPERATOR'],
  });
  const body: SaveWebhook = {
    url: receiver.url,
    events: [...webhookEvents],
    integrationId: id,
    isActive: true,
  };
  for (;;) {
    const { status, text } = await requestSite('POST', `${acme}/api/webhooks`, { token, body });
    if (status === 201) return receiver.stop;
    // svc-tasks does not know the integration yet.
    if (status !== 422) throw new Error(`POST /api/webhooks: ${status} ${text}`);
    await sleep(retryMs);
  }
};
