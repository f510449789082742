import { describe, expect, it } from 'vitest';
import { isInCanary } from './canary';

const canary = { version: 'v2', percent: 0, organizations: ['globex'], since: '2026-01-01T00:00:00.000Z' };
const codes = Array.from({ length: 2_000 }, (_, index) => `org-${index}`);
const shareAt = (percent: number, id = 'mf-a'): string[] =>
  codes.filter((code) => isInCanary({ ...canary, percent }, id, [code]));

describe('isInCanary', () => {
  it('includes named organizations only at 0 percent', () => {
    expect(isInCanary(canary, 'mf-a', ['globex'])).toBe(true);
    expect(isInCanary(canary, 'mf-a', ['acme'])).toBe(false);
    expect(shareAt(0)).toEqual([]);
  });

  it('includes the main domain by its name', () => {
    expect(isInCanary({ ...canary, organizations: ['main'] }, 'mf-a', ['main'])).toBe(true);
  });

  it('includes all organizations at 100 percent', () => {
    expect(shareAt(100)).toEqual(codes);
  });

  it('includes about the given share, and keeps members when it widens', () => {
    const few = shareAt(10);
    expect(few.length).toBeGreaterThan(140);
    expect(few.length).toBeLessThan(260);
    expect(shareAt(30)).toEqual(expect.arrayContaining(few));
  });

  it('includes other organizations for another remote', () => {
    expect(shareAt(10, 'mf-b')).not.toEqual(shareAt(10, 'mf-a'));
  });

  it('keeps a renamed organization that is named by its former or its present code name', () => {
    expect(isInCanary(canary, 'mf-a', ['globex', 'globex-serwis'])).toBe(true);
    expect(isInCanary(canary, 'mf-a', ['globex-dawniej', 'globex'])).toBe(true);
  });

  it('keeps renamed organizations in their share', () => {
    const renamed = codes.filter((code) =>
      isInCanary({ ...canary, percent: 10 }, 'mf-a', [code, `new-${code}`]),
    );
    expect(renamed).toEqual(shareAt(10));
  });
});
