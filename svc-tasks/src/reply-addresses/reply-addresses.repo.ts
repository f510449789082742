import { randomBytes } from 'node:crypto';
import { replyAddressDays } from '@obieg/contracts';
import { sweepAlone, type Tx } from '@obieg/service-kit';
import { hashSecret } from '../reporter-access/secrets';

/** Lower case, because mail servers may change the case of an address. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const keyLength = 32;

/** 160 random bits. An address has room for 64 characters before the `@`. */
const createReplyKey = (): string =>
  [...randomBytes(keyLength)].map((byte) => alphabet[byte % alphabet.length]).join('');

export interface NewReplyAddress {
  organization_id: number;
  task_id: number;
  user_id: number;
  /** The newest comment of the mail that only chosen people read. They read the answer, too. */
  comment_id: number | null;
}

export interface ReplyAddressRow extends NewReplyAddress {
  public_task_id: number;
}

/** Address whose part after the plus sign is `tag`. */
export const tagAddress = (address: string, tag: string): string => {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${tag}${address.slice(at)}`;
};

/** @returns the part after the plus sign; undefined unless `recipient` is `address` with such a part */
export const readTag = (address: string, recipient: string): string | undefined => {
  const [start = '', domain = ''] = tagAddress(address, '\0').toLowerCase().split('\0');
  const candidate = recipient.toLowerCase();
  return candidate.startsWith(start) &&
    candidate.endsWith(domain) &&
    candidate.length > start.length + domain.length
    ? candidate.slice(start.length, candidate.length - domain.length)
    : undefined;
};

/** Creates the key with which one reader answers mails about one task. @returns the key, of which only the hash is stored */
export const insertReplyAddress = async (tx: Tx, row: NewReplyAddress): Promise<string> => {
  const key = createReplyKey();
  await tx('reply_addresses').insert({ ...row, key_hash: hashSecret(key) });
  return key;
};

export const deleteReplyAddress = async (tx: Tx, key: string): Promise<void> => {
  await tx('reply_addresses')
    .where({ key_hash: hashSecret(key) })
    .delete();
};

/** SQL: the address `r` has not expired. */
const isValid = `r.created_at > now() - interval '${replyAddressDays} days'`;

/** Finds the organization of a key. Call it for every organization: the address of a mail names none. */
export const findOrganizationOfKey = async (
  tx: Tx,
  key: string,
): Promise<{ organization_id: number; id: number } | undefined> =>
  tx('reply_addresses as r')
    .where({ key_hash: hashSecret(key) })
    .whereRaw(isValid)
    .first('organization_id', 'id');

/** @returns undefined if the address has expired since the mail arrived */
export const findReplyAddress = async (tx: Tx, id: number): Promise<ReplyAddressRow | undefined> =>
  tx('reply_addresses as r')
    .join('tasks as t', (on) => on.on('t.organization_id', 'r.organization_id').on('t.id', 'r.task_id'))
    .where({ 'r.id': id })
    .first('r.organization_id', 'r.task_id', 'r.user_id', 'r.comment_id', 't.public_task_id');

export const deleteExpiredReplyAddresses = (tx: Tx): Promise<number> =>
  sweepAlone(tx, 'reply_addresses', () => tx('reply_addresses as r').whereRaw(`not (${isValid})`).delete());
