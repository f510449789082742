import { join } from 'node:path';
import { describeDemo } from './describe-demo';
import { watchForEnd } from './ending';
import { type Obieg, startObieg } from './obieg';
import { dataFolder } from './paths';
import { announceProduct, preferredPorts } from './running-product';
import { ssoEnvironment, startDemoSso } from './sso/demo-sso';

export { dev } from './dev';

interface ServeOptions {
  /** Prints a progress line. */
  log(line: string): void;
  /** Also print the output of the services. */
  isVerbose: boolean;
  /** Processes of each service and of the gateway. */
  replicas: number;
  /** Also start an identity provider with the demo people. */
  hasSso: boolean;
}

const write = (lines: readonly string[]): void => void process.stdout.write(`\n${lines.join('\n')}\n`);

const describeAddresses = (obieg: Obieg, dataDir: string, hasDemo: boolean): string[] => [
  '  Obieg is ready.',
  '',
  `  ${'Main domain'.padEnd(18)}${obieg.gatewayUrl()}`,
  ...(hasDemo ? describeDemo(obieg.gatewayUrl) : []),
  '',
  ...(obieg.mail ? [`  ${'Mail inbox'.padEnd(18)}http://localhost:${obieg.mail.httpPort}`] : []),
  `  ${'API'.padEnd(18)}${obieg.gatewayUrl(hasDemo ? 'acme' : undefined)}/api/docs`,
  `  ${'Logs'.padEnd(18)}${join(dataDir, 'logs')}`,
  '',
  '  Ctrl-C stops everything.',
  '',
];

/** Starts the product, prints its addresses, and runs until a signal. @throws if it cannot start */
export const serve = async ({ log, isVerbose, replicas, hasSso }: ServeOptions): Promise<void> => {
  const dataDir = dataFolder();
  const { signal, ended } = watchForEnd(log);
  const ports = preferredPorts(dataDir);
  let obieg: Obieg;
  try {
    obieg = await startObieg({
      dataDir,
      ports,
      log,
      replicas,
      // News arrive in the mail inbox while their reader waits for them.
      env: { MAIL_BATCH_SECONDS: process.env['MAIL_BATCH_SECONDS'] ?? '15' },
      signal,
      ...(hasSso ? { env: ssoEnvironment } : {}),
      ...(isVerbose
        ? { onOutput: (name, line) => process.stdout.write(`${name.padEnd(12)} | ${line}\n`) }
        : {}),
    });
  } catch (error) {
    if (signal.aborted) process.exit(0);
    throw error;
  }
  const provider = hasSso ? await startDemoSso(obieg) : undefined;
  if (provider) log(`the identity provider ${provider.issuer} has the demo people`);
  announceProduct(dataDir, obieg);
  if (ports.gateway !== undefined && ports.gateway !== obieg.ports.gateway)
    log(`port ${ports.gateway} of the last start is in use; its bookmarks and links in mails do not work`);
  if (!signal.aborted) write(describeAddresses(obieg, dataDir, process.env['NODE_ENV'] !== 'production'));
  await ended;
  await provider?.stop();
  await obieg.stop();
  log('stopped');
  process.exit(0);
};
