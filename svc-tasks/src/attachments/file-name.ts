import { limits } from '@obieg/contracts';

/** Includes direction controls, which display `gnp.exe` as `exe.png`, and the byte order mark. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Browsers escape the characters that would end a name in a multipart header (WHATWG HTML). */
const multipartEscapes: Record<string, string> = { '%22': '"', '%0D': '', '%0A': '' };

/** Shortens the stem, never the extension, to the maximum length of file names. */
const shorten = (name: string): string => {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : '';
  const stemBytesMax = limits.attachmentNameBytes - Buffer.byteLength(extension);
  let stem = '';
  let size = 0;
  for (const character of name.slice(0, name.length - extension.length)) {
    size += Buffer.byteLength(character);
    if (size > stemBytesMax) break;
    stem += character;
  }
  return stem.trimEnd() + extension;
};

/** A loop, because an expression for a run at the end is quadratic in runs elsewhere. */
const trimEnd = (name: string, characters: string): string => {
  let end = name.length;
  while (end > 0 && characters.includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
};

/**
 * Returns a safe file name: the last segment of a path, without invisible characters, in NFC, at most 255 bytes. May
 * be empty.
 */
export const cleanFileName = (sent: string): string => {
  const name = sent
    .toWellFormed()
    .replace(/%22|%0D|%0A/gi, (code) => multipartEscapes[code.toUpperCase()] ?? '')
    .replace(invisible, '')
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1);
  return shorten(trimEnd((name ?? '').trim(), '. '));
};

const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Content-Disposition of a download (RFC 6266): an ASCII name for old clients, and the full name (RFC 8187). */
export const attachmentDisposition = (name: string): string => {
  const asciiName = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeExtended(name)}`;
};
