import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { startDisturbingProxy } from './disturbing-proxy';
import { createGatewayFiles } from './gateway-files';

test('a response breaks off where that of the gateway does', async () => {
  const gateway = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const files = createGatewayFiles((gateway.address() as AddressInfo).port);
  const proxy = await startDisturbingProxy(files);
  const response = await fetch(`http://127.0.0.1:${proxy.port}/api/tasks`);
  await expect(response.text()).rejects.toThrow('terminated');
  await proxy.close();
  files.close();
  gateway.close();
});
