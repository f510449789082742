import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const childrenOf = (parentId: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parentId;
      } catch {
        return false;
      }
    });

/** Successful calls in the summary of strace, which has a column of errors only where there are some. */
const readCalls = (summary: string, name: string): number => {
  const line = summary.split('\n').find((text) => text.trimEnd().endsWith(` ${name}`));
  const [calls = 0, errors = 0] = (line ?? '').trim().split(/\s+/).map(Number);
  return calls - (Number.isNaN(errors) ? 0 : errors);
};

const startTrace = async (pids: readonly number[]): Promise<ChildProcess> => {
  const attached = pids.flatMap((pid) => ['-p', String(pid)]);
  const trace = spawn(
    'strace',
    ['-c', '-U', 'calls,errors,name', '-e', 'trace=sendto,recvfrom', ...attached],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  // strace does not say when it has attached to all processes.
  await setTimeout(1_000);
  return trace;
};

/** Counts the packets between PostgreSQL's present connections and their clients. Empty without strace. */
export const countPackets = async (
  databaseId: number,
  work: () => Promise<void>,
): Promise<Map<string, number>> => {
  if (spawnSync('strace', ['--version'], { stdio: 'ignore' }).status !== 0) {
    await work();
    return new Map();
  }
  const trace = await startTrace(childrenOf(databaseId));
  let summary = '';
  trace.stderr?.setEncoding('utf8').on('data', (text: string) => {
    summary += text;
  });
  await work();
  const closed = new Promise((resolve) => trace.on('close', resolve));
  trace.kill('SIGINT');
  await closed;
  return new Map([
    ['received', readCalls(summary, 'recvfrom')],
    ['sent', readCalls(summary, 'sendto')],
  ]);
};
