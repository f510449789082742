import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { startDisturbingProxy } from './disturbing-proxy';
import { keepResponses } from './kept-responses';

test('a response breaks off where that of the gateway does', async () => {
  const gateway = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const responses = keepResponses((gateway.address() as AddressInfo).port);
  const proxy = await startDisturbingProxy(responses);
  const response = await fetch(`http://127.0.0.1:${proxy.port}/api/tasks`);
  await expect(response.text()).rejects.toThrow('terminated');
  await proxy.close();
  responses.close();
  gateway.close();
});
