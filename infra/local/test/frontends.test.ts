import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { publishedManifestSchema } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { frontends } from '../src/obieg-parts';

const folders = [frontends.shellDist, ...frontends.remoteDists];
const notPublished = ['remote.json'];

const readManifest = (folder: string) =>
  publishedManifestSchema.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')));

const digestOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

describe('built frontends', () => {
  it.each(folders)('%s lists the digest of every file', (folder) => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !notPublished.includes(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    const manifest = readManifest(folder);
    expect(manifest.id).toBe(basename(dirname(folder)));
    expect(manifest.files).toEqual(
      Object.fromEntries(files.map((file) => [relative(folder, file), digestOf(file)])),
    );
  });

  it('names files of the shell by relative addresses, so that the gateway can serve several versions', () => {
    const page = readFileSync(join(frontends.shellDist, 'index.html'), 'utf8');
    const addresses = [...page.matchAll(/\b(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(Object.keys(readManifest(frontends.shellDist).files)).toEqual(expect.arrayContaining(addresses));
  });
});
