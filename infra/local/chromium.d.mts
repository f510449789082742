/** @returns the path of a working Chromium; exits with instructions if there is none */
export const ensureChromium: () => Promise<string>;
