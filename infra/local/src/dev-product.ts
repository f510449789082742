import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ending } from './ending';
import { type Obieg, startObieg } from './obieg';
import { dataFolder, repositoryRoot } from './paths';
import { announceProduct, findRunningProduct, getAnnouncedProduct, preferredPorts } from './running-product';

interface Frontend {
  id: string;
  folder: string;
}

/** The part of `@obieg/build-config/dev-server` that `npm run dev` uses. */
export interface DevServerTools {
  startDevServer(options: {
    shell: Frontend;
    remotes: Frontend[];
    port: number;
    product: { findAddress(): Promise<string>; baseDomain: string };
    cacheFolder: string;
    onProblems(problems: string[]): void;
  }): Promise<{ baseDomain: string; stop(): Promise<void> }>;
  findBaseDomain(address: string): Promise<string>;
}

/** The product behind the development server. */
export interface DevProduct {
  /** Where it runs now. Rejects with a message for the user if it does not run or cannot start. */
  findAddress(): Promise<string>;
  baseDomain: string;
  hasDemo: boolean;
  /** Stops what this program started. */
  stop(): Promise<void>;
}

interface FindOptions {
  remotes: string[];
  against: string | undefined;
  ending: Ending;
  log(line: string): void;
  buildProduct(except: string[]): Promise<void>;
  loadTools(): Promise<DevServerTools>;
}

const stopNothing = async (): Promise<void> => undefined;

/** A broken or changed source must not delay the start. Its earlier build is enough, because no page loads it. */
const listBuilt = (remotes: string[]): string[] => [
  ...(existsSync(join(repositoryRoot, 'shell/dist/index.html')) ? ['shell'] : []),
  ...remotes.filter((id) => existsSync(join(repositoryRoot, id, 'dist/remote.json'))),
];

const startProduct = async (
  dataDir: string,
  { remotes, buildProduct, log, ending }: FindOptions,
): Promise<Obieg> => {
  await buildProduct(listBuilt(remotes));
  const obieg = await startObieg({
    dataDir,
    ports: preferredPorts(dataDir),
    log,
    signal: ending.signal,
  });
  announceProduct(dataDir, obieg);
  return obieg;
};

const findElsewhere = async (against: string, { loadTools }: FindOptions): Promise<DevProduct> => {
  const { findBaseDomain } = await loadTools();
  const baseDomain = await findBaseDomain(against);
  return {
    findAddress: async () => against,
    baseDomain,
    hasDemo: false,
    stop: stopNothing,
  };
};

/** Address of the product that runs with a data folder, which may have started again on another port. */
const findLocalAddress = async (dataDir: string): Promise<string> =>
  `http://127.0.0.1:${getAnnouncedProduct(dataDir).gatewayPort}`;

/**
 * Returns the product at `against`, the one that runs in this checkout, or one that it starts. Does not wait for the
 * start, because the frontends can compile meanwhile.
 */
export const findDevProduct = async (options: FindOptions): Promise<DevProduct> => {
  const { against, log, ending } = options;
  if (against !== undefined) return findElsewhere(against, options);
  const dataDir = dataFolder();
  const hasDemo = process.env['NODE_ENV'] !== 'production';
  const running = await findRunningProduct(dataDir, log, ending.signal);
  if (running) {
    const { baseDomain, gatewayPort } = running;
    log(`using the product that runs on port ${gatewayPort}`);
    return { findAddress: () => findLocalAddress(dataDir), baseDomain, hasDemo, stop: stopNothing };
  }
  const starting = startProduct(dataDir, options);
  const address = starting.then(({ ports }) => `http://127.0.0.1:${ports.gateway}`);
  // The caller awaits it later.
  address.catch(() => undefined);
  return {
    findAddress: () => address,
    baseDomain: process.env['BASE_DOMAIN'] ?? 'obieg.localhost',
    hasDemo,
    stop: () =>
      starting.then(
        (obieg) => obieg.stop(),
        () => undefined,
      ),
  };
};
