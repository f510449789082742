import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deployedRemoteSchema, remoteManifestSchema } from './remote';

const manifest = {
  id: 'mf-some',
  contractVersion: 2,
  routes: [{ path: '/some', access: 'signed-in', layout: 'frame' }],
  navigation: [],
};
const entry = { to: '/some', icon: 'tasks', labels: { mul: 'Some', pl: 'Jakieś', en: 'Some' } };

describe('remoteManifestSchema', () => {
  it('accepts a remote without entries for reporters, and keeps those of a remote that has them', () => {
    expect(remoteManifestSchema.parse(manifest).reporterNavigation).toBeUndefined();
    const deployed = { version: '1', entry: '/e.js', preload: [], integrity: {} };
    const parsed = deployedRemoteSchema.parse({ ...manifest, ...deployed, reporterNavigation: [entry] });
    expect(parsed.reporterNavigation).toEqual([{ ...entry, rank: 0 }]);
  });

  it('accepts one letter as the key of an entry', () => {
    const withKey = (key: string) =>
      remoteManifestSchema.safeParse({ ...manifest, reporterNavigation: [{ ...entry, key }] });
    expect(withKey('m').data?.reporterNavigation).toEqual([{ ...entry, rank: 0, key: 'm' }]);
    expect(withKey('mm').success).toBe(false);
    expect(withKey('?').success).toBe(false);
  });

  it('is read by a shell that does not know the entries for reporters', () => {
    const { reporterNavigation: _, ...earlierShape } = remoteManifestSchema.shape;
    const read = z.object(earlierShape).parse({ ...manifest, reporterNavigation: [entry] });
    expect(read).toEqual({ ...manifest });
  });
});
