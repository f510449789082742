const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

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
