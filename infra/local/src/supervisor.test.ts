import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAlive, until } from '../test/processes';
import { findFreePort } from './ports';
import { requestSite } from './site-client';
import { createSupervisor, type Supervisor } from './supervisor';

let folder: string;
let events: string[];
let supervisor: Supervisor;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'obieg-supervisor-'));
  events = [];
  supervisor = createSupervisor({ logFolder: folder, log: (line) => events.push(line) });
});
afterEach(async () => {
  await supervisor.stopAll();
  rmSync(folder, { recursive: true, force: true });
});

const answers = (port: number): Promise<boolean> =>
  requestSite('GET', `http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
/** A little web server that answers with a variable of its environment. */
const startEcho = async (name: string): Promise<number> => {
  const port = await findFreePort();
  const code = `console.log('${name} is up');
    require('node:http').createServer((q, s) => s.end(process.env.WORD ?? 'none')).listen(${port}, '127.0.0.1')`;
  await supervisor.start({
    name,
    program: { command: [process.execPath, '-e', code] },
    isReady: () => answers(port),
  });
  return port;
};
const pidOf = (name: string): number => supervisor.pids()[name] ?? 0;

describe('supervisor', () => {
  it('starts again what crashed, and says so', async () => {
    const port = await startEcho('echo');
    const first = pidOf('echo');
    process.kill(first, 'SIGKILL');
    await until('a second process answers', async () => pidOf('echo') !== first && (await answers(port)));
    expect(events).toEqual([expect.stringMatching(/^echo ended with SIGKILL; it starts again in \d+ ms$/)]);
    expect(readFileSync(join(folder, 'echo.log'), 'utf8')).toBe('echo is up\necho is up\n');
  });

  it('leaves down what was killed through it until it is started again', async () => {
    const port = await startEcho('echo');
    const first = pidOf('echo');
    await supervisor.kill('echo');
    expect(isAlive(first)).toBe(false);
    expect(supervisor.pids()).toEqual({});
    await supervisor.restart('echo', { WORD: 'new' });
    expect((await requestSite('GET', `http://127.0.0.1:${port}/`)).text).toBe('new');
    expect(events).toEqual([]);
  });

  it('gives up on a service that cannot start and repeats its last words', async () => {
    const start = supervisor.start({
      name: 'broken',
      program: {
        command: [process.execPath, '-e', 'console.error("DATABASE_URL is missing"); process.exit(1)'],
      },
      isReady: async () => false,
    });
    await expect(start).rejects.toThrow(/broken ends as soon as it starts.*\nDATABASE_URL is missing/);
  });

  it('says that a program does not exist', async () => {
    const start = supervisor.start({
      name: 'absent',
      program: { command: [join(folder, 'no-such-program')] },
      isReady: async () => false,
    });
    await expect(start).rejects.toThrow(/ENOENT/);
  });

  it('ends everything', async () => {
    await startEcho('one');
    await startEcho('two');
    const pids = Object.values(supervisor.pids());
    expect(pids).toHaveLength(2);
    await supervisor.stopAll();
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
