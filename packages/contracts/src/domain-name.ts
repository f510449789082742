import { toAsciiAddress } from './email-address';

const domainMaxLength = 253;
const labelPattern = /^[a-z0-9-]{1,63}$/;
const topLevelPattern = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const isLabel = (label: string): boolean =>
  labelPattern.test(label) && !label.startsWith('-') && !label.endsWith('-');

/** Converts a domain to the form in which domains are compared: ASCII (IDNA), lower case, without a trailing dot. */
export const normalizeDomain = (text: string): string | undefined => {
  const address = toAsciiAddress(`x@${text.trim().toLowerCase().replace(/\.$/, '')}`);
  const domain = address.slice(2).toLowerCase();
  const labels = domain.split('.');
  const isDomain =
    domain.length <= domainMaxLength &&
    labels.length > 1 &&
    labels.every(isLabel) &&
    topLevelPattern.test(labels.at(-1) ?? '');
  return isDomain ? domain : undefined;
};

/** Domain of an e-mail address; undefined for a text that has none. */
export const domainOfAddress = (address: string): string | undefined => {
  const at = address.lastIndexOf('@');
  return at < 1 ? undefined : normalizeDomain(address.slice(at + 1));
};
