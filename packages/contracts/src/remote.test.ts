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

  it('accepts a section of its own, whose entries need a permission', () => {
    const withEntry = (entries: object[]) =>
      remoteManifestSchema.safeParse({ ...manifest, ownSection: { headings: entry.labels, entries } });
    expect(withEntry([{ ...entry, permission: 'hasBasePermission' }]).data?.ownSection?.entries).toEqual([
      { ...entry, permission: 'hasBasePermission', rank: 0 },
    ]);
    expect(withEntry([entry]).success).toBe(false);
  });

  it('accepts one letter as the key of an entry', () => {
    const withKey = (key: string) =>
      remoteManifestSchema.safeParse({ ...manifest, reporterNavigation: [{ ...entry, key }] });
    expect(withKey('m').data?.reporterNavigation).toEqual([{ ...entry, rank: 0, key: 'm' }]);
    expect(withKey('mm').success).toBe(false);
    expect(withKey('?').success).toBe(false);
  });

  it('is read by a shell that knows neither entries for reporters nor a section of its own', () => {
    const { reporterNavigation: _, ownSection: __, ...earlierShape } = remoteManifestSchema.shape;
    const ownSection = {
      headings: entry.labels,
      entries: [{ ...entry, permission: 'hasBasePermission' }],
    };
    const read = z.object(earlierShape).parse({ ...manifest, reporterNavigation: [entry], ownSection });
    expect(read).toEqual({ ...manifest });
  });
});
