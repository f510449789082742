import { randomBytes, randomUUID } from 'node:crypto';
import {
  emailSchema,
  type Language,
  maskEmail,
  type SendCode,
  type SendCodeResponse,
  type TokenInfo,
  type VerifyCodeResponse,
} from '@obieg/contracts';
import { type Database, isProblem, problem, type Tx, toLimitKey } from '@obieg/service-kit';
import { drawCode, drawToken, hashCode, hashToken, isSameHash } from '../auth/secrets';
import { asActor, openSession } from '../auth/sessions';
import { findUserHere } from '../auth/sign-in.service';
import type { SigningKeys } from '../keys/signing-keys';
import { queueMail, queueNothing } from '../mail/mail-queue';
import { codeMail, signedInByCodeMail } from '../mail/mails';
import {
  createAccount,
  findMembership,
  findUser,
  findUserByEmail,
  markEmailVerified,
  saveMembership,
  type UserRow,
} from '../members/members.repo';
import { say } from '../messages/server-messages';
import { inSite } from '../organizations/site';
import { maskLogin } from '../security-log/mask';
import type { Origin } from '../security-log/origin';
import { recordRefusal, recordSecurity, type SecurityEntry } from '../security-log/security-log';
import { secondsUntilNextCode, spendCode } from './send-budget';

const codeMinutes = 10;
const tokenHours = 24;
const triesAllowed = 5;

interface VerificationRow {
  token_hash: Buffer;
  organization_id: number | null;
  /** What it was asked for by: an address or a username, as it was typed. */
  asked_for: string;
  email: string;
  user_id: number | null;
  code_hash: Buffer;
  code_expires_at: Date;
  expires_at: Date;
  tries: number;
  verified_at: Date | null;
  /** The session that the code opened, and the client address that it came from. */
  session_id: string | null;
  verified_from: string | null;
}

const badToken = (language: Language) => problem.badRequest('INVALID_TOKEN', say(language, 'invalidToken'));
const badCode = (language: Language) => problem.badRequest('INVALID_CODE', say(language, 'invalidCode'));

/** A verification of this address; one of another organization does not exist. */
const findVerification = (tx: Tx, token: string, organizationId: number | undefined) =>
  tx<VerificationRow>('verifications')
    .where({ token_hash: hashToken(token), organization_id: organizationId ?? null })
    .where('expires_at', '>', tx.fn.now());

/** Who is counted, and known again, as one client. */
const clientOf = ({ ip }: Origin): string => toLimitKey(ip ?? '');

/**
 * A verified token in the hands of whoever typed its code: they hold the session that the code opened or, where they
 * keep none, call from the same client address while it goes on. Whoever asked for the code has the token as well and
 * may be anybody: a link of theirs must not choose the password of who follows it.
 */
const findProven = (tx: Tx, token: string, origin: Origin) =>
  findVerification(tx, token, origin.organizationId)
    .whereNotNull('verified_at')
    .where(origin.sessionId === null ? { verified_from: clientOf(origin) } : { session_id: origin.sessionId })
    .whereExists(
      tx('sessions').whereRaw('sessions.id = verifications.session_id').whereNull('sessions.revoked_at'),
    );

/** Who a code is mailed to: the account's address, or on an organization's address the visitor's own. */
const recipientOf = (
  user: UserRow | undefined,
  login: string,
  organizationId: number | undefined,
): string | undefined => {
  if (user) return user.email.toLowerCase();
  return organizationId === undefined ? undefined : emailSchema.safeParse(login).data;
};

/** Why a try was refused, for the security log; whoever tries is not told. */
const refusalReason = (row: VerificationRow | undefined): string => {
  if (!row) return 'unknown-token';
  if (row.verified_at !== null) return 'used';
  return row.tries >= triesAllowed ? 'worn-out' : 'expired';
};

interface Dependencies {
  db: Database;
  keys: SigningKeys;
  /** Multiplies how many codes one client may ask for. */
  rateLimitScale: number;
}

