import { join, resolve } from 'node:path';
import { demoPassword } from './demo/demo-model';
import { demoOrganizations } from './demo/organizations';
import { type Obieg, startObieg } from './obieg';
import { repositoryRoot } from './paths';

interface ServeOptions {
  /** Prints a progress line. */
  log(line: string): void;
  /** Also print the output of the services. */
  isVerbose: boolean;
}

const write = (lines: readonly string[]): void => void process.stdout.write(`\n${lines.join('\n')}\n`);

const describeDemo = ({ gatewayUrl }: Obieg): string[] => [
  ...demoOrganizations.map(({ name, codeName }) => `  ${name.padEnd(18)}${gatewayUrl(codeName)}`),
  '',
  `  Demo accounts, password ${demoPassword}:`,
  `    ${'super@obieg.test'.padEnd(20)}SUPER_ADMIN on every address`,
  ...demoOrganizations.flatMap(({ codeName, people }) =>
    people.map(({ email, role }) => `    ${email.padEnd(20)}${role} in ${codeName}`),
  ),
];

const describeAddresses = (obieg: Obieg, dataDir: string, hasDemo: boolean): string[] => [
  '  Obieg is ready.',
  '',
  `  ${'Main domain'.padEnd(18)}${obieg.gatewayUrl()}`,
  ...(hasDemo ? describeDemo(obieg) : []),
  '',
  ...(obieg.mail ? [`  ${'Mail inbox'.padEnd(18)}http://localhost:${obieg.mail.httpPort}`] : []),
  `  ${'API'.padEnd(18)}${obieg.gatewayUrl(hasDemo ? 'acme' : undefined)}/api/docs`,
  `  ${'Logs'.padEnd(18)}${join(dataDir, 'logs')}`,
  '',
  '  Ctrl-C stops everything.',
  '',
];

/** Detects a killed npm, which sends no signal to this process. */
const watchParent = (end: () => void): void => {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, 1_000).unref();
};

/** Starts the product, prints its addresses, and runs until a signal. @throws if it cannot start */
export const serve = async ({ log, isVerbose }: ServeOptions): Promise<void> => {
  const dataDir = resolve(process.env['OBIEG_DATA_DIR'] ?? join(repositoryRoot, '.data'));
  const ending = new AbortController();
  const ended = new Promise<void>((done) => {
    const end = (): void => {
      // A second signal exits at once; the children die with this process.
      if (ending.signal.aborted) process.exit(1);
      process.stdout.write('\n');
      log('stopping');
      ending.abort();
      done();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
    if (process.env['npm_lifecycle_event'] !== undefined) watchParent(() => ending.signal.aborted || end());
  });
  let obieg: Obieg;
  try {
    obieg = await startObieg({
      dataDir,
      log,
      signal: ending.signal,
      ...(isVerbose
        ? { onOutput: (name, line) => process.stdout.write(`${name.padEnd(12)} | ${line}\n`) }
        : {}),
    });
  } catch (error) {
    if (ending.signal.aborted) process.exit(0);
    throw error;
  }
  if (!ending.signal.aborted)
    write(describeAddresses(obieg, dataDir, process.env['NODE_ENV'] !== 'production'));
  await ended;
  await obieg.stop();
  log('stopped');
  process.exit(0);
};
