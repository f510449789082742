import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PublishedManifest, ReleaseHistoryEntry } from '@obieg/contracts';
import { repositoryRoot } from '@obieg/local';
import { type Change, type DeliveryStore, writeVersion } from './versions';

const run = promisify(execFile);

interface Answer {
  code: number;
  /** The tool's JSON. */
  json: { error?: { code: string; message: string }; history?: ReleaseHistoryEntry[] };
}

/**
 * Sets up a team outside the repository: the packed delivery tool, its key, and the built folder of mf-tasks. Nothing
 * else of the product is there.
 */
export const setUpTeam = async ({ address, key }: DeliveryStore) => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-team-'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(repositoryRoot, 'infra/deliver'),
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['-xzf', tarball], { cwd: folder });
  copyFileSync(key, join(folder, 'team.key.pem'));

  const deliver = async (...args: string[]): Promise<Answer> => {
    const command = ['package/dist/deliver.mjs', ...args, '--store', address, '--json'];
    try {
      const { stdout } = await run(process.execPath, command, { cwd: folder });
      return { code: 0, json: JSON.parse(stdout) };
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string };
      return { code, json: JSON.parse(stdout) };
    }
  };

  return {
    deliver,
    /** Builds a changed version and publishes it with the team's key, or with the given options. */
    publish: (version: Change & Partial<PublishedManifest>, options = ['--key', 'team.key.pem']) => {
      const dist = mkdtempSync(join(folder, 'dist-'));
      writeVersion(dist, 'mf-tasks', version);
      return deliver('publish', dist, ...options);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
