/// <reference path="../punycode.d.ts" />

import { useSyncExternalStore } from 'react';

type Decode = (address: string) => string;

let decode: Decode | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

/** Most pages show no international domain, so the decoder loads with the first one. */
const load = async (): Promise<void> => {
  if (isLoading) return;
  isLoading = true;
  try {
    decode = (await import(/* webpackChunkName: "ui-domain-decoder" */ 'punycode.js')).toUnicode;
    for (const listener of listeners) listener();
  } catch {
    // The next domain tries again. Until then the ASCII form is right, too.
    isLoading = false;
  }
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Renders the component again when the decoder has loaded. */
export const useDomainDecoder = (): void => void useSyncExternalStore(subscribe, () => decode);

/**
 * Shows the domain of an e-mail address in its own script, as its owner types it. Returns the ASCII form until the
 * decoder has loaded, and for an invalid domain.
 */
export const decodeDomain = (address: string): string => {
  if (!address.includes('xn--')) return address;
  if (!decode) {
    void load();
    return address;
  }
  try {
    return decode(address);
  } catch {
    return address;
  }
};
