import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { apiTokenPattern } from '@obieg/contracts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const prefix = 'obg_';
const randomLength = 30;
const checksumLength = 6;

const checksumOf = (random: string): string => {
  let rest = crc32(random);
  let checksum = '';
  for (let index = 0; index < checksumLength; index++) {
    checksum = alphabet[rest % alphabet.length] + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
};

/** Generates an API token with 178 random bits. The checksum lets scanners for leaked secrets recognize it. */
export const generateApiToken = (): string => {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}${random}${checksumOf(random)}`;
};

const bearer = 'bearer ';

/** Whether an Authorization header contains an API token, valid or not. */
export const hasApiToken = (authorization: string): boolean =>
  authorization.slice(0, bearer.length + prefix.length).toLowerCase() === `${bearer}${prefix}`;

/** @returns the API token of an Authorization header; undefined with a wrong checksum, because none was issued */
export const readApiToken = (authorization: string): string | undefined => {
  const token = authorization.slice(bearer.length);
  if (!hasApiToken(authorization) || !apiTokenPattern.test(token)) return undefined;
  const random = token.slice(prefix.length, prefix.length + randomLength);
  return token.endsWith(checksumOf(random)) ? token : undefined;
};
