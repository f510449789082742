import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeEnvironment, nodeFlags } from './obieg-parts';
import { repositoryRoot } from './paths';

it('runs the programs as the image does', () => {
  const dockerfile = readFileSync(join(repositoryRoot, 'infra/docker/service.Dockerfile'), 'utf8');
  const entryPoint = /^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '';
  expect(JSON.parse(entryPoint)).toEqual(['node', ...nodeFlags, 'dist/main.mjs']);
  const environment = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  expect(environment).toEqual(
    expect.arrayContaining(Object.entries(nodeEnvironment).map(([name, value]) => `${name}=${value}`)),
  );
});
