import { createDatabase, createLog } from '@obieg/service-kit';
import { createAddressRules, parseNetworks } from '@obieg/service-kit/guarded-network';
import { createFanOut } from '../src/webhooks/fan-out';
import { createWebhookSecrets } from '../src/webhooks/secrets';
import { createWebhookSender } from '../src/webhooks/webhook-sender';

/** A process of its own, which a test can kill. It prints a line when it works. */
const { DATABASE_URL = '', WEBHOOK_KEYS = '' } = process.env;
const log = createLog('webhook-process', 'silent');
const db = createDatabase({ url: DATABASE_URL, poolSize: 5 });
createFanOut(db, log).start();
createWebhookSender({
  db,
  log,
  secretBox: createWebhookSecrets([Buffer.from(WEBHOOK_KEYS, 'base64')]),
  rules: createAddressRules(parseNetworks('127.0.0.0/8')),
  resolveHost: async () => [],
  organizationUrl: (code) => `https://${code}.example.com`,
  metrics: { count: () => undefined },
  lease: 3_000,
}).start();
process.stdout.write('started\n');
