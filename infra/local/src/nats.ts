import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Program, startServer, stopChild, withParentDeathSignal } from './child';
import {
  cachedProgram,
  fetchDebianProgram,
  installBinary,
  inTemporaryFolder,
  listInstalled,
  runCommand,
  unpackProgram,
} from './debian-package';
import { findFreePort } from './ports';

export interface RunningNats {
  url: string;
  port: number;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Tested release. The archive must match this SHA-256. */
const release = {
  version: '2.14.5',
  sha256: {
    'linux-amd64': '5e3b603d47c447bda1f77f9ac16dbf91c90aac4ff3681f8fbbc7201e4ed99355',
    'linux-arm64': '673a98d3faa79dde3f9ebf16d6dfac36a5f694e7ad2015e4954dd7939c85cd4c',
    'darwin-arm64': 'ddd907854d9a2de834af133fa396915fe6442fe6d8909ae31390d1ea7a0fea50',
  } as Record<string, string>,
};
const debianPackage = {
  path: 'pool/main/n/nats-server/nats-server_2.10.27-1+b2',
  sha256: {
    amd64: '6d913ac987b78734c08537c2adeb1526cf735f216173a9170d94b185fcfe6f8a',
    arm64: '0c9a617510b28c1b4fb4a38aabea6ab8cd7f026247f2abdff8b955b2278ce049',
  } as Record<string, string>,
};
/** Oldest server with the JetStream features that Obieg uses. */
const oldestVersion = [2, 9, 4];

const versionOf = (binary: string): number[] | undefined => {
  const { stdout, status } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  const match = /v(\d+)\.(\d+)\.(\d+)/.exec(stdout ?? '');
  return status === 0 && match ? match.slice(1).map(Number) : undefined;
};

const isRecent = (version: number[]): boolean => {
  for (const [index, least] of oldestVersion.entries()) {
    const part = version[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
};

const usable = (binary: string): string | undefined => {
  const version = existsSync(binary) ? versionOf(binary) : undefined;
  return version && isRecent(version) ? binary : undefined;
};

const program = 'nats-server';

const downloadRelease = (target: string): Promise<string> =>
  inTemporaryFolder(async (folder) => {
    const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
    const expected = release.sha256[platform];
    if (!expected) throw new Error(`no release known for ${platform}`);
    const name = `nats-server-v${release.version}-${platform}`;
    const response = await fetch(
      `https://github.com/nats-io/nats-server/releases/download/v${release.version}/${name}.tar.gz`,
      {
        signal: AbortSignal.timeout(60_000),
      },
    );
    if (!response.ok) throw new Error(`the download failed with status ${response.status}`);
    const archive = Buffer.from(await response.arrayBuffer());
    if (createHash('sha256').update(archive).digest('hex') !== expected)
      throw new Error('the checksum of the download does not match');
    writeFileSync(join(folder, 'nats.tar.gz'), archive);
    runCommand('tar', ['-xzf', 'nats.tar.gz'], folder);
    return installBinary(join(folder, name, 'nats-server'), target);
  });

const programInPackage = 'usr/sbin/nats-server';

/** Downloads a package newer than Debian 12's from the mirror that apt on this machine uses. */
const downloadPinnedPackage = (target: string): Promise<string> =>
  inTemporaryFolder(async (folder) => {
    const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
    const expected = debianPackage.sha256[architecture];
    if (!expected) throw new Error(`no package known for ${architecture}`);
    const { stdout } = spawnSync(
      'apt-get',
      ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'],
      {
        encoding: 'utf8',
      },
    );
    const mirror = [...new Set((stdout ?? '').split('\n'))].find((line) => /debian\/?$/.test(line));
    if (!mirror) throw new Error('apt has no mirror of the Debian archive');
    const address = `${mirror.replace(/\/?$/, '/')}${debianPackage.path}_${architecture}.deb`;
    runCommand(
      '/usr/lib/apt/apt-helper',
      ['download-file', address, 'nats.deb', `SHA256:${expected}`],
      folder,
    );
    return unpackProgram('nats.deb', folder, programInPackage, target);
  });

/** Finds a nats-server or downloads one into the cache. @throws with the reason of each failed attempt */
const ensureNatsServer = async (): Promise<string> => {
  const cached = cachedProgram(program);
  const present = [cached, ...listInstalled(program)].map(usable).find((binary) => binary !== undefined);
  if (present) return present;
  const failures: string[] = [];
  for (const [source, download] of [
    ['release download', downloadRelease],
    ['newer Debian package', downloadPinnedPackage],
    ['Debian package', (target: string) => fetchDebianProgram(program, programInPackage, target)],
  ] as const) {
    try {
      const binary = usable(await download(cached));
      if (binary) return binary;
      failures.push(`${source}: the binary does not run`);
    } catch (error) {
      failures.push(`${source}: ${(error as Error).message}`);
    }
  }
  throw new Error(
    `nats-server is missing. Install it or set NATS_URL. Tried:\n${failures.map((line) => `  - ${line}`).join('\n')}`,
  );
};

interface NatsOptions {
  /** Folder of the streams. Persists across restarts. */
  dataDir: string;
  port?: number;
  /** Makes the server a member of a cluster on loopback. Tests use it. */
  cluster?: { port: number; peers: readonly number[] };
  /** Credentials that clients need. Tests use it. */
  account?: { user: string; password: string };
}

const clusterConfiguration = ({ port, peers }: NonNullable<NatsOptions['cluster']>): string => {
  const routes = peers.map((peer) => `"nats://127.0.0.1:${peer}"`).join(', ');
  return `server_name: "obieg-${port}"\ncluster { name: obieg, listen: "127.0.0.1:${port}", routes: [${routes}] }\n`;
};

/** Finds or downloads a server and writes its configuration. @returns how to run it */
export const prepareNats = async ({
  dataDir,
  port: preferred,
  cluster,
  account,
}: NatsOptions): Promise<{ program: Program; url: string; port: number }> => {
  const binary = await ensureNatsServer();
  mkdirSync(dataDir, { recursive: true });
  const port = await findFreePort(preferred);
  const [major = 0, minor = 0] = versionOf(binary) ?? [];
  // Older servers reject this field. From 2.10 on, an acknowledged event survives a power loss.
  const sync = major > 2 || minor >= 10 ? ', sync_interval: always' : '';
  const configuration = join(dataDir, 'nats.conf');
  writeFileSync(
    configuration,
    `listen: "127.0.0.1:${port}"\njetstream { store_dir: ${JSON.stringify(join(dataDir, 'js'))}, max_file_store: 4GB${sync} }\n${cluster ? clusterConfiguration(cluster) : ''}${account ? `authorization ${JSON.stringify(account)}\n` : ''}`,
  );
  return {
    program: {
      command: withParentDeathSignal('TERM', [binary, '-c', configuration]),
      // Limits heap growth to a fifth of the live heap: 27 MB instead of 31 MB at rest. A fixed memory limit would
      // make NATS collect garbage constantly near it.
      env: { GOGC: '20' },
    },
    url: `nats://127.0.0.1:${port}`,
    port,
  };
};

/** Starts NATS with JetStream on loopback. */
export const startNats = async (options: NatsOptions): Promise<RunningNats> => {
  const { program, url, port } = await prepareNats(options);
  const child = await startServer(program, /Server is ready/);
  return { url, port, pid: child.pid ?? 0, stop: (signal = 'SIGTERM') => stopChild(child, signal) };
};
