import { describe, expect, it } from 'vitest';
import { parseAudience } from './audience-input';
import { buildDelivery, buildHistoryEntry, buildVersion, canary } from './delivery.builders';
import {
  describeChange,
  type ReleaseChange,
  shortenVersion,
  suggestRollback,
  toRequest,
} from './release-change';

const { version } = buildVersion('b');
const audience = { percent: 10, organizations: ['acme', 'main'] };
/** Shows keys and values instead of texts. */
const t = (key: string, values?: object): string => [key, ...Object.values(values ?? {})].join(' ');
const describeShort = (remote: Parameters<typeof describeChange>[0], change: ReleaseChange): string[] =>
  describeChange(remote, change, t).map((sentence) => sentence.replace('delivery.will.', ''));

describe('toRequest', () => {
  it.each<[ReleaseChange, object]>([
    [
      { kind: 'release', version },
      { path: 'release', body: { version } },
    ],
    [
      { kind: 'canary', version, audience },
      { path: 'release', body: { version, ...audience } },
    ],
    [{ kind: 'promote' }, { path: 'promote', body: {} }],
    [{ kind: 'endCanary' }, { path: 'rollback', body: {} }],
    [
      { kind: 'rollback', version },
      { path: 'rollback', body: { version } },
    ],
  ])('maps %o', (change, request) => expect(toRequest(change)).toEqual(request));
});

describe('describeChange', () => {
  it('says that a release to all organizations ends the canary', () => {
    expect(describeShort(buildDelivery({ canary }), { kind: 'release', version: 'v9' })).toEqual([
      'all mf-tasks v9',
      'canaryEnds bbbbbbbb',
      'openPages',
    ]);
  });

  it('names the organizations of a canary and what all others get', () => {
    const change = { kind: 'canary', version, audience } as const;
    expect(describeShort(buildDelivery(), change)).toEqual([
      'some mf-tasks bbbbbbbb delivery.share 10, acme, delivery.mainDomain',
      'othersKeep aaaaaaaa',
      'openPages',
    ]);
    expect(describeShort(buildDelivery({ stable: null }), change)).toContain('othersNone');
  });

  it('says which version remains when the canary ends', () => {
    expect(describeShort(buildDelivery({ canary }), { kind: 'endCanary' })).toEqual([
      'canaryEnds bbbbbbbb',
      'all mf-tasks aaaaaaaa',
      'openPages',
    ]);
    expect(describeShort(buildDelivery({ canary, stable: null }), { kind: 'endCanary' })).toContain(
      'none mf-tasks',
    );
  });

  it.each(['promote', 'endCanary'] as const)('says that %s is obsolete without a canary', (kind) => {
    expect(describeShort(buildDelivery(), { kind })).toEqual(['noCanary mf-tasks']);
  });
});

describe('suggestRollback', () => {
  const release = (letter: string) => buildHistoryEntry({ version: buildVersion(letter).version });
  const rollback = (letter: string) => ({ ...release(letter), action: 'rollback' as const });
  const suggest = (stable: string, ...newestFirst: ReturnType<typeof release>[]) =>
    suggestRollback(newestFirst, buildDelivery({ stable: buildVersion(stable) }))?.[0];

  it('suggests the previous stable version', () => {
    expect(suggest('b', release('b'), release('a'))).toBe('a');
  });
  it('goes further back after a rollback', () => {
    expect(suggest('b', rollback('b'), release('c'), release('b'), release('a'))).toBe('a');
  });
  it('ignores canaries', () => {
    expect(suggest('c', release('c'), { ...release('b'), isCanary: true }, release('a'))).toBe('a');
  });
  it('ignores versions that no longer exist', () => {
    expect(suggest('b', release('b'), release('x'), release('a'))).toBe('a');
    expect(suggest('a', release('a'), release('x'))).toBeUndefined();
  });
});

describe('parseAudience', () => {
  it.each([
    ['', ['acme'], { percent: 0, organizations: ['acme'] }],
    ['25', [], { percent: 25, organizations: [] }],
    ['', [], 'delivery.audienceRequired'],
    ['0', [], 'delivery.audienceRequired'],
    ['101', [], 'delivery.percentInvalid'],
    ['-1', [], 'delivery.percentInvalid'],
    ['2.5', [], 'delivery.percentInvalid'],
    ['x', [], 'delivery.percentInvalid'],
  ])('parses %j and %j', (percent, organizations, parsed) => {
    expect(parseAudience({ percent, organizations })).toEqual(parsed);
  });
});

describe('shortenVersion', () => {
  it('shortens hashes only', () => {
    expect(shortenVersion('0123456789abcdef')).toBe('01234567');
    expect(shortenVersion('2026.11.27-fix')).toBe('2026.11.27-fix');
  });
});
