import { describe, expect, it } from 'vitest';
import { addressOf, groupEntries } from './group-entries';
import { notification } from './test-support';

describe('groupEntries', () => {
  it('groups by task, in the order of the newest news', () => {
    const groups = groupEntries([
      notification({ id: 4, task: 1 }),
      notification({ id: 3, task: 2 }),
      notification({ id: 2, task: 1 }),
    ]);
    expect(groups.map(({ entries }) => entries.map(({ id }) => id))).toEqual([[4, 2], [3]]);
  });
});

describe('addressOf', () => {
  const address = (...entries: ReturnType<typeof notification>[]) => groupEntries(entries).map(addressOf)[0];

  it('leads to the first unread comment', () => {
    const comment = (id: number) => ({ comment: { id, excerpt: 'x' } });
    const entries = [
      notification({ id: 3, ...comment(30) }),
      notification({ id: 2, ...comment(20) }),
      notification({ id: 1, ...comment(10), readAt: '2026-11-20T10:00:00.000Z' }),
    ];
    expect(address(...entries)).toBe('/task/100000000001#comment-20');
  });

  it('leads to the task without an unread comment', () => {
    expect(address(notification({ id: 1 }))).toBe('/task/100000000001');
  });
});
