import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPorts } from './obieg-parts';
import { announceProduct } from './running-product';

const program = fileURLToPath(new URL('../service.mjs', import.meta.url));
const printer = `
  const { DATABASE_URL, NATS_URL } = process.env;
  console.log(JSON.stringify({ DATABASE_URL, NATS_URL, args: process.argv.slice(2) }));
  process.exit(process.argv.includes('fail') ? 3 : 0);`;

/** Like the folder of the product, with a service that prints how it was started. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'obieg-service-'));
  for (const folder of ['svc-tasks/dist', '.data', 'empty'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'svc-tasks/dist/main.mjs'), printer);
  writeFileSync(join(root, '.data/services.password'), 'secret\n');
  announceProduct(join(root, '.data'), {
    baseDomain: 'obieg.test',
    ports: { ...defaultPorts, postgres: 5433, nats: 4223 },
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [program, ...args], { cwd: root, env, encoding: 'utf8' });

describe('npm run service', () => {
  it('runs the command with the addresses of the running product', () => {
    const { status, stdout } = run(['svc-tasks', 'dead-letters', 'list']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      DATABASE_URL: 'postgres://tasks_app:secret@127.0.0.1:5433/tasks',
      NATS_URL: 'nats://127.0.0.1:4223',
      args: ['dead-letters', 'list'],
    });
  });

  it('uses the servers that npm start was given, and returns the exit code', () => {
    const { status, stdout } = run(['svc-tasks', 'fail'], {
      DATABASE_URL: 'postgres://postgres:admin@db.test:5432/postgres',
      NATS_URL: 'nats://nats.test:4222',
    });
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      DATABASE_URL: 'postgres://tasks_app:secret@db.test:5432/tasks',
      NATS_URL: 'nats://nats.test:4222',
    });
  });

  it.each([[[]], [['svc-tasks']], [['svc-other', 'migrate']]])('explains its use for %j', (args) => {
    const { status, stderr } = run(args);
    expect(status).toBe(1);
    expect(stderr).toContain('Usage: npm run service -- <service> <command>');
  });

  it('asks for npm start if no product has run', () => {
    const { status, stderr } = run(['svc-tasks', 'dead-letters', 'list'], { OBIEG_DATA_DIR: 'empty' });
    expect(status).toBe(1);
    expect(stderr).toContain('Run npm start first');
  });
});
