import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programFile, services } from '../src/obieg-parts';
import { repositoryRoot } from '../src/paths';

const programs = [...services.map(({ name }) => name), 'gateway'];

it.each(programs)('the image of %s contains the packages that its bundle lacks', (name) => {
  const imports = readFileSync(programFile(name), 'utf8').matchAll(/\bimport\b[^"(;]*"([^"]+)";/g);
  const outside = [...imports].map(([, from = '']) => from).filter((from) => !isBuiltin(from));
  const image = readFileSync(join(repositoryRoot, 'infra/docker/service.Dockerfile'), 'utf8');
  const brought = [...image.matchAll(/^COPY .* \/obieg\/node_modules\/(\S+)$/gm)].map(([, folder]) => folder);
  for (const from of outside) expect(brought).toContain(from.split('/')[0]);
});

it.each(programs)(
  'the program of %s is ASCII, so that V8 holds it with one byte for each character',
  (name) => {
    const program = readFileSync(programFile(name));
    expect(program.findIndex((byte) => byte > 0x7f)).toBe(-1);
  },
);
