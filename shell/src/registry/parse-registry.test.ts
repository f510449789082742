import { remoteRegistrySchema } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { parseRegistry } from './parse-registry';

const remote = {
  id: 'mf-tasks',
  contractVersion: 2,
  version: '1',
  entry: '/remotes/mf-tasks/1/remoteEntry.js',
  routes: [{ path: '/tasks', access: 'signed-in', layout: 'frame' }],
  navigation: [
    { section: 'tasks', to: '/tasks', icon: 'tasks', labels: { mul: 'a', pl: 'b', en: 'c' }, rank: 0 },
  ],
  preload: ['/remotes/mf-tasks/1/remoteEntry.js'],
  integrity: {},
};

describe('parseRegistry', () => {
  it('returns what the schema of the contract accepts', () => {
    const registry = { shell: 's1', remotes: [remote] };
    expect(parseRegistry(registry)).toEqual(remoteRegistrySchema.parse(registry));
    expect(parseRegistry({ remotes: [] }).remotes).toEqual([]);
  });

  it.each([
    null,
    [],
    '',
    {},
    { remotes: null },
    { remotes: [null] },
    ...Object.keys(remote).map((field) => ({ remotes: [{ ...remote, [field]: null }] })),
    { remotes: [{ ...remote, routes: [{}] }] },
    { remotes: [{ ...remote, navigation: [{}] }] },
    { remotes: [{ ...remote, preload: [1] }] },
  ])('throws TypeError for %j, which the schema rejects', (value) => {
    expect(() => parseRegistry(value)).toThrow(TypeError);
    expect(remoteRegistrySchema.safeParse(value).success).toBe(false);
  });
});
