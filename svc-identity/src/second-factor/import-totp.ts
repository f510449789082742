import { randomUUID } from 'node:crypto';
import { type Database, loadConfig, type SecretBox, withTransaction } from '@obieg/service-kit';
import { Secret } from 'otpauth';
import * as z from 'zod';
import { findUserByEmail, lockUserForChange } from '../members/members.repo';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { revokeSessions } from '../sessions/sessions';
import { secretContextOf } from './prove-factor';
import { endChallenges, hasSecondFactor, insertFactor } from './second-factors.repo';

const schema = z.object({
  TOTP_EMAIL: z.email(),
  /** Base32, at least 128 bits (RFC 4226 §4). */
  TOTP_SECRET: z.string().regex(/^[A-Z2-7]{26,64}$/),
  TOTP_NAME: z.string().min(1).max(60),
});

/**
 * Gives an account the authenticator app that its person already uses, for example in a product that Obieg replaces.
 * Has no effect on an account with a second factor. @throws if the account does not exist
 */
export const importTotp = (
  db: Database,
  box: SecretBox,
  environment: NodeJS.ProcessEnv,
  origin: Origin,
): Promise<void> => {
  const { TOTP_EMAIL: email, TOTP_SECRET: secret, TOTP_NAME: name } = loadConfig(schema, environment);
  return withTransaction(db, async (tx) => {
    const found = await findUserByEmail(tx, email);
    const user = found && (await lockUserForChange(tx, found.id));
    if (!user) throw new Error('There is no account with this address');
    if (await hasSecondFactor(tx, user.id)) return;
    const id = randomUUID();
    const sealed = box.seal(Buffer.from(Secret.fromBase32(secret).bytes), secretContextOf(id));
    await insertFactor(tx, { id, user_id: user.id, kind: 'TOTP', name, secret: sealed });
    await endChallenges(tx, user.id);
    await revokeSessions(tx, { user_id: user.id }, { origin, reason: 'second-factor.add' });
    await recordSecurity(tx, origin, {
      event: 'second-factor.add',
      subject: { type: 'user', id: user.id },
      details: { name, factor: 'TOTP' },
    });
  });
};
