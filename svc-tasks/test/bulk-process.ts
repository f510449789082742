import { createPublicKey } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import {
  createAuthenticator,
  createDatabase,
  createHttpServer,
  createLog,
  createMetrics,
} from '@obieg/service-kit';
import { createAddressRules } from '@obieg/service-kit/guarded-network';
import { createTasksApp } from '../src/app';
import { createFolderStore } from '../src/attachments/storage/folder-store';
import { createLiveStreams } from '../src/live/live-streams';

/** A process of its own, which a test can kill. It prints its port. */
const { DATABASE_URL = '', PUBLIC_KEY = '', FILES_DIR = '' } = process.env;
const log = createLog('bulk-process', 'silent');
const publicKey = createPublicKey(PUBLIC_KEY);
const app = createTasksApp({
  db: createDatabase({ url: DATABASE_URL, poolSize: 5 }),
  store: createFolderStore(FILES_DIR),
  streams: createLiveStreams(log),
  log,
  pendingQuotas: { addressBytes: 1, organizationBytes: 1 },
  bulkTasksPerMinute: 2_000,
  organizationUrl: (codeName) => `https://${codeName}.obieg.test`,
  webhooks: { secretBox: undefined, rules: createAddressRules([]), resolveHost: async () => [] },
  metrics: createMetrics('bulk-process'),
  healthChecks: [],
  authenticate: createAuthenticator({
    keySet: { find: async () => publicKey },
    isRevoked: () => false,
  }),
});
const server = createHttpServer(app);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
