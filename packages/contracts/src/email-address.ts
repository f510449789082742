import { limits } from './limits';

/** The pattern of `z.email()`, and international top-level domains. Pages check addresses with it without zod. */
export const emailPattern =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;

/** Letters, digits, hyphens and full stops of any script. Excludes what has a meaning in a URL. */
const domainPattern = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;
const asciiPattern = /^[\0-\u007f]*$/;
const domainMaxLength = 253;

/** Converts the domain of an e-mail address to ASCII (IDNA). Returns any other text unchanged. */
export const toAsciiAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 1 || asciiPattern.test(domain)) return address;
  if (domain.length > domainMaxLength || !domainPattern.test(domain)) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address;
};

/** Domain of the addresses that integrations have in place of a mailbox. RFC 2606 reserves its top level. */
export const integrationDomain = 'integrations.invalid';

/** Whether an address belongs to an integration. Nothing is ever mailed to it. Ignores case. */
export const isIntegrationAddress = (address: string): boolean =>
  address.toLowerCase().endsWith(`@${integrationDomain}`);

/** Whether `emailSchema` accepts a text. Pages check addresses with it, because it needs no schema library. */
export const isEmailAddress = (text: string): boolean => {
  const address = toAsciiAddress(text.trim().toLowerCase());
  return (
    address.length <= limits.emailMaxLength && emailPattern.test(address) && !isIntegrationAddress(address)
  );
};

/** Masks an address for visitors: `jan@acme.com` becomes `j***@acme.com`. */
export const maskEmail = (email: string | null): string | null => {
  if (email === null) return null;
  const at = email.lastIndexOf('@');
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`;
};
