/** Endpoint for content-policy reports of browsers. */
export const cspReportPath = '/api/csp-reports';

const pageDirectives = (nonce: string, scriptHashes: readonly string[]): string[] => [
  "default-src 'none'",
  ["script-src 'self'", ...scriptHashes].join(' '),
  `style-src 'self' 'nonce-${nonce}'`,
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  `report-uri ${cspReportPath}`,
];

/**
 * Content policy of the shell's page: own files only, styles by nonce, scripts through the shell's Trusted Types
 * policy.
 *
 * @param scriptHashes sources of the scripts in the page itself
 */
export const pagePolicy = (nonce: string, scriptHashes: readonly string[] = []): string =>
  pageDirectives(nonce, scriptHashes).join('; ');

/** Content policy of the API page, which creates neither markup nor scripts from text. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  `report-uri ${cspReportPath}`,
].join('; ');

/** Content policy of everything except pages. */
const closedPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const oneYearSeconds = 31_536_000;

/** Headers of every response. Pages replace the content policy. */
export const securityHeaders = (protocol: 'http' | 'https'): Record<string, string> => ({
  'content-security-policy': closedPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
  ...(protocol === 'https'
    ? { 'strict-transport-security': `max-age=${oneYearSeconds}; includeSubDomains` }
    : {}),
});
