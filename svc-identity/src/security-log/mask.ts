import { maskEmail } from '@obieg/contracts';

/** Masks a typed name: an address keeps its first letter and domain; anything else can be a mistyped password. */
export const maskLogin = (login: string): string => maskEmail(login) ?? '***';
