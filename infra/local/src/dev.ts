import { basename, dirname, join } from 'node:path';
import { describeDemo } from './describe-demo';
import { type DevArguments, readDevArguments } from './dev-arguments';
import { type DevProduct, type DevServerTools, findDevProduct } from './dev-product';
import { type Ending, watchForEnd } from './ending';
import { lockDataFolder } from './launch-lock';
import { frontends } from './obieg-parts';
import { dataFolder, repositoryRoot } from './paths';
import { reserveFreePort } from './ports';

interface DevOptions {
  /** Command line after `npm run dev --`. */
  args: string[];
  /** Prints a progress line. */
  log(line: string): void;
  /** Builds what `npm start` needs, except these workspaces if they have been built before. */
  buildProduct(except: string[]): Promise<void>;
  /** Imports `@obieg/build-config/dev-server`, which takes a second. */
  loadTools(): Promise<DevServerTools>;
}

const defaultPort = 3000;

const describeHolder = (pid: number): string =>
  `npm run dev already runs in this checkout (process ${pid}). Stop it, or name all remotes in one command:\n` +
  'npm run dev -- mf-admin mf-tasks';

const folderOf = (id: string) => ({ id, folder: join(repositoryRoot, id) });

/** @throws if the user asked for a port that is in use */
const reservePort = async (wanted: number | undefined, log: (line: string) => void) => {
  const reserved = await reserveFreePort(wanted ?? defaultPort);
  if (wanted !== undefined && reserved.port !== wanted) {
    await reserved.release();
    reserved.endClaim();
    throw new Error(`Port ${wanted} is in use. Stop the program that uses it, or choose another --port.`);
  }
  if (wanted === undefined && reserved.port !== defaultPort)
    log(`port ${defaultPort} is in use; using ${reserved.port}`);
  return reserved;
};

/** Prints the problems of a compilation, and its recovery. */
const reportProblems = (log: (line: string) => void) => {
  let hadProblems = false;
  return (problems: string[]): void => {
    for (const problem of problems) process.stdout.write(`\n${problem}\n`);
    if (problems.length > 0) log('waiting for a change that fixes this');
    else if (hadProblems) log('compiled without problems');
    hadProblems = problems.length > 0;
  };
};

const describeAddresses = (
  { remotes, against }: DevArguments,
  { hasDemo }: DevProduct,
  baseDomain: string,
  port: number,
): string[] => {
  const urlOf = (codeName?: string): string =>
    `http://${codeName === undefined ? '' : `${codeName}.`}${baseDomain}:${port}`;
  return [
    `  From sources: ${['shell', ...remotes].join(', ')}`,
    '',
    `  ${'Main domain'.padEnd(18)}${urlOf()}`,
    ...(hasDemo ? describeDemo(urlOf) : [`  ${'Organization'.padEnd(18)}${urlOf('<code name>')}`]),
    '',
    ...(against === undefined
      ? []
      : [`  Everything else comes from ${against}. What you change there is real.`]),
    '  Changed files appear in open pages. Ctrl-C stops what this command started.',
    '',
  ];
};

const run = async (
  options: DevOptions,
  choice: DevArguments,
  ending: Ending,
  cleanUps: (() => unknown)[],
): Promise<void> => {
  const { log } = options;
  const cacheFolder = join(dataFolder(), 'dev');
  cleanUps.push(await lockDataFolder(cacheFolder, describeHolder));
  const port = await reservePort(choice.port, log);
  cleanUps.push(port.endClaim, port.release);
  const loading = options.loadTools();
  const product = await findDevProduct({ ...options, ...choice, ending });
  cleanUps.push(product.stop);
  await port.release();
  const starting = (await loading).startDevServer({
    shell: folderOf('shell'),
    remotes: choice.remotes.map(folderOf),
    port: port.port,
    product,
    cacheFolder,
    onProblems: reportProblems(log),
  });
  cleanUps.push(() => starting.then((server) => server.stop()));
  const [server] = await Promise.all([starting, product.findAddress()]);
  log('ready');
  const lines = describeAddresses(choice, product, server.baseDomain, port.port);
  process.stdout.write(`\n${lines.join('\n')}\n`);
  await ending.ended;
};

/** Serves the shell and the named remotes from sources until a signal. @throws a message for the user */
export const dev = async (options: DevOptions): Promise<void> => {
  const known = frontends.remoteDists
    .map((dist) => basename(dirname(dist)))
    .filter((name) => name !== 'shell');
  const choice = readDevArguments(options.args, known);
  const ending = watchForEnd(options.log);
  const cleanUps: (() => unknown)[] = [];
  try {
    await run(options, choice, ending, cleanUps);
  } catch (error) {
    // Everything that the signal interrupts fails.
    if (!ending.signal.aborted) throw error;
  } finally {
    for (const cleanUp of cleanUps.reverse()) await Promise.resolve(cleanUp()).catch(() => undefined);
  }
};
