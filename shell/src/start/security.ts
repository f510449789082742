import { config } from 'zod/v4/core';
import { checkHtml, checkScriptUrl } from './trusted-types';

interface TrustedTypePolicies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string; createHTML: (html: string) => string },
  ) => unknown;
}

/**
 * The page's only Trusted Types policy. Module Federation sets script URLs, React sets style text. Without
 * `createScript`, no text becomes code.
 */
(globalThis as { trustedTypes?: TrustedTypePolicies }).trustedTypes?.createPolicy('default', {
  createScriptURL: checkScriptUrl,
  createHTML: checkHtml,
});

// Otherwise zod probes for `eval`, which the content security policy reports.
config({ jitless: true });
