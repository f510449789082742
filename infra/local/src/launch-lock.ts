import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

const responseTimeoutMs = 1_000;

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

/**
 * Locks a data folder for one launcher. @returns a function that releases it @throws if another launcher has locked
 * it
 */
export const lockDataFolder = async (dataDir: string): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'launcher.lock');
  if (existsSync(file)) {
    const [port, secret, pid] = readFileSync(file, 'utf8').split(' ');
    if (await respondsWith(Number(port), secret ?? ''))
      throw new Error(
        `Obieg already runs in ${dataDir} (process ${pid}). Stop it, or set OBIEG_DATA_DIR to start another.`,
      );
  }
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
  writeFileSync(file, `${port} ${secret} ${process.pid}`, { mode: 0o600 });
  return () => {
    server.close();
    rmSync(file, { force: true });
  };
};
