// Prints the secrets of the overlay `production-ha` as a Kubernetes list, with new random passwords.
// docs/how-to/operate-on-kubernetes.md explains how to use it. Secrets never appear on a command line.
import { randomBytes } from 'node:crypto';

const required = [
  'STATIC_BUCKET_URL',
  'S3_BUCKET_URL',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'POSTGRES_BACKUP_ACCESS_KEY_ID',
  'POSTGRES_BACKUP_ACCESS_SECRET_KEY',
  'BACKUP_BUCKET_URL',
  'BACKUP_S3_REGION',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
];
const missing = required.filter((name) => !process.env[name]);
if (missing.length > 0) {
  process.stderr.write(
    `Export these variables first: ${missing.join(', ')}. SMTP_URL, MAIL_IN_URL and REPLY_ADDRESS are optional.\n`,
  );
  process.exit(1);
}

const pick = (names) => Object.fromEntries(names.map((name) => [name, process.env[name]]));
const secret = (name, stringData, type = 'Opaque') => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'obieg' },
  type,
  stringData,
});
const createKey = () => randomBytes(32).toString('base64');
const createPassword = () => randomBytes(24).toString('base64');
/** A password can contain characters that have a meaning in an address, so it is encoded there. */
const addressOf = (user, password, database) =>
  `postgres://${user}:${encodeURIComponent(password)}@postgres-rw:5432/${database}`;

const databases = ['identity', 'workflow', 'tasks'];
const ofDatabase = (database) => {
  const [owner, app] = [createPassword(), createPassword()];
  const [ownerRole, appRole] = [`${database}_owner`, `${database}_app`];
  const login = (username, password) => ({ username, password });
  const basic = 'kubernetes.io/basic-auth';
  return [
    secret(`postgres-${database}-owner`, login(ownerRole, owner), basic),
    secret(`postgres-${database}-app`, login(appRole, app), basic),
    secret(`svc-${database}-owner`, { MIGRATION_DATABASE_URL: addressOf(ownerRole, owner, database) }),
    secret(`svc-${database}`, {
      DATABASE_URL: addressOf(appRole, app, database),
      ...(database === 'identity' ? { SECRET_KEYS: createKey() } : {}),
    }),
  ];
};
const backupPassword = createPassword();
const backupUrls = Object.fromEntries(
  databases.map((database) => [
    `${database.toUpperCase()}_BACKUP_DATABASE_URL`,
    addressOf('obieg_backup', backupPassword, database),
  ]),
);
// The configuration file of NATS needs a letter first.
const natsPassword = `n${randomBytes(24).toString('hex')}`;
const bucketKeys = ['S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

const items = [
  ...databases.flatMap(ofDatabase),
  secret(
    'postgres-obieg-backup',
    { username: 'obieg_backup', password: backupPassword },
    'kubernetes.io/basic-auth',
  ),
  secret('postgres-backup-bucket', {
    ACCESS_KEY_ID: process.env.POSTGRES_BACKUP_ACCESS_KEY_ID,
    ACCESS_SECRET_KEY: process.env.POSTGRES_BACKUP_ACCESS_SECRET_KEY,
  }),
  secret('backup', {
    ...backupUrls,
    ...pick(['BACKUP_BUCKET_URL', ...bucketKeys.map((key) => `BACKUP_${key}`)]),
    passphrase: randomBytes(24).toString('base64'),
  }),
  secret('static-bucket', pick(['STATIC_BUCKET_URL', ...bucketKeys])),
  secret('attachments', pick(['S3_BUCKET_URL', ...bucketKeys])),
  secret('webhooks', { WEBHOOK_KEYS: createKey() }),
  secret('nats', { NATS_URL: `nats://obieg:${natsPassword}@nats:4222`, NATS_PASSWORD: natsPassword }),
  ...(process.env.SMTP_URL ? [secret('mail', pick(['SMTP_URL']))] : []),
  ...(process.env.MAIL_IN_URL ? [secret('mail-in', pick(['REPLY_ADDRESS', 'MAIL_IN_URL']))] : []),
];
process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`);
