import type { InvitationResult, InviteUser, InviteUserResponse, RoleCode } from '@obieg/contracts';
import { isApiError } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useInviteUser } from '../../api/users.api';
import { getPresentRoles, type RoleReplacement } from './ReplaceRolesDialog';
import type { Addressee } from './read-addresses';

/** What happened to one address. */
export interface InvitationOutcome {
  addressee: Addressee;
  /** Undefined if nothing was changed. */
  done?: { result: InvitationResult; userExists: boolean };
  /** Undefined if the caller kept the present roles of a member. */
  error?: unknown;
}

interface Question extends RoleReplacement {
  answer: (outcome: Omit<InvitationOutcome, 'addressee'>) => void;
}

/** The previous release does not say what happened. */
const readDone = ({ userExists, result }: InviteUserResponse) => ({
  userExists,
  result: result ?? (userExists ? 'ROLES_CHANGED' : 'SENT'),
});

/** Whether further invitations would fail, too. */
const isUnavailable = (error: unknown): boolean =>
  isApiError(error) && (error.status === undefined || error.status >= 502);

/** Sends invitations one after the other, and asks before one replaces the roles of a member. */
export const useInvitations = () => {
  const { mutateAsync } = useInviteUser();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [question, setQuestion] = useState<Question>();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const inviteOne = async (invitation: InviteUser): Promise<Omit<InvitationOutcome, 'addressee'>> => {
    try {
      return { done: readDone(await mutateAsync(invitation)) };
    } catch (error) {
      const presentRoles = getPresentRoles(error);
      if (!presentRoles) return { error };
      return new Promise((answer) => setQuestion({ invitation, presentRoles, answer }));
    }
  };

  return {
    /** Undefined while nothing is sent. */
    progress,
    /** A member whose roles an invitation would replace. */
    question,
    /** Sends the confirmed invitation. Asks again if the member's roles have changed since. */
    confirm: async (invitation: InviteUser): Promise<void> => {
      try {
        const done = readDone(await mutateAsync(invitation));
        question?.answer({ done });
        setQuestion(undefined);
      } catch (error) {
        const presentRoles = getPresentRoles(error);
        if (!question || !presentRoles) throw error;
        setQuestion({ ...question, presentRoles });
      }
    },
    keepRoles: (): void => {
      question?.answer({});
      setQuestion(undefined);
    },
    /** Stops if the server is unavailable or the page is left. Addresses without an outcome were not sent. */
    invite: async (
      addressees: readonly Addressee[],
      options: { roles: RoleCode[]; organizationId?: number },
    ): Promise<InvitationOutcome[]> => {
      const outcomes: InvitationOutcome[] = [];
      for (const addressee of addressees) {
        const { email, displayName } = addressee;
        if (email === undefined) continue;
        if (addressees.length > 1) setProgress({ done: outcomes.length, total: addressees.length });
        const outcome = await inviteOne({ email, ...(displayName ? { displayName } : {}), ...options });
        outcomes.push({ addressee, ...outcome });
        if (isLeft.current || isUnavailable(outcome.error)) break;
      }
      setProgress(undefined);
      return outcomes;
    },
  };
};
