import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentDisposition, cleanFileName } from './file-name';

describe('cleanFileName', () => {
  it.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\jan\\skan.pdf', 'skan.pdf'],
    ['a%22b.png', 'a"b.png'],
    ['a\u0000b\u001b[1m.png', 'ab[1m.png'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['  skan.pdf. . ', 'skan.pdf'],
    ['Zaz\u0307o\u0301łc\u0301.txt', 'Zażółć.txt'],
    ['\ud800.png', '\ufffd.png'],
    ['..', ''],
    ['folder/', ''],
  ])('cleans %j to %j', (sent, name) => {
    expect(cleanFileName(sent)).toBe(name);
  });

  it.each(['x', 'ż', '😀'])('shortens a name of 300 %s and retains the extension', (character) => {
    const name = cleanFileName(`${character.repeat(300)}.jpeg`);
    expect(name).toMatch(/\.jpeg$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(Buffer.byteLength(name)).toBeGreaterThan(250);
    expect(name.isWellFormed()).toBe(true);
  });

  it('returns a short, visible, well-formed name without separators for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (sent) => {
        const name = cleanFileName(sent);
        expect(name).not.toMatch(/[\p{Cc}/\\\u202a-\u202e\u2066-\u2069]/u);
        expect(name.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('attachmentDisposition', () => {
  it.each([
    ['skan.pdf', `attachment; filename="skan.pdf"; filename*=UTF-8''skan.pdf`],
    // One Unicode character may become several ASCII characters, including separators.
    ['..／℀.txt', `attachment; filename=".._a_c.txt"; filename*=UTF-8''..%EF%BC%8F%E2%84%80.txt`],
    ['a"b;c.png', `attachment; filename="a_b;c.png"; filename*=UTF-8''a%22b%3Bc.png`],
    [
      "Zażółć (1)'.txt",
      `attachment; filename="Zazo_c (1)'.txt"; filename*=UTF-8''Za%C5%BC%C3%B3%C5%82%C4%87%20%281%29%27.txt`,
    ],
  ])('encodes the name %j', (name, header) => {
    expect(attachmentDisposition(name)).toBe(header);
  });

  it('returns a valid header for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (sent) => {
        expect(attachmentDisposition(cleanFileName(sent))).toMatch(
          /^attachment; filename="[\x20-\x21\x23-\x2e\x30-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w%.~-]*$/,
        );
      }),
    );
  });
});
