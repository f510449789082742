import { maskEmail } from '@obieg/contracts';

/** What was typed as a name: an address keeps its first letter and domain, anything else may be a password by mistake. */
export const maskLogin = (login: string): string => maskEmail(login) ?? '***';
