import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePorts, defaultPorts, nodeEnvironment, nodeFlags } from './obieg-parts';
import { repositoryRoot } from './paths';

describe('nodeFlags', () => {
  it('equal those of the image', () => {
    const dockerfile = readFileSync(join(repositoryRoot, 'infra/docker/service.Dockerfile'), 'utf8');
    const entryPoint = /^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? '';
    expect(JSON.parse(entryPoint)).toEqual(['node', ...nodeFlags, 'dist/main.mjs']);
    const environment = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
    expect(environment).toEqual(
      expect.arrayContaining(Object.entries(nodeEnvironment).map(([name, value]) => `${name}=${value}`)),
    );
  });
});

describe('choosePorts', () => {
  it('gives two launchers that start together different ports', async () => {
    const first = await choosePorts(defaultPorts);
    const second = await choosePorts(first.ports);
    const chosen = [...Object.values(first.ports), ...Object.values(second.ports)];
    expect(new Set(chosen).size).toBe(chosen.length);
    await Promise.all([first.end(), second.end()]);
    const third = await choosePorts(first.ports);
    expect(third.ports).toEqual(first.ports);
    await third.release('gateway');
    const { ports, end } = await choosePorts(first.ports);
    expect(ports.gateway).toBe(first.ports.gateway);
    expect(ports.nats).not.toBe(first.ports.nats);
    await Promise.all([third.end(), end()]);
  });
});
