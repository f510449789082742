import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

const answerMs = 1_000;

/** Whether a process on that port answers with the word. A pid alone can belong to another program by now. */
const answersWith = (port: number, word: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let heard = '';
    socket.setTimeout(answerMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard === word));
  });

/** Locks a data folder for one launcher. @returns a function that releases it @throws if another launcher holds it */
export const lockDataFolder = async (dataDir: string): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'launcher.lock');
  if (existsSync(file)) {
    const [port, word, pid] = readFileSync(file, 'utf8').split(' ');
    if (await answersWith(Number(port), word ?? ''))
      throw new Error(
        `Obieg already runs in ${dataDir} (process ${pid}). Stop it, or set OBIEG_DATA_DIR to start another.`,
      );
  }
  const word = randomBytes(16).toString('hex');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(word);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  writeFileSync(file, `${port} ${word} ${process.pid}`, { mode: 0o600 });
  return () => {
    server.close();
    rmSync(file, { force: true });
  };
};
