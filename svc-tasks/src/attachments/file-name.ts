import { limits } from '@obieg/contracts';

/** Control characters, also those of text direction, which make `exe.png` out of `gnp.exe`, and the byte order mark. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** What browsers write instead of the characters that would end a name in a multipart header (WHATWG HTML). */
const multipartEscapes: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' };

/** Cuts the stem, never the extension, until file systems take the name. */
const shorten = (name: string): string => {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : '';
  const room = limits.attachmentNameBytes - Buffer.byteLength(extension);
  let stem = '';
  let size = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    size += Buffer.byteLength(character);
    if (size > room) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
};

/**
 * The name under which a file is shown and sent back: the last part of any path, without what one cannot see, in one
 * Unicode form, of a length that file systems take. May be empty.
 */
export const cleanFileName = (sent: string): string => {
  const name = sent
    .toWellFormed()
    .replace(/%22|%0D|%0A/gi, (code) => multipartEscapes[code.toUpperCase()] ?? '')
    .replace(invisible, '')
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1);
  return shorten((name ?? '').trim().replace(/[. ]+$/, ''));
};

const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Content-Disposition of a download (RFC 6266): the name in ASCII for the oldest, and the whole of it (RFC 8187). */
export const attachmentDisposition = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(name)}`;
};
