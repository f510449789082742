import {
  createDatabase,
  createHttpServer,
  createLog,
  createMemberLookUp,
  createMetrics,
  createServiceApp,
} from '@obieg/service-kit';
import { createFolderStore } from '../src/attachments/storage/folder-store';
import { createMailIn } from '../src/mail-in/mail-in';
import { internalMailRoutes } from '../src/mail-in/mail-in.routes';

/**
 * The mails of a svc-tasks process, which a test can kill: reads a mailbox, takes mails of an inbox on `PORT`, and makes
 * comments of both. It prints a line when it works.
 */
const { DATABASE_URL = '', FILES_DIR = '', REPLY_ADDRESS = '', MAILBOX_URL = '', PORT = '' } = process.env;
const log = createLog('mail-in-process', 'silent');
const db = createDatabase({ url: DATABASE_URL, poolSize: 5 });
const mailIn = createMailIn({
  db,
  store: createFolderStore(FILES_DIR),
  quotas: { addressBytes: 0, organizationBytes: 0 },
  replyAddress: REPLY_ADDRESS,
  mailFrom: 'Obieg <no-reply@obieg.test>',
  trustedServer: undefined,
  metrics: { count: () => undefined },
  ...(MAILBOX_URL === ''
    ? {}
    : {
        mailbox: { url: MAILBOX_URL, metrics: { setConnected: () => undefined, read: () => undefined } },
      }),
  log,
  lease: 2,
});
mailIn.start();
const app = createServiceApp({
  name: 'svc-tasks',
  routes: [],
  internalRoutes: internalMailRoutes(mailIn.receiveMail),
  healthChecks: [],
  metrics: createMetrics('mail-in-process'),
  authenticate: async () => undefined,
  ...createMemberLookUp(db),
  log,
});
createHttpServer(app).listen(Number(PORT), '127.0.0.1', () => process.stdout.write('started\n'));
