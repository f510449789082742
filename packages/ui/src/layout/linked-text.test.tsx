import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { findLinks } from './find-links';
import { LinkedText } from './LinkedText';

const addresses = (text: string) => findLinks(text).flatMap(({ href }) => href ?? []);

describe('findLinks', () => {
  it.each([
    ['Zob. https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
    [
      '(https://example.com/x), potem HTTP://example.com/y!',
      ['https://example.com/x', 'HTTP://example.com/y'],
    ],
    [
      'https://pl.wikipedia.org/wiki/Obieg_(ujednoznacznienie)',
      ['https://pl.wikipedia.org/wiki/Obieg_(ujednoznacznienie)'],
    ],
    [
      '[https://example.com/a[1]], „https://example.com/b”',
      ['https://example.com/a[1]', 'https://example.com/b'],
    ],
    ['<a href="https://example.com/a">b</a>', ['https://example.com/a']],
    [
      'https://example.com/?a=1&b=2…\nhttps://example.com/ścieżka/łódź',
      ['https://example.com/?a=1&b=2', 'https://example.com/ścieżka/łódź'],
    ],
    ['http://10.0.0.5:8080/x_ oraz http://localhost/', ['http://10.0.0.5:8080/x', 'http://localhost/']],
  ])('finds addresses without the surrounding punctuation: %s', (text, expected) => {
    expect(addresses(text)).toEqual(expected);
    expect(
      findLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it.each([
    'javascript:alert(1)',
    'javascript://https:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.com/a file:///etc/passwd',
    'xhttps://example.com',
    'https:// http://. https://?',
    'https://bank.example@evil.example/ https://a:b@evil.example/',
    'www.example.com jan@example.com',
    `https://${'ż'.repeat(500)}.pl`,
  ])('finds none in %s', (text) => {
    expect(addresses(text)).toEqual([]);
  });

  it('ends an address at a change of the writing direction', () => {
    expect(addresses('https://example.com/\u202Egpj.exe')).toEqual(['https://example.com/']);
  });

  it('handles a long text of brackets', () => {
    const text = `https://example.com/${')'.repeat(100_000)} ${'https://'.repeat(20_000)}`;
    expect(
      findLinks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it('opens links in a new tab without referrer and keeps markup as text', () => {
    const { container } = render(
      <p>
        <LinkedText>{'<b onclick="x()">Zob.</b> https://example.com/a, już'}</LinkedText>
      </p>,
    );
    const link = screen.getByRole('link', { name: 'https://example.com/a' });
    expect(link.getAttribute('href')).toBe('https://example.com/a');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(container.textContent).toBe('<b onclick="x()">Zob.</b> https://example.com/a, już');
    expect(container.querySelector('b')).toBeNull();
  });
});
