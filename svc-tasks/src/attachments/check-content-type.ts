import { createReadStream } from 'node:fs';
import { type AttachmentType, attachmentTypes } from '@obieg/contracts';
import { isDocx } from './is-docx';

/** Types that file-type reports under another name. A DOC file is a compound file, like other old Office formats. */
const aliases: Partial<Record<string, AttachmentType>> = {
  'application/x-cfb': 'application/msword',
  'image/apng': 'image/png',
};

/** Text that browsers may sniff as HTML or SVG (WHATWG MIME Sniffing), and PDF. */
const markup =
  /^(<!--|<\?xml|<!doctype|%PDF-|<(html|head|body|script|iframe|svg|title|style|table|div|font|h1|br|img|a|b|p)[\s>/])/i;
/**
 * Control characters that plain text does not contain. Line ends, tabs, form feeds and terminal escapes are allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression detects control characters
const binary = /[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffe\uffff]/;

/**
 * Returns a decoder for chunks of text. Call it without a chunk at the end. Decodes UTF-16 if the text begins with a
 * byte order mark, as Notepad and Excel write it, and then throws for invalid characters. Decodes everything else
 * bytewise.
 */
const createDecoder = (start: Buffer): ((chunk?: Buffer) => string) => {
  const mark = start.subarray(0, 2).toString('hex');
  if (mark !== 'fffe' && mark !== 'feff') return (chunk) => chunk?.toString('latin1') ?? '';
  const decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be', { fatal: true });
  return (chunk) => decoder.decode(chunk, { stream: chunk !== undefined });
};

/**
 * Plain text contains no control characters and does not begin with markup. Accepts old Windows encodings, because
 * Polish offices still use them; they differ only in letters, which this check ignores.
 */
const isPlainText = async (path: string): Promise<boolean> => {
  let decode: ReturnType<typeof createDecoder> | undefined;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const isStart = decode === undefined;
    decode ??= createDecoder(chunk);
    const text = decode(chunk);
    if (binary.test(text)) return false;
    if (isStart && markup.test(text.replace(/^\xef\xbb\xbf/, '').trimStart())) return false;
  }
  // Throws for an incomplete character at the end.
  decode?.();
  return true;
};

/** Invalid characters throw a TypeError: the file is not text. Rethrows errors of the file system. */
const rejectInvalidText = (error: unknown): false => {
  if (error instanceof TypeError) return false;
  throw error;
};

/** Checks that a file's content has the type of its extension. Returns false for unrecognized content. */
export const hasContentType = async (path: string, expected: AttachmentType): Promise<boolean> => {
  if (expected === attachmentTypes.txt) return isPlainText(path).catch(rejectInvalidText);
  // A file that the parser cannot read is rejected.
  if (expected === attachmentTypes.docx) return isDocx(path).catch(() => false);
  // Loaded on the first upload, because the module takes 11 MB of memory.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  return found !== undefined && (aliases[found.mime] ?? found.mime) === expected;
};
