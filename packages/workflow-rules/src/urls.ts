/** User name, password, host and port of an address, however many slashes precede them. */
const authorityPattern = /^[^:/?#]*:[/\\]*([^/\\?#]*)/;
/** A host has at most 253 characters. */
const authorityMaxLength = 400;

/**
 * Parses an absolute address. To convert a host to ASCII takes time that grows with the square of its length, so a
 * longer one than any domain is refused unread. @returns undefined for any other text
 */
export const parseAddress = (text: string): URL | undefined => {
  const [, authority = ''] = authorityPattern.exec(text) ?? [];
  return authority.length <= authorityMaxLength && URL.canParse(text) ? new URL(text) : undefined;
};

const isWebAddress = (text: string): boolean =>
  ['http:', 'https:'].includes(parseAddress(text)?.protocol ?? '');

/** A host name with a top-level domain of letters, then an optional port and path. Excludes `user@host`. */
const barePattern =
  /^(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#].*)?$/iu;

/**
 * Returns the stored form of a web address: as typed, with `https://` if it has no scheme. @returns undefined for any
 * other text
 */
export const normalizeUrl = (text: string): string | undefined => {
  if (/\s/.test(text)) return undefined;
  const address = barePattern.test(text) ? `https://${text}` : text;
  return isWebAddress(address) ? address : undefined;
};

/** Returns the same text for addresses that a browser treats as equal; other text unchanged. */
export const comparableUrl = (text: string): string => {
  const address = normalizeUrl(text);
  return address === undefined ? text : new URL(address).href;
};
