import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** Clocks of phones differ, and typing takes time. */
const driftSteps = 1;
/** As RFC 4226 §4 recommends: 160 bits. */
const secretBytes = 20;

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Obieg',
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: periodSeconds,
  });

export const generateTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes);

/** @param label the account, as the app shows it */
export const describeTotp = (secret: Buffer, label: string): { secret: string; uri: string } => {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
};

/** Returns the time step of a right code; undefined for a wrong one. */
export const findStep = (secret: Buffer, code: string, now = Date.now()): number | undefined => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: driftSteps });
  return delta === null ? undefined : Math.floor(now / 1_000 / periodSeconds) + delta;
};
