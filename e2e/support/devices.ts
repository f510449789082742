/** A desk by day and a phone by night: what a person reads is checked on both, so in both themes, too. */
export const devices = [
  { name: 'at 1440 pixels, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'at 390 pixels, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;
