import { useLocation } from '@obieg/web-kit';

/** History state of /verify-email, set by the page that navigates there. Empty if the page opens in another tab. */
export interface VerifyEmailState {
  /** The login name as the user typed it: an email address or a username. */
  email?: string;
  wasResent?: boolean;
}

export const useVerifyEmailState = (): VerifyEmailState => (useLocation().state ?? {}) as VerifyEmailState;
