import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from './paths';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

describe('package-lock.json', () => {
  // npm records only packages that its registry offers. `npm ci` on another platform rejects packages that the
  // lock file lacks.
  it('contains the native packages of every platform', () => {
    const required = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => [path, name] as const),
    );
    const missing = required.filter(
      ([path, name]) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    );
    expect(required.length).toBeGreaterThan(0);
    expect(missing, 'Add them manually, with version, os and cpu as in the entries beside them.').toEqual([]);
  });
});
