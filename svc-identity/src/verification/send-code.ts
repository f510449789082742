import { randomBytes } from 'node:crypto';
import { type ConfirmedTask, emailSchema, type SendCode, type SendCodeResponse } from '@obieg/contracts';
import { type Database, isProblem, type Tx } from '@obieg/service-kit';
import { findUserAtAddress } from '../auth/sign-in.service';
import { generateCode, generateToken, hashCode, hashToken } from '../credentials/secrets';
import { clientOf, findVerification } from '../credentials/verifications.repo';
import { queueDummyMail, queueMail } from '../mail/mail-queue';
import { codeMail } from '../mail/mails';
import type { UserRow } from '../members/members.repo';
import { badToken, translate } from '../messages/server-messages';
import { checkCodeAllowed } from '../provider-rules/required-provider';
import { inSite } from '../requests/site';
import { maskLogin } from '../security-log/mask';
import type { Origin } from '../security-log/origin';
import { recordRefusal, recordSecurity, type SecurityEntry } from '../security-log/security-log';
import { spendCode } from './send-budget';

const codeMinutes = 10;
const tokenHours = 24;

interface Purpose {
  /** Address or username as typed. */
  login: string;
  /** The submission that the code confirms. */
  task: ConfirmedTask | undefined;
}

/** Finds the purpose for which an unverified token was requested. */
const findPurpose = (db: Database, token: string, { organizationId, language }: Origin): Promise<Purpose> =>
  inSite(db, organizationId, async (tx) => {
    const row = await findVerification(tx, token, organizationId).whereNull('verified_at').first();
    if (!row) throw badToken(language);
    return { login: row.asked_for, task: row.confirmed_task ?? undefined };
  });

/** Returns the recipient: the account's address, or on an organization's address the visitor's own. */
const recipientOf = (
  user: UserRow | undefined,
  login: string,
  organizationId: number | undefined,
): string | undefined => {
  if (user) return user.email.toLowerCase();
  return organizationId === undefined ? undefined : emailSchema.safeParse(login).data;
};

interface Issue {
  askedFor: string;
  email: string;
  isMailed: boolean;
  task: ConfirmedTask | undefined;
  organizationId: number | undefined;
}

/** Creates a token with its code and invalidates earlier ones. */
const issueCode = async (
  tx: Tx,
  { askedFor, email, isMailed, task, organizationId }: Issue,
): Promise<{ token: string; code: string }> => {
  const [token, code] = [generateToken(), generateCode()];
  await tx('verifications')
    .where({ organization_id: organizationId ?? null })
    .where((older) => older.where({ asked_for: askedFor }).orWhere({ email: isMailed ? email : '' }))
    .whereNull('verified_at')
    .delete();
  await tx('verifications').insert({
    token_hash: hashToken(token),
    organization_id: organizationId ?? null,
    asked_for: askedFor,
    email,
    confirmed_task: task ? JSON.stringify(task) : null,
    // If nothing was mailed, no code may match.
    code_hash: isMailed ? hashCode(token, code) : randomBytes(32),
    code_expires_at: tx.raw(`now() + interval '${codeMinutes} minutes'`),
    expires_at: tx.raw(`now() + interval '${tokenHours} hours'`),
  });
  return { token, code };
};

interface Dependencies {
  db: Database;
  /** Multiplies the limit per client. */
  rateLimitScale: number;
}

/**
 * Mails a code to an account or, on an organization's address, to any address. The response does not reveal whether
 * the account exists. @throws 429 at a limit of address or client, 400 for an invalid token, 403 PROVIDER_REQUIRED
 */
export const sendCode = async (
  { db, rateLimitScale }: Dependencies,
  { email: given, token: earlier, task: submitted }: SendCode,
  origin: Origin,
): Promise<SendCodeResponse> => {
  const { organizationId, language } = origin;
  const { login, task } =
    given === undefined
      ? await findPurpose(db, earlier ?? '', origin)
      : // Tasks belong to organizations.
        { login: given, task: organizationId === undefined ? undefined : submitted };
  const entry: SecurityEntry = { event: 'code.send', details: { login: maskLogin(login) } };
  const send = async (tx: Tx): Promise<SendCodeResponse> => {
    const askedFor = login.toLowerCase();
    const user = await findUserAtAddress(tx, login, organizationId);
    entry.subject = user && { type: 'user', id: user.id };
    const recipient = recipientOf(user, login, organizationId);
    const email = recipient ?? askedFor;
    await checkCodeAllowed(tx, email, origin);
    const spending = { askedFor, recipient: email, client: clientOf(origin), rateLimitScale, language };
    const isMailed = (await spendCode(tx, spending)) && recipient !== undefined;
    const { token, code } = await issueCode(tx, { askedFor, email, isMailed, task, organizationId });
    const mail = codeMail({ email, language }, { code, minutes: codeMinutes, task });
    await (isMailed ? queueMail(tx, mail) : queueDummyMail(tx, mail));
    await recordSecurity(tx, origin, entry);
    return { success: true, token, message: translate(language, 'codeSent') };
  };
  return inSite(db, organizationId, send).catch(async (error: unknown) => {
    if (isProblem(error) && error.status === 429)
      await recordRefusal(db, origin, { ...entry, details: { ...entry.details, reason: 'rate-limited' } });
    throw error;
  });
};
