import { domainOfAddress, emailSchema, plainNameSchema } from '@obieg/contracts';
import type { Claims } from './provider-client';
import { ProviderError } from './provider-error';

/** What a token says about a person. */
export interface AssertedPerson {
  /** Lower case, with its domain in ASCII. */
  email: string;
  domain: string;
  /** Undefined if the name is missing or no display name can be like it. */
  displayName: string | undefined;
  /** Values of the groups claim. Undefined: the token does not tell, so groups and roles stay. */
  groupValues: ReadonlySet<string> | undefined;
}

const microsoftIssuer = 'https://login.microsoftonline.com/';
const trueValues: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

/** Microsoft Entra has no `email_verified`. Its `xms_edov` says that the owner of the domain was verified. */
const isEmailVerified = ({ email_verified, xms_edov }: Claims, issuer: string): boolean =>
  email_verified === true ||
  (email_verified === undefined && issuer.startsWith(microsoftIssuer) && trueValues.has(xms_edov));

/** More values than any mapping has are cut. */
const groupValuesMax = 5_000;

/** With very many groups, Microsoft Entra names the claim here and sends the values elsewhere. */
const isLeftOut = ({ _claim_names: names }: Claims, claim: string): boolean =>
  typeof names === 'object' && names !== null && claim in names;

const readGroupValues = (claims: Claims, claim: string): ReadonlySet<string> | undefined => {
  if (isLeftOut(claims, claim)) return undefined;
  const values = [claims[claim] ?? []].flat().slice(0, groupValuesMax);
  return new Set(values.filter((value): value is string => typeof value === 'string'));
};

/** Reads a verified token's claims. @throws ProviderError without a verified address */
export const readAssertedPerson = (claims: Claims, issuer: string, groupsClaim: string): AssertedPerson => {
  const email = emailSchema.safeParse(claims['email']).data;
  const domain = email === undefined ? undefined : domainOfAddress(email);
  if (email === undefined || domain === undefined) throw new ProviderError('no-address');
  if (!isEmailVerified(claims, issuer)) throw new ProviderError('address-not-verified', email);
  return {
    email,
    domain,
    displayName: plainNameSchema.safeParse(claims['name']).data,
    groupValues: readGroupValues(claims, groupsClaim),
  };
};

/** Value of `amr` for several factors (RFC 8176). */
export const isSecondFactorProved = (amr: readonly unknown[]): boolean => amr.includes('mfa');
