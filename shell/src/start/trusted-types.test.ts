import { describe, expect, it } from 'vitest';
import { checkHtml, checkScriptUrl } from './trusted-types';

describe('checkScriptUrl', () => {
  it.each(['/assets/main.js', `${location.origin}/remotes/mf-tasks/1/remoteEntry.js`])(
    'returns %s',
    (url) => {
      expect(checkScriptUrl(url)).toBe(new URL(url, location.origin).href);
    },
  );
  it.each([
    'https://evil.test/a.js',
    '//evil.test/a.js',
    'data:text/javascript,1',
    'http://localhost:3003/a.js',
  ])('throws TypeError for %s', (url) => expect(() => checkScriptUrl(url)).toThrow(TypeError));
});

describe('checkHtml', () => {
  it('returns style sheet text', () => {
    expect(checkHtml('@media (width>1px){a>b{color:red}}')).toContain('a>b');
  });
  it.each([
    '<script>1</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">',
    '<IFRAME>',
  ])('throws TypeError for markup that could run code: %s', (html) =>
    expect(() => checkHtml(html)).toThrow(TypeError),
  );
});
