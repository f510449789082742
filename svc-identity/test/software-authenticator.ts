import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const toBase64url = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

interface Use {
  challenge: string;
  origin: string;
  domain?: string;
  isVerified?: boolean;
}

/** A passkey as an authenticator and a browser make it, without either. */
export const createSoftwareAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let count = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, { challenge, origin }: Use): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = ({ domain = 'obieg.localhost', isVerified = true }: Use, more: number): Buffer => {
    count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([
      sha256(domain),
      Buffer.from([flags.present | (isVerified ? flags.verified : 0) | more]),
      counter,
    ]);
  };
  const ids = { id: toBase64url(id), rawId: toBase64url(id), type: 'public-key' };

  return {
    /** Answers the options of a new passkey. */
    create: (options: { challenge: string; user: { id: string } }, use: Omit<Use, 'challenge'>) => {
      const full = { ...use, challenge: options.challenge };
      userHandle = options.user.id;
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
        ]),
      );
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const authData = Buffer.concat([head(full, flags.attested), Buffer.alloc(16), idLength, id, key]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        ...ids,
        response: {
          clientDataJSON: toBase64url(clientData('webauthn.create', full)),
          attestationObject: toBase64url(isoCBOR.encode(attestation as Map<string, string>)),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a use. */
    get: (options: { challenge: string }, use: Omit<Use, 'challenge'>) => {
      const full = { ...use, challenge: options.challenge };
      const client = clientData('webauthn.get', full);
      const authenticatorData = head(full, 0);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return {
        ...ids,
        response: {
          clientDataJSON: toBase64url(client),
          authenticatorData: toBase64url(authenticatorData),
          signature: toBase64url(signature),
          userHandle,
        },
      };
    },
    /** Makes the next use look older, as a copy of the authenticator does. */
    rewind: () => {
      count = 0;
    },
  };
};
export type SoftwareAuthenticator = ReturnType<typeof createSoftwareAuthenticator>;
