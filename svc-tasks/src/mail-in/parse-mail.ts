import { createHash } from 'node:crypto';
import { emailSchema } from '@obieg/contracts';
import PostalMime, { type Address, type Attachment, addressParser, type Email } from 'postal-mime';
import { cutQuotes, joinLines } from './cut-quotes';
import { htmlToPlain } from './html-to-plain';
import { isAutomatic } from './is-automatic';

/** Bounds of a mail. One beyond them is set aside: no person sends it. */
export const mailBounds = {
  bytes: 30 * 1024 * 1024,
  headerBytes: 256 * 1024,
  nesting: 20,
  parts: 100,
} as const;

/** Characters of the text that is kept behind "show all". */
const fullTextMaxLength = 100_000;
/** Smaller pictures of the HTML are logos and icons, not files that a person attached. */
const pictureMinBytes = 10 * 1024;

/** A mail that is set aside at once, because no further attempt can read it. */
export class UnreadableMailError extends Error {}

export interface MailedFile {
  name: string;
  content: Buffer;
}

export interface ParsedMail {
  /** The same for two copies of one mail. */
  messageKey: string;
  /** Address of the one sender, lower case; undefined if there is none or several. */
  sender: string | undefined;
  subject: string;
  /** What the sender wrote. Empty if the mail has nothing but quotes and files. */
  text: string;
  /** The whole text, with quotes and signature. */
  fullText: string;
  files: MailedFile[];
  isAutomatic: boolean;
  /** Results of the trusted mail server; undefined if it added none. */
  authenticationResults: string | undefined;
}

export interface ParseOptions {
  /** Address from which Obieg sends its mails. */
  ownAddress: string;
  /** Name of the own mail server in `Authentication-Results`. */
  trustedServer?: string | undefined;
}

/** Removes what PostgreSQL cannot store and what changes the direction of a text. */
const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .normalize('NFC');

const mailboxesOf = (addresses: readonly (Address | undefined)[]): string[] =>
  addresses
    .flatMap((address) => address?.group ?? (address ? [address] : []))
    .map(({ address }) => (address ?? '').trim().toLowerCase())
    .filter((address) => address !== '');

/** Several senders or headers are a way to show one sender to a check and another one to people. */
const senderOf = ({ headers }: Email): string | undefined => {
  const [header, ...others] = headers.filter(({ key }) => key === 'from');
  const addresses = mailboxesOf(addressParser(header?.value ?? ''));
  return others.length === 0 && addresses.length === 1 ? emailSchema.safeParse(addresses[0]).data : undefined;
};

const toBuffer = ({ content }: Attachment): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof ArrayBuffer
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/** Parts that belong to the format of the mail. */
const technicalTypes = [
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'application/pgp-keys',
  'application/ms-tnef',
  'text/calendar',
  'text/x-amp-html',
];

const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
};

const fileOf = (attachment: Attachment, index: number): MailedFile[] => {
  const { filename, mimeType, related, disposition } = attachment;
  if (technicalTypes.includes(mimeType)) return [];
  const content = toBuffer(attachment);
  const isPicture = mimeType.startsWith('image/') && (related === true || disposition === 'inline');
  if (content.length === 0 || (isPicture && content.length < pictureMinBytes)) return [];
  const extension = extensions[mimeType];
  return [{ name: filename ?? `${index + 1}${extension ? `.${extension}` : ''}`, content }];
};

/** The results of the own server. It removes forged ones of its name and adds its own above all others (RFC 8601). */
const resultsOf = ({ headers }: Email, trustedServer: string | undefined): string | undefined => {
  const results = headers.find(
    ({ key, value }) =>
      key === 'authentication-results' &&
      value.trim().toLowerCase().split(/[;\s]/, 1)[0] === trustedServer?.toLowerCase(),
  );
  return results?.value.toLowerCase();
};

const hash = (...parts: (string | Buffer)[]): string => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
};

const parse = async (raw: Buffer): Promise<Email> => {
  if (raw.length > mailBounds.bytes) throw new UnreadableMailError('The mail is larger than 30 MB');
  let email: Email;
  try {
    email = await PostalMime.parse(raw, {
      maxNestingDepth: mailBounds.nesting,
      maxHeadersSize: mailBounds.headerBytes,
      forceRfc822Attachments: true,
    });
  } catch (error) {
    throw new UnreadableMailError((error as Error).message);
  }
  if (email.attachments.length > mailBounds.parts)
    throw new UnreadableMailError(`The mail has more than ${mailBounds.parts} files`);
  return email;
};

/** Reads a mail as it arrived. @throws UnreadableMailError beyond a bound */
export const parseMail = async (
  raw: Buffer,
  { ownAddress, trustedServer }: ParseOptions,
): Promise<ParsedMail> => {
  const email = await parse(raw);
  const sender = senderOf(email);
  const plain = email.text?.trim() ? email.text : htmlToPlain(email.html ?? '');
  const fullText = joinLines(cleanText(plain.slice(0, fullTextMaxLength)).split('\n'));
  return {
    messageKey: email.messageId ? hash(sender ?? '', email.messageId) : hash(raw),
    sender,
    subject: cleanText(email.subject ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    text: cutQuotes(fullText),
    fullText,
    files: email.attachments.flatMap(fileOf),
    isAutomatic: isAutomatic((name) => email.headers.find(({ key }) => key === name)?.value, {
      address: sender ?? '',
      ownAddress,
    }),
    authenticationResults: resultsOf(email, trustedServer),
  };
};

/** Whether the own server found that the sender's domain vouches for the mail. */
export const isAuthenticated = ({ authenticationResults }: ParsedMail): boolean =>
  authenticationResults !== undefined && /\bdmarc\s{0,3}=\s{0,3}pass\b/.test(authenticationResults);

/** End of the header section, at most as long as the bound. */
const headerEnd = (raw: Buffer): number => {
  const limited = raw.subarray(0, mailBounds.headerBytes);
  const ends = ['\r\n\r\n', '\n\n'].map((end) => limited.indexOf(end)).filter((end) => end >= 0);
  return Math.min(limited.length, ...ends);
};

const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'];

/** Recipients that the headers of a mail in a mailbox name. Those of the envelope come first. */
export const readRecipients = async (raw: Buffer): Promise<string[]> => {
  const email = await PostalMime.parse(raw.subarray(0, headerEnd(raw)), {
    maxHeadersSize: mailBounds.headerBytes * 2,
  }).catch(() => undefined);
  if (!email) return [];
  const delivered = email.headers
    .filter(({ key }) => recipientHeaders.includes(key))
    .map(({ value }) => value.trim().toLowerCase().replace(/^<|>$/g, ''));
  return [...new Set([...delivered, ...mailboxesOf([...(email.to ?? []), ...(email.cc ?? [])])])];
};
