// `npm run service -- <service> <command>`: runs a command of a service on the data of `npm start`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const usage = `Usage: npm run service -- <service> <command>
  for example: npm run service -- svc-tasks dead-letters list
Services: svc-identity, svc-workflow, svc-tasks. npm start must run.`;

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const [name = '', ...command] = process.argv.slice(2);
const [, database] = /^svc-(identity|workflow|tasks)$/.exec(name) ?? [];
if (!database || command.length === 0) fail(usage);

const dataDir = resolve(process.env.OBIEG_DATA_DIR ?? '.data');
const read = (file) => {
  const path = join(dataDir, file);
  return existsSync(path)
    ? readFileSync(path, 'utf8').trim()
    : fail(`${path} is missing. Run npm start first.`);
};
const { postgresPort, natsPort } = JSON.parse(read('product.json'));

/** The role of the service on the bundled server, or on the one that DATABASE_URL names for `npm start`. */
const url = new URL(process.env.DATABASE_URL ?? `postgres://127.0.0.1:${postgresPort}`);
url.username = `${database}_app`;
url.password = read('services.password');
url.pathname = `/${database}`;

const { status } = spawnSync(process.execPath, ['dist/main.mjs', ...command], {
  cwd: resolve(name),
  stdio: 'inherit',
  env: {
    ...process.env,
    DATABASE_URL: url.href,
    NATS_URL: process.env.NATS_URL ?? `nats://127.0.0.1:${natsPort}`,
  },
});
process.exitCode = status ?? 1;
