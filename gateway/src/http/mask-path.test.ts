import { describe, expect, it } from 'vitest';
import { maskPath } from './mask-path';

const key = 'k-_'.repeat(14).slice(0, 41);

describe('maskPath', () => {
  it.each([
    [`/api/calendar/${key}42.ics`, '/api/calendar/*'],
    [`/api/calendar/${key}%34%32.ics`, '/api/calendar/*'],
    [`/api/calendar/${key}42.ics/,x`, '/api/calendar/*'],
    [`/api/mail-subscriptions/${key}42`, '/api/mail-subscriptions/*'],
    [`/API/calendar/${key}42.ics`, '/API/calendar/*.ics'],
    [`/api/email-verification/token-info/${key}42`, '/api/email-verification/token-info/*'],
  ])('hides the secret of %s', (path, masked) => {
    expect(maskPath(path)).toBe(masked);
  });

  it.each(['/api/tasks/123456789012/comments', '/api/calendar-key', '/remotes/mf-tasks/v1/remoteEntry.js'])(
    'keeps %s',
    (path) => {
      expect(maskPath(path)).toBe(path);
    },
  );
});
