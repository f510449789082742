import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programFile, services } from '../src/obieg-parts';
import { repositoryRoot } from '../src/paths';

const programs = [...services.map(({ name }) => name), 'gateway'];

describe('built programs', () => {
  it.each(programs)('%s has an image with the packages that its bundle lacks', (name) => {
    const imports = readFileSync(programFile(name), 'utf8').matchAll(/\bimport\b[^"(;]*"([^"]+)";/g);
    const externals = [...imports].map(([, from = '']) => from).filter((from) => !isBuiltin(from));
    const image = readFileSync(join(repositoryRoot, 'infra/docker/service.Dockerfile'), 'utf8');
    const copied = [...image.matchAll(/^COPY .* \/obieg\/node_modules\/(\S+)$/gm)].map(
      ([, folder]) => folder,
    );
    for (const from of externals) expect(copied).toContain(from.split('/')[0]);
  });

  it.each(programs)('%s is ASCII, so that V8 stores one byte per character', (name) => {
    const program = readFileSync(programFile(name));
    expect(program.findIndex((byte) => byte > 0x7f)).toBe(-1);
  });
});
