/** Desktop in light and phone in dark. Together they cover both widths and both themes. */
export const devices = [
  { name: 'at 1440 pixels, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'at 390 pixels, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;
