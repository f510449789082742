import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Mantine expects ten shades. All refer to tokens, so that no other color can appear. */
const accent: MantineColorsTuple = [
  'var(--ob-accent-soft)',
  'var(--ob-accent-soft)',
  'var(--ob-accent-soft)',
  'var(--ob-accent-text)',
  'var(--ob-accent-text)',
  'var(--ob-accent)',
  'var(--ob-accent)',
  'var(--ob-accent)',
  'var(--ob-accent)',
  'var(--ob-accent-hover)',
];

export const theme = createTheme({
  fontFamily: 'var(--ob-font)',
  fontFamilyMonospace: 'var(--ob-font-mono)',
  headings: { fontFamily: 'var(--ob-font)', fontWeight: '600' },
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 8,
  cursorType: 'pointer',
  respectReducedMotion: true,
});
