declare module 'punycode.js' {
  /** Converts the ASCII labels of a domain or e-mail address to Unicode. */
  export const toUnicode: (input: string) => string;
}
