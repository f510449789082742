import { config } from 'zod';
import { checkedHtml, checkedScriptUrl } from './trusted-types';

interface TrustedTypePolicies {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string; createHTML: (html: string) => string },
  ) => unknown;
}

/**
 * The page's only Trusted Types policy. Module Federation sets the address of scripts, React the text of style
 * elements; there is no `createScript`, so no text ever becomes code.
 */
(globalThis as { trustedTypes?: TrustedTypePolicies }).trustedTypes?.createPolicy('default', {
  createScriptURL: checkedScriptUrl,
  createHTML: checkedHtml,
});

// Otherwise zod tries whether the page may compile code, which the content security policy reports.
config({ jitless: true });
