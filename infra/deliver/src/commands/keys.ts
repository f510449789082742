import { spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { remoteIdSchema } from '@obieg/contracts';
import { createKeyPair } from '@obieg/delivery';
import { readArguments } from '../settings';
import { UsageError } from '../usage';
import type { Command } from './command';

/** Whether `git add` would take the file. False without git, or outside of a repository. */
const isOpenToGit = (file: string): boolean =>
  spawnSync('git', ['check-ignore', '--quiet', '--', file], { cwd: dirname(file) }).status === 1;

export const createKeys: Command = async (line) => {
  const [id = ''] = readArguments(line, 'keys create', { required: ['id'] });
  if (!remoteIdSchema.safeParse(id).success)
    throw new UsageError(`"${id}" is not a remote id: use lower-case letters and hyphens only.`);
  const privateFile = resolve(`${id}.key.pem`);
  const publicFile = resolve(`${id}.pub.pem`);
  for (const file of [privateFile, publicFile])
    if (existsSync(file))
      throw new Error(`${file} exists. Move it away first; a lost key cannot be restored.`);
  const { privateKey, publicKey } = createKeyPair();
  writeFileSync(privateFile, privateKey, { mode: 0o600, flag: 'wx' });
  writeFileSync(publicFile, publicKey, { flag: 'wx' });
  const spki = createPublicKey(publicKey).export({ format: 'der', type: 'spki' }).toString('base64');
  return {
    json: { id, privateFile, publicFile, remoteKeys: { [id]: spki } },
    text: [
      `Private key: ${privateFile} (keep it secret; store it in the team's CI)`,
      `Public key:  ${publicFile}`,
      ...(isOpenToGit(privateFile)
        ? ['Warning: git does not ignore the private key. Move it away, or add *.key.pem to .gitignore.']
        : []),
      `Ask the operators to add this entry to REMOTE_KEYS of the gateway:`,
      `  ${JSON.stringify(id)}: ${JSON.stringify(spki)}`,
    ].join('\n'),
  };
};
