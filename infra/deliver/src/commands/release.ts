import { type Canary, type ReleasePointer, releaseRequestSchema } from '@obieg/contracts';
import { type ObjectStore, promoteCanary, readPointer, releaseVersion, rollBack } from '@obieg/delivery';
import { checkCodeNames } from '../organizations';
import type { Output } from '../report';
import { type CommandLine, openChosenStore, readArguments, readAuthor, requireRemoteKeys } from '../settings';
import { UsageError } from '../usage';
import type { Command, CommandResult } from './command';

export const describeAudience = ({ percent, organizations }: Canary): string =>
  [percent > 0 ? `${percent} % of the organizations` : '', organizations.join(', ')]
    .filter(Boolean)
    .join(' and ');

const describeState = (id: string, { stable, canary }: ReleasePointer): string => {
  const audience = canary ? 'All others get' : 'All organizations get';
  return [
    canary ? `${describeAudience(canary)}: ${id} ${canary.version}.` : '',
    stable ? `${audience} ${id} ${stable}.` : `No version of ${id} is released to all organizations.`,
  ]
    .filter(Boolean)
    .join('\n');
};

const toResult = (id: string, pointer: ReleasePointer): CommandResult => {
  const { revision, stable, canary } = pointer;
  return { json: { id, revision, stable, canary }, text: describeState(id, pointer) };
};

/** `--percent` and `--organizations`, checked. */
const readAudience = ({ values }: CommandLine, version: string) => {
  const { percent, organizations } = values;
  if (percent !== undefined && !/^\d{1,3}$/.test(percent))
    throw new UsageError('--percent takes a whole number from 1 to 100.');
  const result = releaseRequestSchema.safeParse({
    version,
    ...(percent === undefined ? {} : { percent: Number(percent) }),
    ...(organizations === undefined
      ? {}
      : { organizations: organizations.split(',').map((code) => code.trim()) }),
  });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UsageError(`${issue?.path.join('.') || 'release'}: ${issue?.message}`);
};

const readChange = async (line: CommandLine, store: ObjectStore, progress: Output) => ({
  ...readAuthor(line),
  keys: await requireRemoteKeys(line, store, progress),
});

export const release: Command = async (line, progress) => {
  const [id = '', version = ''] = readArguments(line, 'release', { required: ['id', 'version'] });
  const audience = readAudience(line, version);
  const store = openChosenStore(line);
  await checkCodeNames(audience.organizations ?? [], line, progress);
  const change = await readChange(line, store, progress);
  const ended = (await readPointer(store, id))?.pointer.canary;
  const pointer = await releaseVersion(store, id, { ...audience, ...change, isWidened: true });
  // A colleague can still be watching it.
  if (ended && ended.version !== version)
    progress.write(`Ended the canary ${ended.version} of ${describeAudience(ended)}.\n`);
  return toResult(id, pointer);
};

export const promote: Command = async (line, progress) => {
  const [id = ''] = readArguments(line, 'promote', { required: ['id'] });
  const store = openChosenStore(line);
  return toResult(id, await promoteCanary(store, id, await readChange(line, store, progress)));
};

export const rollback: Command = async (line, progress) => {
  const [id = '', version] = readArguments(line, 'rollback', { required: ['id'], optional: ['version'] });
  const store = openChosenStore(line);
  return toResult(id, await rollBack(store, id, { version, ...(await readChange(line, store, progress)) }));
};
