import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Group, TaskListResponse, UserSummary } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Obieg, type ObiegOptions, startObieg } from '../src/obieg';
import { buildLastRelease } from '../src/release-build';
import { requestSite } from '../src/site-client';
import { openSite, type ProductSite } from './product-site';
import { openReadModels } from './read-models';

let dataDir: string;
let site: ProductSite;

const start = (options: Partial<ObiegOptions> = {}): Promise<Obieg> =>
  startObieg({
    dataDir,
    ports: 'any',
    demo: false,
    env: { LOG_LEVEL: 'warn', SUPER_ADMIN_PASSWORD: 'obieg-demo' },
    ...options,
  });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-update-'));
  const earlier = await start({ programRoot: await buildLastRelease() });
  try {
    site = await openSite(earlier, 'Wcześniejsza', 'wczesniejsza');
    const parent = await site.call<Group>('POST', '/groups', { name: 'Zakład' });
    const child = await site.call<Group>('POST', '/groups', { name: 'Zmiana', parentGroupId: parent.id });
    const body = { email: 'brygadzista@poczta.test', username: 'brygadzista', roles: ['MEMBER'] };
    await site.call('POST', '/admin/invite-user', body);
    const people = await site.call<UserSummary[]>('GET', '/organizations/users');
    const userId = people.find(({ username }) => username === body.username)?.id;
    await site.call('POST', `/groups/${child.id}/members`, { userId, role: 'LEADER' });
  } finally {
    await earlier.stop();
  }
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('a start with the data of the last release', () => {
  it('keeps the data and fills the read models that the last release did not have', async () => {
    const obieg = await start();
    const { owned, copied, close } = openReadModels(dataDir, obieg.ports.postgres, { isNewest: true });
    try {
      await expect.poll(copied, { timeout: 30_000 }).toEqual(await owned());
      expect((await copied())['group members in workflow']).toHaveLength(1);
      const address = `${obieg.gatewayUrl('wczesniejsza')}/api/tasks`;
      const { body } = await requestSite('GET', address, { token: site.token });
      expect((body as TaskListResponse).tasks.map(({ title }) => title)).toContain('Pierwsze');
    } finally {
      await close();
      await obieg.stop();
    }
  });

  it('publishes nothing again at the next start', async () => {
    const lines: string[] = [];
    const obieg = await start({ log: (line) => lines.push(line) });
    await obieg.stop();
    expect(lines.join('\n')).toContain('services and gateway are ready');
    expect(lines.join('\n')).not.toContain('earlier version');
  });
});
