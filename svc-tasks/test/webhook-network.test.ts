import type { ResolveHost } from '@obieg/service-kit/guarded-network';
import { createAddressRules, parseNetworks } from '@obieg/service-kit/guarded-network';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMessageSender, type MessageSender } from '../src/webhooks/send-message';
import { answerWith, type Receiver, startReceiver } from './webhook-receiver';

const timeoutMs = 500;
let receiver: Receiver;
const senders: MessageSender[] = [];
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  await receiver.close();
});

interface Reach {
  networks?: string;
  resolveHost?: ResolveHost;
}

const sendTo = (url: string, { networks = '127.0.0.0/8', resolveHost = async () => [] }: Reach = {}) => {
  const sender = createMessageSender(
    { rules: createAddressRules(parseNetworks(networks)), resolveHost },
    timeoutMs,
  );
  senders.push(sender);
  const message = { url, headers: {}, body: '{}', signal: new AbortController().signal };
  return { sender, message, attempt: () => sender.send(message) };
};

describe('the connection of a webhook', () => {
  it.each([
    ['a number', (port: number) => `http://127.0.0.1:${port}/`],
    ['a decimal number', (port: number) => `http://2130706433:${port}/`],
    ['an octal number', (port: number) => `http://0177.0.0.1:${port}/`],
    ['a hexadecimal number', (port: number) => `http://0x7f000001:${port}/`],
    ['a short number', (port: number) => `http://127.1:${port}/`],
    ['any address', (port: number) => `http://0.0.0.0:${port}/`],
    ['a mapped address', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['any address of IPv6', (port: number) => `http://[::]:${port}/`],
    ['6to4', (port: number) => `https://[2002:7f00:1::]:${port}/`],
    ['NAT64', (port: number) => `https://[64:ff9b::7f00:1]:${port}/`],
    ['the loopback with TLS', (port: number) => `https://127.0.0.1:${port}/`],
  ])('is refused for %s', async (_, urlOf) => {
    const { attempt } = sendTo(urlOf(receiver.port), { networks: '' });
    expect(await attempt()).toMatchObject({ failure: 'ADDRESS', responseStatus: null });
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['127.0.0.1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['64:ff9b::a00:1'],
  ])('is refused for a name that has the address %s now', async (address) => {
    const { attempt } = sendTo(`http://hooks.example.com:${receiver.port}/`, {
      networks: '192.0.2.0/24',
      resolveHost: async () => [address],
    });
    expect((await attempt()).failure).toBe('ADDRESS');
    expect(receiver.received).toEqual([]);
  });

  it('is refused if one of several addresses is private', async () => {
    const { attempt } = sendTo(`https://hooks.example.com:${receiver.port}/`, {
      networks: '',
      resolveHost: async () => ['93.184.216.34', '127.0.0.1'],
    });
    expect((await attempt()).failure).toBe('ADDRESS');
  });

  it('checks each connection, because a name can lead elsewhere later', async () => {
    let address = '127.0.0.1';
    const { attempt } = sendTo(`http://hooks.example.com:${receiver.port}/`, {
      resolveHost: async () => [address],
    });
    receiver.answer(answerWith(200, { connection: 'close' }));
    expect((await attempt()).failure).toBeUndefined();
    address = '10.0.0.1';
    expect((await attempt()).failure).toBe('ADDRESS');
    expect(receiver.received).toHaveLength(1);
  });

  it('reports a name without an address', async () => {
    const { attempt } = sendTo(`http://hooks.example.com:${receiver.port}/`);
    expect((await attempt()).failure).toBe('NAME');
    const failing = sendTo('http://hooks.example.com/', {
      resolveHost: () => Promise.reject(new Error('x')),
    });
    expect((await failing.attempt()).failure).toBe('NAME');
  });

  it('reports a server that does not listen', async () => {
    await receiver.close();
    const { attempt } = sendTo(receiver.url);
    expect((await attempt()).failure).toBe('CONNECTION');
    receiver = await startReceiver();
  });
});

describe('the response to a webhook', () => {
  it('is stored with its status, headers and body, but not the cookies', async () => {
    receiver.answer((_, response) => {
      response.writeHead(418, { 'content-type': 'text/plain', 'set-cookie': 'session=1' }).end('teapot');
    });
    const attempt = await sendTo(receiver.url).attempt();
    expect(attempt).toMatchObject({ failure: 'STATUS', responseStatus: 418, responseBody: 'teapot' });
    expect(attempt.responseHeaders).toMatchObject({ 'content-type': 'text/plain' });
    expect(attempt.responseHeaders).not.toHaveProperty('set-cookie');
  });

  it.each([301, 302, 307, 308])('with status %i leads nowhere', async (status) => {
    const other = await startReceiver();
    try {
      receiver.answer(answerWith(status, { location: other.url }));
      expect(await sendTo(receiver.url).attempt()).toMatchObject({
        failure: 'REDIRECT',
        responseStatus: status,
      });
      expect(other.received).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('is a failure if it does not begin in time', async () => {
    receiver.answer(() => undefined);
    expect((await sendTo(receiver.url).attempt()).failure).toBe('TIMEOUT');
  });

  it('is read only in part, and ends with the time limit', async () => {
    receiver.answer((_, response) => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', write);
      write();
    });
    const huge = await sendTo(receiver.url).attempt();
    expect([huge.failure, huge.responseBody?.length]).toEqual([undefined, 64 * 1024]);
    receiver.answer((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect((await sendTo(receiver.url).attempt()).failure).toBeUndefined();
  });

  it('is the same for a process that stops: no attempt remains', async () => {
    receiver.answer(() => undefined);
    const { sender, message } = sendTo(receiver.url);
    const stopping = new AbortController();
    const sending = sender.send({ ...message, signal: stopping.signal });
    stopping.abort();
    expect((await sending).responseStatus).toBeNull();
  });
});
