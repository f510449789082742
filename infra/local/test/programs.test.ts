import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programFile, services } from '../src/obieg-parts';

it.each([...services.map(({ name }) => name), 'gateway'])(
  'the program of %s is ASCII, so that V8 holds it with one byte for each character',
  (name) => {
    const program = readFileSync(programFile(name));
    expect(program.findIndex((byte) => byte > 0x7f)).toBe(-1);
  },
);
