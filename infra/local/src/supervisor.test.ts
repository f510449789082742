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

const isResponding = (port: number): Promise<boolean> =>
  requestSite('GET', `http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
/** Starts a server that responds with a variable of its environment. */
const startEcho = async (name: string): Promise<number> => {
  const port = await findFreePort();
  const code = `console.log('${name} is up');
    require('node:http').createServer((q, s) => s.end(process.env.WORD ?? 'none')).listen(${port}, '127.0.0.1')`;
  await supervisor.start({
    name,
    program: { command: [process.execPath, '-e', code] },
    isReady: () => isResponding(port),
  });
  return port;
};
const pidOf = (name: string): number => supervisor.pids()[name] ?? 0;

describe('createSupervisor', () => {
  it('restarts a crashed process and logs it', async () => {
    const port = await startEcho('echo');
    const first = pidOf('echo');
    process.kill(first, 'SIGKILL');
    await until(
      'a second process responds',
      async () => pidOf('echo') !== first && (await isResponding(port)),
    );
    expect(events).toEqual([expect.stringMatching(/^echo exited with SIGKILL; restarting in \d+ ms$/)]);
    // Output takes another way than responses and may arrive after them.
    const readLog = () => readFileSync(join(folder, 'echo.log'), 'utf8');
    await until('the log has the output of both', async () => readLog() === 'echo is up\necho is up\n');
  });

  it('does not restart a killed process until restart is called', async () => {
    const port = await startEcho('echo');
    const first = pidOf('echo');
    await supervisor.kill('echo');
    expect(isAlive(first)).toBe(false);
    expect(supervisor.pids()).toEqual({});
    await supervisor.restart('echo', { WORD: 'new' });
    expect((await requestSite('GET', `http://127.0.0.1:${port}/`)).text).toBe('new');
    expect(events).toEqual([]);
  });

  it('rejects with the last output if a process cannot start', async () => {
    const start = supervisor.start({
      name: 'broken',
      program: {
        command: [process.execPath, '-e', 'console.error("DATABASE_URL is missing"); process.exit(1)'],
      },
      isReady: async () => false,
    });
    await expect(start).rejects.toThrow(/broken exits during its start.*\nDATABASE_URL is missing/);
  });

  it('rejects with ENOENT if the program does not exist', async () => {
    const start = supervisor.start({
      name: 'absent',
      program: { command: [join(folder, 'no-such-program')] },
      isReady: async () => false,
    });
    await expect(start).rejects.toThrow(/ENOENT/);
  });

  it('stops all processes', async () => {
    await startEcho('one');
    await startEcho('two');
    const pids = Object.values(supervisor.pids());
    expect(pids).toHaveLength(2);
    await supervisor.stopAll();
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
