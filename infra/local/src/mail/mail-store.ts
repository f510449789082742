import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Address, type Email } from 'postal-mime';

/** Sender or recipient, in Mailpit's shape. */
interface MailAddress {
  Name: string;
  Address: string;
}

interface MailAttachment {
  FileName: string;
  ContentType: string;
  Size: number;
}

/** A mail in the shape of Mailpit's `GET /api/v1/message/{ID}`. */
export interface Mail {
  ID: string;
  MessageID: string;
  From: MailAddress;
  To: MailAddress[];
  Cc: MailAddress[];
  Bcc: MailAddress[];
  ReplyTo: MailAddress[];
  Subject: string;
  /** Arrival, ISO 8601. */
  Date: string;
  Text: string;
  HTML: string;
  Size: number;
  Tags: string[];
  Inline: MailAttachment[];
  Attachments: MailAttachment[];
}

/** Maximum number of mails; the oldest are deleted first. */
const mailsMax = 1_000;

const presentAddresses = (addresses: readonly Address[] | undefined): MailAddress[] =>
  (addresses ?? [])
    .flatMap((address) => address.group ?? [address])
    .map(({ name, address }) => ({ Name: name, Address: address ?? '' }));

const presentAttachments = (email: Email, isInline: boolean): MailAttachment[] =>
  email.attachments
    .filter(({ disposition }) => (disposition === 'inline') === isInline)
    .map(({ filename, mimeType, content }) => ({
      FileName: filename ?? '',
      ContentType: mimeType,
      Size: typeof content === 'string' ? content.length : content.byteLength,
    }));

const parseMail = async (id: string, raw: Buffer): Promise<Mail> => {
  const email = await PostalMime.parse(raw);
  return {
    ID: id,
    MessageID: (email.messageId ?? '').replace(/^<|>$/g, ''),
    From: presentAddresses(email.from ? [email.from] : [])[0] ?? { Name: '', Address: '' },
    To: presentAddresses(email.to),
    Cc: presentAddresses(email.cc),
    Bcc: presentAddresses(email.bcc),
    ReplyTo: presentAddresses(email.replyTo),
    Subject: email.subject ?? '',
    Date: new Date(Number(id.split('-')[0])).toISOString(),
    Text: email.text ?? '',
    HTML: email.html ?? '',
    Size: raw.length,
    Tags: [],
    Inline: presentAttachments(email, true),
    Attachments: presentAttachments(email, false),
  };
};

/** Stores each mail in a file, or in memory without a folder. */
export const openMailStore = async (folder?: string) => {
  const mails = new Map<string, Mail>();
  // Increases with each mail, so that file names sort by arrival.
  let lastArrival = 0;
  const fileOf = (id: string): string => join(folder ?? '', `${id}.eml`);
  const deleteMail = (id: string): void => {
    if (mails.delete(id) && folder) rmSync(fileOf(id), { force: true });
  };
  if (folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const ids = readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .sort();
    for (const id of ids) {
      if (existsSync(fileOf(id))) mails.set(id, await parseMail(id, readFileSync(fileOf(id))));
    }
  }
  return {
    /** Stores a mail. It is on disk when the promise settles. */
    add: async (raw: Buffer): Promise<void> => {
      lastArrival = Math.max(Date.now(), lastArrival + 1);
      const id = `${lastArrival}-${randomBytes(6).toString('hex')}`;
      const mail = await parseMail(id, raw);
      if (folder) {
        writeFileSync(`${fileOf(id)}.part`, raw, { mode: 0o600 });
        renameSync(`${fileOf(id)}.part`, fileOf(id));
      }
      mails.set(id, mail);
      const [oldest] = mails.keys();
      if (mails.size > mailsMax && oldest !== undefined) deleteMail(oldest);
    },
    find: (id: string): Mail | undefined => mails.get(id),
    /** Newest first. */
    list: (): Mail[] => [...mails.values()].reverse(),
    /** Deletes these mails, or all. */
    remove: (ids?: readonly string[]): void => {
      for (const id of ids ?? [...mails.keys()]) deleteMail(id);
    },
  };
};
export type MailStore = Awaited<ReturnType<typeof openMailStore>>;
