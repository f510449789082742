import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createdByOperators } from './policies/index';

const program = fileURLToPath(new URL('../create-secrets.mjs', import.meta.url));
const settings = [
  ...['STATIC_BUCKET_URL', 'S3_BUCKET_URL', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...['POSTGRES_BACKUP_ACCESS_KEY_ID', 'POSTGRES_BACKUP_ACCESS_SECRET_KEY', 'BACKUP_BUCKET_URL'],
  ...['BACKUP_S3_REGION', 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY', 'SMTP_URL'],
  ...['MAIL_IN_URL', 'REPLY_ADDRESS'],
];
const environment = Object.fromEntries(settings.map((name) => [name, `value of ${name}`]));
const run = (env: NodeJS.ProcessEnv) => spawnSync(process.execPath, [program], { env, encoding: 'utf8' });

interface Secret {
  metadata: { name: string };
  stringData: Record<string, string>;
}

/** Files that other tools create. */
const byOtherTools = ['Secret delivery-key', 'Secret obieg-wildcard-tls'];
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

describe('create-secrets.mjs', () => {
  const { items } = JSON.parse(run(environment).stdout) as { items: Secret[] };
  const dataOf = (name: string) => items.find(({ metadata }) => metadata.name === name)?.stringData ?? {};

  it('creates every secret that an operator creates, except files of other tools', () => {
    const expected = createdByOperators.filter(
      (object) => object.startsWith('Secret ') && !byOtherTools.includes(object),
    );
    expect(items.map(({ metadata }) => `Secret ${metadata.name}`).sort()).toEqual([...expected].sort());
  });

  it('sets the keys that the README lists', () => {
    for (const { stringData } of items)
      for (const [key, value] of Object.entries(stringData)) {
        expect(readme).toContain(`\`${key}\``);
        expect(value).not.toBe('');
      }
  });

  it('creates keys of 32 bytes for stored secrets', () => {
    const keys = [dataOf('svc-identity')['SECRET_KEYS'], dataOf('webhooks')['WEBHOOK_KEYS']];
    expect(keys.map((key) => Buffer.from(key ?? '', 'base64').length)).toEqual([32, 32]);
  });

  it.each(['identity', 'workflow', 'tasks'])(
    'encodes the passwords of the database %s in its addresses',
    (database) => {
      for (const [secret, key] of [
        [`svc-${database}`, 'DATABASE_URL'],
        [`svc-${database}-owner`, 'MIGRATION_DATABASE_URL'],
      ] as const) {
        const { username, password, pathname } = new URL(dataOf(secret)[key] ?? '');
        const role = secret.endsWith('owner') ? 'owner' : 'app';
        expect(dataOf(`postgres-${database}-${role}`)).toEqual({
          username,
          password: decodeURIComponent(password),
        });
        expect(pathname).toBe(`/${database}`);
      }
    },
  );

  it('names the variables that are missing', () => {
    const { status, stderr, stdout } = run({ ...environment, S3_REGION: '' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Export these variables first: S3_REGION.');
  });
});
