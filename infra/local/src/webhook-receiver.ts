import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withParentDeathSignal } from './child';
import { repositoryRoot } from './paths';
import { findFreePort } from './ports';
import type { Supervisor } from './supervisor';

/**
 * Address of this machine that webhooks may reach. On Linux, nothing else listens on it, so that webhooks reach no other
 * program. Other systems have only one such address.
 */
const receiverHost = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
export const receiverNetwork = `${receiverHost}/32`;

/** Nothing listens on it, so messages are retried. */
export const unreachableUrl = `http://${receiverHost}:9/obieg`;

/** Port and secret of the receiver, kept so that the next start serves the same webhook. */
interface ReceiverState {
  port: number;
  /** Absent until the webhook exists. */
  secret?: string;
}

interface ReceiverOptions {
  supervisor: Supervisor;
  dataDir: string;
  log(line: string): void;
}

const stateFile = (dataDir: string): string => join(dataDir, 'demo-webhook.json');

const readState = (dataDir: string): Promise<ReceiverState | undefined> =>
  readFile(stateFile(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as ReceiverState,
    () => undefined,
  );

/** @returns the program of the guide, so that the demo runs what the guide teaches @throws if the guide has none */
const readGuideProgram = async (): Promise<string> => {
  const guide = await readFile(join(repositoryRoot, 'docs/how-to/receive-webhooks.md'), 'utf8');
  const [, program] = /```js\n([\s\S]*?)```/.exec(guide) ?? [];
  if (program === undefined) throw new Error('docs/how-to/receive-webhooks.md has no program');
  return program;
};

/** The receiver answers every request, those without a signature with 401. */
const isListening = (port: number): Promise<boolean> =>
  fetch(`http://${receiverHost}:${port}/`, { method: 'POST' }).then(
    ({ status }) => status === 401,
    () => false,
  );

/** Starts the receiver if its webhook exists. Without it, the product works, and the webhook fails. */
export const startWebhookReceiver = async ({ supervisor, dataDir, log }: ReceiverOptions): Promise<void> => {
  const state = await readState(dataDir);
  if (state?.secret === undefined) return;
  const { port, secret } = state;
  const program = await readGuideProgram();
  await supervisor
    .start({
      name: 'webhook-receiver',
      program: {
        // Imports of an evaluated program are resolved in the working folder.
        command: withParentDeathSignal('TERM', [process.execPath, '--input-type=module', '--eval', program]),
        env: { WEBHOOK_SECRET: secret, HOST: receiverHost, PORT: String(port) },
        cwd: repositoryRoot,
      },
      isReady: () => isListening(port),
    })
    .catch(async (error: Error) => {
      log(`the receiver of the demo webhook does not run: ${error.message}`);
      await supervisor.stop('webhook-receiver');
    });
};

/** Where the demo webhook leads. */
export interface DemoReceiver {
  url: string;
  /** Whether the secret of the webhook is known. */
  hasSecret: boolean;
  /** Keeps the secret and starts the receiver. */
  start(secret: string): Promise<void>;
}

/** Chooses the port of the receiver, or the one of an interrupted start. */
export const openDemoReceiver = async (options: ReceiverOptions): Promise<DemoReceiver> => {
  const { dataDir } = options;
  const { port, secret } = (await readState(dataDir)) ?? { port: await findFreePort() };
  const keep = (state: ReceiverState): Promise<void> =>
    writeFile(stateFile(dataDir), JSON.stringify(state), { mode: 0o600 });
  if (secret === undefined) await keep({ port });
  return {
    url: `http://${receiverHost}:${port}/obieg`,
    hasSecret: secret !== undefined,
    start: async (created) => {
      await keep({ port, secret: created });
      await startWebhookReceiver(options);
    },
  };
};
