import { createReadStream } from 'node:fs';
import { type AttachmentType, attachmentTypes } from '@obieg/contracts';
import { isDocx } from './is-docx';

/** What file-type finds, where it goes by another name than ours. A DOC is a compound file like others of its time. */
const aliases: Partial<Record<string, AttachmentType>> = {
  'application/x-cfb': 'application/msword',
  'image/apng': 'image/png',
};

/** Text that a browser would take for a page or a picture if it were let (WHATWG MIME Sniffing), and PDF. */
const markup =
  /^\s*(<!--|<\?xml|<!doctype|%PDF-|<(html|head|body|script|iframe|svg|title|style|table|div|font|h1|br|img|a|b|p)[\s>/])/i;
/** C0 controls that no text holds; line ends, tabs, form feeds and escape sequences of terminals are text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those characters are what is looked for
const binary = /[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffe\uffff]/;

/**
 * Reads bytes as characters, piece by piece; without a piece it says that there are no more. Two bytes make a character
 * only after a byte order mark, as Windows' editor and Excel write it ("Unicode"); then what is none throws. Everything
 * else is looked at byte by byte.
 */
const createReader = (start: Buffer): ((piece?: Buffer) => string) => {
  const mark = start.subarray(0, 2).toString('hex');
  if (mark !== 'fffe' && mark !== 'feff') return (piece) => piece?.toString('latin1') ?? '';
  const decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be', { fatal: true });
  return (piece) => decoder.decode(piece, { stream: piece !== undefined });
};

/**
 * Plain text: no control characters and no markup. Old Windows encodings pass, since Polish offices still write them;
 * only their letters differ, and those are not looked at.
 */
const isPlainText = async (path: string): Promise<boolean> => {
  let read: ReturnType<typeof createReader> | undefined;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const isStart = read === undefined;
    read ??= createReader(chunk);
    const text = read(chunk);
    if (binary.test(text)) return false;
    if (isStart && markup.test(text.replace(/^\xef\xbb\xbf/, ''))) return false;
  }
  // Half a character at the end.
  read?.();
  return true;
};

/** A file whose bytes are no characters is no text; one that cannot be read at all is for the caller to hear of. */
const misread = (error: unknown): false => {
  if (error instanceof TypeError) return false;
  throw error;
};

/** Whether a file's content is what its name's extension promises; what cannot be told is not. */
export const hasContentType = async (path: string, promised: AttachmentType): Promise<boolean> => {
  if (promised === attachmentTypes.txt) return isPlainText(path).catch(misread);
  // A file that misleads a parser is none of ours.
  if (promised === attachmentTypes.docx) return isDocx(path).catch(() => false);
  // Eleven megabytes of memory that nobody needs before the first upload.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  return found !== undefined && (aliases[found.mime] ?? found.mime) === promised;
};
