import { DEFAULT_THEME, MantineContext, MantineThemeContext, mergeMantineTheme } from '@mantine/core';
import { getNonce } from 'get-nonce';
import type { ContextType, ReactNode } from 'react';
import { theme } from './theme';

const mergedTheme = mergeMantineTheme(DEFAULT_THEME, theme);

const doNothing = (): void => undefined;

/** `styles/mantine.css` contains the variables, `color-scheme.ts` sets the color scheme. */
const settings: NonNullable<ContextType<typeof MantineContext>> = {
  colorScheme: 'auto',
  setColorScheme: doNothing,
  clearColorScheme: doNothing,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  getStyleNonce: () => getNonce() ?? '',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

/**
 * Goes around each component of Mantine. A provider around the whole page would be a part of a visitor's first page,
 * which uses no such component.
 */
export const MantineScope = ({ children }: { children: ReactNode }) => (
  <MantineContext value={settings}>
    <MantineThemeContext value={mergedTheme}>{children}</MantineThemeContext>
  </MantineContext>
);
