import { createHmac } from 'node:crypto';
import { identityProviderLimits } from '@obieg/contracts';
import { generateToken, hashToken } from '../credentials/secrets';
import type { SignInSecrets } from './provider-client';

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** The prefix keeps pages of other hosts under the base domain from setting the cookie. It needs TLS. */
const cookieNameOf = (origin: string): string =>
  origin.startsWith('https:') ? '__Host-obieg_provider' : 'obieg_provider';

/** Reads the browser's secret from the `Cookie` header. */
export const readBrowser = (origin: string, header: string | undefined): string | undefined => {
  const name = `${cookieNameOf(origin)}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(name));
  const value = pair?.slice(name.length);
  return value !== undefined && tokenPattern.test(value) ? value : undefined;
};

/** A browser keeps its secret, so that sign-ins in several tabs do not disturb each other. */
export const bindBrowser = (origin: string, header: string | undefined) => {
  const browser = readBrowser(origin, header) ?? generateToken();
  const isSecure = origin.startsWith('https:');
  const maxAge = identityProviderLimits.signInMinutes * 60;
  // Lax: the browser comes back from the provider's site.
  const cookie = `${cookieNameOf(origin)}=${browser}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return { browser, cookie };
};

export const hashBrowser = (browser: string): Buffer => hashToken(`provider ${browser}`);

/** Nonce and code verifier follow from the browser's secret, so the database has neither. */
export const secretsOf = (browser: string, state: string): SignInSecrets => {
  const derive = (purpose: string): string =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url');
  return { state, nonce: derive('nonce'), codeVerifier: derive('verifier') };
};
