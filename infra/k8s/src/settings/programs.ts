import { generateKeyPairSync } from 'node:crypto';
import { readConfig as readGateway } from '../../../../gateway/src/config';
import { readConfig as readIdentity } from '../../../../svc-identity/src/config';
import { readConfig as readTasks } from '../../../../svc-tasks/src/config';
import { readConfig as readWorkflow } from '../../../../svc-workflow/src/config';
import { readBackupAddresses, readRestoreAddresses, readSettings } from '../../../backup/src/settings';

type Environment = Record<string, string>;
type Read = (environment: Environment) => unknown;

/** A program of an image, and the settings that it reads. */
export interface Program {
  names: ReadonlySet<string>;
  /** @throws an error that names each missing or invalid setting */
  read: Read;
}

/** Records which names a program looks up. */
const recordNames = (read: Read): Set<string> => {
  const names = new Set<string>();
  const note = (name: string | symbol): void => {
    if (typeof name === 'string' && /^[A-Z][A-Z0-9_]+$/.test(name)) names.add(name);
  };
  const environment = new Proxy<Environment>(
    {},
    {
      get: (_target, name) => void note(name),
      has: (_target, name) => {
        note(name);
        return false;
      },
    },
  );
  try {
    read(environment);
  } catch {
    // Required settings are missing.
  }
  return names;
};

const ofConfig = (read: Read): Program => ({ names: recordNames(read), read });

const ofNames = (required: readonly string[], optional: readonly string[]): Program => ({
  names: new Set([...required, ...optional]),
  read: (environment) => {
    const missing = required.filter((name) => !environment[name]);
    if (missing.length > 0) throw new Error(missing.map((name) => `${name} is missing`).join('\n'));
  },
});

const { publicKey } = generateKeyPairSync('ed25519');
const publicKeys = JSON.stringify({
  shell: [publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
});
/** The file of the keys exists only in a pod. */
const withKeys = (environment: Environment): Environment =>
  environment['REMOTE_KEYS']?.startsWith('/') ? { ...environment, REMOTE_KEYS: publicKeys } : environment;

const bucket = ['S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
const migrate = ofNames(['DATABASE_URL', 'MIGRATION_DATABASE_URL'], ['LOG_LEVEL', 'MIGRATION_WAIT_SECONDS']);

/** Programs by image and command. */
const programs: Record<string, Program> = {
  gateway: ofConfig((environment) => readGateway(withKeys(environment))),
  'svc-identity': ofConfig(readIdentity),
  'svc-workflow': ofConfig(readWorkflow),
  'svc-tasks': ofConfig(readTasks),
  'svc-identity migrate': migrate,
  'svc-workflow migrate': migrate,
  'svc-tasks migrate': migrate,
  'backup backup': ofConfig((environment) => {
    readBackupAddresses(environment);
    return readSettings(environment);
  }),
  restore: ofConfig(readRestoreAddresses),
  'static deploy': ofNames(['DELIVERY_STORE', 'DELIVERY_KEY'], ['REMOTE_KEYS', ...bucket]),
  'static prune': ofNames(['DELIVERY_STORE'], ['REMOTE_KEYS', ...bucket]),
};

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The words of a container's command line. */
export const listWords = ({ command, args }: Record<string, unknown>): string[] => [
  ...textsOf(command),
  ...textsOf(args),
];

/** @returns undefined for an image that is not ours @throws for an unknown command of an image of ours */
export const findProgram = (container: Record<string, unknown>): Program | undefined => {
  const image = /(?:^|\/)obieg\/([a-z-]+)(?::|$)/.exec(String(container['image']))?.[1];
  if (image === undefined) return undefined;
  const commandLine = listWords(container).join(' ');
  const command = /\b(migrate|backup|deploy|prune)\b/.exec(commandLine)?.[1];
  const name = command === undefined ? image : `${image} ${command}`;
  const program = programs[name];
  if (!program) throw new Error(`The settings of ${name} are unknown. Add it to programs.ts.`);
  return program;
};

export const namesOf = (program: string): string[] => [...(programs[program]?.names ?? [])].sort();
