import { spawn } from 'node:child_process';

/**
 * Reads lines of `<pid> <signal>`. When its input ends because the launcher died, it sends each signal. It ignores
 * terminal signals, which would stop it before the launcher.
 */
const program = `
const children = new Map();
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) { const [pid, signal] = line.split(' '); signal ? children.set(pid, signal) : children.delete(pid); }
});
process.stdin.on('end', () => {
  for (const [pid, signal] of children) { try { process.kill(Number(pid), signal); } catch {} }
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
`;

let input: NodeJS.WritableStream | undefined;

const send = (line: string): void => {
  if (!input) {
    const guardian = spawn(process.execPath, ['-e', program], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    guardian.unref();
    const { stdin } = guardian;
    stdin.on('error', () => undefined);
    if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref();
    input = stdin;
  }
  input.write(`${line}\n`);
};

/** Stops a child when the launcher dies, even after `kill -9`, on systems without setpriv. */
export const guard = (pid: number, signal: NodeJS.Signals): void => send(`${pid} ${signal}`);

/** Forgets a child that has exited, because its pid can be reused. */
export const unguard = (pid: number): void => send(String(pid));