export const createVerification = ({ db, keys, rateLimitScale }: Dependencies) => {
  /** Counts the try before the code is looked at, so that guesses at once count too. */
  const takeTry = (token: string, organizationId: number | undefined) =>
    inSite(db, organizationId, async (tx) => {
      const [row] = await findVerification(tx, token, organizationId)
        .whereNull('verified_at')
        .where('code_expires_at', '>', tx.fn.now())
        .where('tries', '<', triesAllowed)
        .update({ tries: tx.raw('tries + 1') })
        .returning('*');
      return row as VerificationRow | undefined;
    });

  const refuse = async (
    token: string,
    wrong: VerificationRow | undefined,
    origin: Origin,
  ): Promise<Error> => {
    const { row, user } = await inSite(db, origin.organizationId, async (tx) => {
      const found = wrong ?? (await findVerification(tx, token, origin.organizationId).first());
      return { row: found, user: found && (await findUserByEmail(tx, found.email)) };
    });
    await recordRefusal(db, origin, {
      event: 'code.verify',
      subject: user && { type: 'user', id: user.id },
      details: {
        reason: wrong ? 'wrong-code' : refusalReason(row),
        ...(row ? { login: maskLogin(row.asked_for) } : {}),
      },
    });
    return badCode(origin.language);
  };

  /** The account of a verified address; on an organization's address a stranger becomes a reporter there. */
  const findOrMakeUser = async (tx: Tx, email: string, origin: Origin): Promise<UserRow> => {
    const { organizationId } = origin;
    // An invitation of the same address at once shall not make a second account.
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);
    const known = await findUserByEmail(tx, email);
    if (organizationId === undefined) {
      if (!known) throw badCode(origin.language);
      return known;
    }
    const user = known ?? (await createAccount(tx, email, undefined, origin));
    const owner = asActor(origin, user.id);
    const membership = await findMembership(tx, organizationId, user.id);
    if (!user.is_super_admin && !membership?.roles.length) {
      await saveMembership(tx, organizationId, user.id, ['REPORTER'], owner);
    }
    await markEmailVerified(tx, organizationId, user.id, owner);
    return user;
  };

  /** What the code of an unverified token was asked for by. */
  const findAskedFor = (token: string, { organizationId, language }: Origin): Promise<string> =>
    inSite(db, organizationId, async (tx) => {
      const row = await findVerification(tx, token, organizationId).whereNull('verified_at').first();
      if (!row) throw badToken(language);
      return row.asked_for;
    });

  return {
    /**
     * Mails a code to an account's address or, on an organization's address, to any. Answers alike whether there is
     * such an account. @throws 429 when the address or the client has had enough of them, 400 for a token that is no good.
     */
    sendCode: async (
      { email: given, token: earlier }: SendCode,
      origin: Origin,
    ): Promise<SendCodeResponse> => {
      const { organizationId } = origin;
      const login = given ?? (await findAskedFor(earlier ?? '', origin));
      const entry: SecurityEntry = { event: 'code.send', details: { login: maskLogin(login) } };
      const send = async (tx: Tx): Promise<SendCodeResponse> => {
        const askedFor = login.toLowerCase();
        const user = await findUserHere(tx, login, organizationId);
        entry.subject = user && { type: 'user', id: user.id };
        const recipient = recipientOf(user, login, organizationId);
        const email = recipient ?? askedFor;
        const spending = { askedFor, recipient: email, client: clientOf(origin), rateLimitScale };
        const mayMail = await spendCode(tx, { ...spending, language: origin.language });
        const isMailed = mayMail && recipient !== undefined;
        const [token, code] = [drawToken(), drawCode()];
        // A newer code ends the older ones.
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
          // No code fits where none was mailed.
          code_hash: isMailed ? hashCode(token, code) : randomBytes(32),
          code_expires_at: tx.raw(`now() + interval '${codeMinutes} minutes'`),
          expires_at: tx.raw(`now() + interval '${tokenHours} hours'`),
        });
        const mail = codeMail({ email, language: origin.language }, { code, minutes: codeMinutes });
        await (isMailed ? queueMail(tx, mail) : queueNothing(tx, mail));
        await recordSecurity(tx, origin, entry);
        return { success: true, token, message: say(origin.language, 'codeSent') };
      };
      return inSite(db, organizationId, send).catch(async (error: unknown) => {
        if (isProblem(error) && error.status === 429)
          await recordRefusal(db, origin, {
            ...entry,
            details: { ...entry.details, reason: 'rate-limited' },
          });
        throw error;
      });
    },

    /**
     * What the verification screen shows. To all but who has verified the address it is what was typed, masked, never
     * the address that stands behind a username. @throws 400 for a token that is no good
     */
    getTokenInfo: (token: string, origin: Origin): Promise<TokenInfo> =>
      inSite(db, origin.organizationId, async (tx) => {
        const row = await findVerification(tx, token, origin.organizationId).first();
        if (!row) throw badToken(origin.language);
        const isVerified = row.verified_at !== null;
        const isTheirs =
          isVerified && (await findProven(tx, token, origin).first('token_hash')) !== undefined;
        return {
          success: true,
          email: isTheirs ? row.email : (maskEmail(row.asked_for) ?? ''),
          canResend: !isVerified && (await secondsUntilNextCode(tx, row.asked_for)) === 0,
        };
      }),

    /**
     * Signs in by a mailed code, once; the token is then good for choosing a password, once, in the hands of who signed
     * in. A code lives ten minutes and dies after five wrong tries. @throws 400 for everything else, alike.
     */
    verify: async (token: string, code: string, origin: Origin): Promise<VerifyCodeResponse> => {
      const { organizationId } = origin;
      const tried = await takeTry(token, organizationId);
      if (!tried || !isSameHash(tried.code_hash, hashCode(token, code)))
        throw await refuse(token, tried, origin);
      await keys.current();
      const sessionId = randomUUID();
      return inSite(db, organizationId, async (tx) => {
        const [won] = await findVerification(tx, token, organizationId)
          .whereNull('verified_at')
          .update({ verified_at: tx.fn.now(), session_id: sessionId, verified_from: clientOf(origin) })
          .returning('token_hash');
        if (!won) throw badCode(origin.language);
        const user = await findOrMakeUser(tx, tried.email, origin);
        await tx('verifications').where({ token_hash: tried.token_hash }).update({ user_id: user.id });
        await recordSecurity(tx, asActor(origin, user.id), {
          event: 'code.verify',
          subject: { type: 'user', id: user.id },
        });
        const session = await openSession(tx, keys, {
          user,
          origin,
          by: 'code',
          sessionId,
          refuse: () => badCode(origin.language),
        });
        await queueMail(tx, signedInByCodeMail({ email: user.email, language: origin.language }));
        return {
          success: true,
          message: say(origin.language, 'emailVerified'),
          jwtToken: session.token,
        };
      });
    },
  };
};
export type Verification = ReturnType<typeof createVerification>;

/** Whether the caller may choose a password with the token: they have verified its address, and none was chosen yet. */
export const isGoodForPassword = async (tx: Tx, token: string, origin: Origin): Promise<boolean> =>
  (await findProven(tx, token, origin).first('token_hash')) !== undefined;

/** Uses up a token that the caller has verified for choosing a password. @returns the account, or undefined for a token that is no good to them. */
export const useVerifiedToken = async (
  tx: Tx,
  token: string,
  origin: Origin,
): Promise<UserRow | undefined> => {
  const [used] = await findProven(tx, token, origin).delete().returning('user_id');
  return used?.user_id ? findUser(tx, used.user_id) : undefined;
};

/** Ends every verified token of an account: after a password was chosen none of them may choose another. */
export const endVerifiedTokens = async (tx: Tx, userId: number): Promise<void> => {
  await tx('verifications').where({ user_id: userId }).delete();
};
