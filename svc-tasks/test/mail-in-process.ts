import { createDatabase, createLog } from '@obieg/service-kit';
import { createFolderStore } from '../src/attachments/storage/folder-store';
import { createMailIn } from '../src/mail-in/mail-in';

/** A process of its own, which a test can kill. It prints a line when it works. */
const { DATABASE_URL = '', FILES_DIR = '', REPLY_ADDRESS = '' } = process.env;
createMailIn({
  db: createDatabase({ url: DATABASE_URL, poolSize: 5 }),
  store: createFolderStore(FILES_DIR),
  quotas: { addressBytes: 0, organizationBytes: 0 },
  replyAddress: REPLY_ADDRESS,
  mailFrom: 'Obieg <no-reply@obieg.test>',
  trustedServer: undefined,
  metrics: { count: () => undefined },
  log: createLog('mail-in-process', 'silent'),
  lease: 2,
}).start();
process.stdout.write('started\n');
