import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import {
  type ObjectStore,
  openStore,
  parseRemoteKeys,
  type RemoteKeys,
  readPublishedRemoteKeys,
} from '@obieg/delivery';
import type { Output } from './report';
import { UsageError } from './usage';

const options = {
  store: { type: 'string' },
  key: { type: 'string' },
  'remote-keys': { type: 'string' },
  organizations: { type: 'string' },
  percent: { type: 'string' },
  site: { type: 'string' },
  by: { type: 'string' },
  reason: { type: 'string' },
  unsigned: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

type Values = ReturnType<typeof parse>['values'];

export interface CommandLine {
  positionals: readonly string[];
  values: Values;
  env: NodeJS.ProcessEnv;
}

/** @throws UsageError */
export const readCommandLine = (args: readonly string[], env: NodeJS.ProcessEnv): CommandLine => ({
  ...parse(args),
  env,
});

export const openChosenStore = ({ values, env }: CommandLine): ObjectStore => {
  const address = values.store ?? env['DELIVERY_STORE'];
  if (!address)
    throw new UsageError('Name the store: --store <folder or https:// URL of a bucket>, or DELIVERY_STORE.');
  const {
    S3_REGION: region = 'auto',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env;
  return openStore(
    address,
    accessKeyId && secretAccessKey ? { region, accessKeyId, secretAccessKey } : undefined,
  );
};

/** @returns undefined with --unsigned */
export const readPrivateKey = ({ values, env }: CommandLine): KeyObject | undefined => {
  const file = values.key ?? env['DELIVERY_KEY'];
  if (values.unsigned) {
    if (values.key !== undefined) throw new UsageError('--key and --unsigned exclude each other.');
    return undefined;
  }
  if (!file)
    throw new UsageError(
      'Name the private key of the remote: --key <file>, or DELIVERY_KEY. "keys create <id>" makes one.',
    );
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`The key ${file} cannot be read.`);
  }
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(text);
  } catch {}
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new UsageError(`${file} is not an Ed25519 private key in PEM. "keys create <id>" makes one.`);
  return key;
};

/** @returns the keys that the caller names, otherwise those that the gateways have written into the store */
export const readRemoteKeys = async (
  { values, env }: CommandLine,
  store: ObjectStore,
): Promise<RemoteKeys | undefined> => {
  const text = values['remote-keys'] ?? env['REMOTE_KEYS'];
  return text ? parseRemoteKeys(text) : readPublishedRemoteKeys(store);
};

/** Like `readRemoteKeys`, but says if signatures are not checked. */
export const requireRemoteKeys = async (
  line: CommandLine,
  store: ObjectStore,
  progress: Output,
): Promise<RemoteKeys | undefined> => {
  const keys = await readRemoteKeys(line, store);
  if (!keys && !line.values.unsigned)
    progress.write(
      'Warning: no gateway has published its keys in this store, so signatures are not checked. Set REMOTE_KEYS to check them.\n',
    );
  return keys;
};

/** What a change of a pointer records. */
export const readAuthor = ({ values }: CommandLine) => ({
  by: values.by ?? `${userInfo().username}@${hostname()}`,
  at: new Date(),
  reason: values.reason ?? null,
});

/** @throws UsageError if there are more or fewer arguments than `names` */
export const readArguments = (
  { positionals }: CommandLine,
  command: string,
  names: { required: readonly string[]; optional?: readonly string[] },
): readonly (string | undefined)[] => {
  const { required, optional = [] } = names;
  const given = positionals.slice(command.split(' ').length);
  if (given.length < required.length || given.length > required.length + optional.length) {
    const expected = [...required.map((name) => `<${name}>`), ...optional.map((name) => `[<${name}>]`)];
    throw new UsageError(`${command} takes: ${expected.join(' ') || 'no arguments'}.`);
  }
  return given;
};
