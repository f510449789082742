import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** A launcher on a busy machine answers late. One that has ended refuses at once. */
const responseTimeoutMs = 10_000;

/**
 * Whether the process on this port sends the secret. A pid alone is not enough, because another process can reuse it.
 */
const respondsWith = (port: number, secret: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setTimeout(responseTimeoutMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received === secret));
  });

const fileIn = (dataDir: string): string => join(dataDir, 'launcher.lock');

/** Returns the process that has locked a folder; undefined if none runs. */
export const findLockHolder = async (dataDir: string): Promise<number | undefined> => {
  if (!existsSync(fileIn(dataDir))) return undefined;
  // A full disk leaves an empty or cut file, which no process holds.
  const parts = /^(\d{1,5}) ([0-9a-f]{32}) (\d+)$/.exec(readFileSync(fileIn(dataDir), 'utf8'));
  const [, port, secret = '', pid] = parts ?? [];
  if (port === undefined || Number(port) > 65_535) return undefined;
  return (await respondsWith(Number(port), secret)) ? Number(pid) : undefined;
};

/** Message for the user if another process has locked the folder. */
type DescribeHolder = (pid: number, dataDir: string) => string;

const describeLauncher: DescribeHolder = (pid, dataDir) =>
  `Obieg already runs in ${dataDir} (process ${pid}). Stop it, or set OBIEG_DATA_DIR to start another.`;

const unfinishedFile = (dataDir: string): string => join(dataDir, 'restore.unfinished');

/** Marks a data folder that a restore fills. It cannot be locked again. @returns a function that removes the mark */
export const markUnfinishedRestore = (dataDir: string): (() => void) => {
  writeFileSync(unfinishedFile(dataDir), '');
  return () => rmSync(unfinishedFile(dataDir));
};

/**
 * Locks a data folder for one launcher. @returns a function that releases it @throws if another launcher has locked
 * it, or a restore was interrupted
 */
export const lockDataFolder = async (
  dataDir: string,
  describeHolder: DescribeHolder = describeLauncher,
): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const holder = await findLockHolder(dataDir);
  if (holder !== undefined) throw new Error(describeHolder(holder, dataDir));
  if (existsSync(unfinishedFile(dataDir)))
    throw new Error(`A restore to ${dataDir} did not finish. Delete the folder and restore again.`);
  const secret = randomBytes(16).toString('hex');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(secret);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  writeFileSync(fileIn(dataDir), `${port} ${secret} ${process.pid}`, { mode: 0o600 });
  return () => {
    server.close();
    rmSync(fileIn(dataDir), { force: true });
  };
};
