import { createHash } from 'node:crypto';
import type { NewPasskey, PasskeyAssertion } from '@obieg/contracts';
import type { Database, Logger, Tx } from '@obieg/service-kit';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { beginCeremony, type Holder, takeCeremony } from './ceremonies';
import type { FactorRow, NewFactor } from './second-factors.repo';

const productName = 'Obieg';
const validMinutes = 5;

/** Where passkeys are made and used. Only configuration decides it, never a request. */
export interface PasskeySite {
  /** Domain that all passkeys belong to (ADR 0029). */
  domain: string;
  mainOrigin: string;
  organizationUrl(codeName: string): string;
}

/** Origin of the addressed page. An assertion of another page, even of this domain, is refused. */
const findOrigin = async (
  tx: Tx,
  { mainOrigin, organizationUrl }: PasskeySite,
  organizationId: number | undefined,
): Promise<string> => {
  if (organizationId === undefined) return mainOrigin;
  const { code_name } = await tx('organizations').where({ id: organizationId }).first('code_name');
  return new URL(organizationUrl(code_name)).origin;
};

/** The same for all passkeys of an account, so that an authenticator keeps one each. Names nobody (WebAuthn §14.6.1). */
const userHandleOf = (userId: number): Buffer =>
  createHash('sha256').update(`obieg passkeys of account ${userId}`).digest();

const describeCredential = ({ credential_id, transports }: FactorRow) => ({
  id: (credential_id ?? Buffer.alloc(0)).toString('base64url'),
  transports,
});

const passkeysOf = (factors: readonly FactorRow[]): FactorRow[] =>
  factors.filter(({ kind }) => kind === 'PASSKEY');

/** Options for a new passkey of an account. */
export const beginRegistration = async (
  tx: Tx,
  { domain }: PasskeySite,
  holder: Holder,
  { user, factors }: { user: { id: number; email: string }; factors: readonly FactorRow[] },
): Promise<Record<string, unknown>> => {
  const key = await beginCeremony(tx, { purpose: 'PASSKEY_SET_UP', validMinutes, ...holder });
  return {
    ...(await generateRegistrationOptions({
      rpName: productName,
      rpID: domain,
      userName: user.email,
      userID: Uint8Array.from(userHandleOf(user.id)),
      challenge: Uint8Array.from(Buffer.from(key, 'base64url')),
      attestationType: 'none',
      excludeCredentials: passkeysOf(factors).map(describeCredential),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    })),
  };
};

type Use = 'PASSKEY_SIGN_IN' | 'PASSKEY_STEP' | 'PASSKEY_CONFIRMATION';

/**
 * Options for the use of a passkey.
 *
 * @param factors of the account, which its client may learn after the first step; none for a sign-in by passkey
 * alone, which names no account
 */
export const beginAssertion = async (
  tx: Tx,
  { domain }: PasskeySite,
  purpose: Use,
  holder: Holder,
  factors: readonly FactorRow[],
): Promise<Record<string, unknown>> => {
  const key = await beginCeremony(tx, { purpose, validMinutes, ...holder });
  return {
    ...(await generateAuthenticationOptions({
      rpID: domain,
      challenge: Uint8Array.from(Buffer.from(key, 'base64url')),
      allowCredentials: passkeysOf(factors).map(describeCredential),
      userVerification: purpose === 'PASSKEY_STEP' ? 'preferred' : 'required',
    })),
  };
};

interface Verification {
  db: Database;
  site: PasskeySite;
  holder: Holder;
  log: Logger;
}

/** Origin, and the check that uses up the challenge. */
const expectationsOf = async ({ db, site, holder }: Verification, purpose: Use | 'PASSKEY_SET_UP') => ({
  expectedOrigin: await findOrigin(db.knex, site, holder.organizationId),
  expectedRPID: site.domain,
  expectedChallenge: (key: string) => takeCeremony(db, { purpose, key, ...holder }),
});

/** A certificate names addresses that the library would read. We asked for no attestation. */
const hasCertificate = (attestationObject: string): boolean =>
  decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, 'base64url')))
    .get('attStmt')
    .get('x5c') !== undefined;

/** Verifies a new passkey and uses up its challenge. @returns undefined for a refused one */
export const verifyRegistration = async (
  verification: Verification,
  { response: { transports = [], ...attestation }, ...credentialIds }: NewPasskey,
): Promise<Omit<NewFactor, 'id' | 'user_id' | 'name'> | undefined> => {
  const expectations = await expectationsOf(verification, 'PASSKEY_SET_UP');
  try {
    if (hasCertificate(attestation.attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credentialIds, response: attestation, clientExtensionResults: {} },
      ...expectations,
      requireUserVerification: false,
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo;
    return {
      kind: 'PASSKEY',
      credential_id: Buffer.from(credential.id, 'base64url'),
      public_key: Buffer.from(credential.publicKey),
      sign_count: credential.counter,
      transports,
      is_backup_eligible: credentialDeviceType === 'multiDevice',
      is_backed_up: credentialBackedUp,
    };
  } catch (error) {
    // The library throws for every invalid input.
    verification.log.info({ err: error }, 'refused a new passkey');
    return undefined;
  }
};

/**
 * Verifies the use of a passkey and uses up its challenge. The caller records the counter, see `takeSignCount`.
 *
 * @returns undefined for a refused one
 */
export const verifyAssertion = async (
  verification: Verification,
  purpose: Use,
  response: PasskeyAssertion,
  passkey: FactorRow,
): Promise<{ count: number; isBackedUp: boolean } | undefined> => {
  const expectations = await expectationsOf(verification, purpose);
  const { userHandle, ...assertion } = response.response;
  try {
    // A passkey that names another account than its row was registered by somebody else.
    if (userHandle && userHandle !== userHandleOf(passkey.user_id).toString('base64url')) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: assertion, clientExtensionResults: {} },
      ...expectations,
      credential: {
        id: describeCredential(passkey).id,
        publicKey: Uint8Array.from(passkey.public_key ?? Buffer.alloc(0)),
        counter: Number(passkey.sign_count),
      },
      requireUserVerification: purpose !== 'PASSKEY_STEP',
    });
    if (!verified) return undefined;
    return { count: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    verification.log.info({ err: error }, 'refused the use of a passkey');
    return undefined;
  }
};
