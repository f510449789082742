import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** Public keys by remote id. */
export type RemoteKeys = ReadonlyMap<string, readonly KeyObject[]>;

const keysSchema = z.record(z.string(), z.union([z.string(), z.array(z.string()).min(1).max(2)]));

const readPublicKey = (id: string, text: string): KeyObject => {
  if (text.includes('PRIVATE KEY'))
    throw new Error(`The key of "${id}" is a private key. List the public key (.pub.pem) instead.`);
  let key: KeyObject;
  try {
    key = text.includes('-----BEGIN')
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw new Error(`The key of "${id}" is not a public key in PEM or base64 SPKI.`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`The key of "${id}" is ${key.asymmetricKeyType}; use Ed25519.`);
  return key;
};

/**
 * Public keys (PEM or base64 SPKI) per remote id; two during a rotation.
 *
 * @param text JSON, or the path of a JSON file
 * @throws with the id of the key that is not valid
 */
export const parseRemoteKeys = (text: string): RemoteKeys => {
  const json = text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8');
  const result = keysSchema.safeParse(JSON.parse(json));
  if (!result.success)
    throw new Error('Remote keys must be an object: remote id to one public key, or to a list of up to two.');
  return new Map(
    Object.entries(result.data).map(([id, keys]) => [id, [keys].flat().map((key) => readPublicKey(id, key))]),
  );
};

/** @returns PEM texts of a new Ed25519 key pair */
export const createKeyPair = (): { privateKey: string; publicKey: string } =>
  generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });

/** @returns the signature in base64, as in `remote.json.sig` */
export const signManifest = (content: Buffer, privateKey: KeyObject): string =>
  sign(null, content, privateKey).toString('base64');

export const isSignedByOneOf = (
  content: Buffer,
  signature: Buffer,
  publicKeys: readonly KeyObject[],
): boolean => {
  const bytes = Buffer.from(signature.toString('latin1'), 'base64');
  return bytes.length === 64 && publicKeys.some((key) => verify(null, content, key, bytes));
};
