import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  MantineProvider,
  useMantineColorScheme,
} from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type FunctionComponent, type ReactNode, useMemo } from 'react';
import type { UiLanguage } from '../i18n/texts';
import { cssVariablesResolver, theme } from '../theme/theme';
import { PlainLink, UiContext, type UiLinkProps } from './ui-context';
import { useFocusOnClick } from './use-focus-on-click';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'obieg_color_scheme' });

export interface UiProviderProps {
  children: ReactNode;
  /** The page's CSP nonce. All styles added at run time carry it. */
  nonce?: string;
  language?: UiLanguage;
  /** Time zone of the organization (IANA). Without it, answers with a time are shown in the reader's zone. */
  timeZone?: string | undefined;
  /**
   * Switches the language of the whole page. Without it, signed-out screens show no language menu. Pass a stable
   * function.
   */
  onLanguageChange?: (language: UiLanguage) => void;
  /** The router's link component. Without it, links reload the page. */
  linkComponent?: FunctionComponent<UiLinkProps>;
}

/**
 * Provides theme, language and links to all components. Rendered once, at the root. Requires `@obieg/ui/styles.css`.
 */
export const UiProvider = ({
  children,
  nonce,
  language = 'mul',
  timeZone,
  onLanguageChange,
  linkComponent = PlainLink,
}: UiProviderProps) => {
  // The scroll lock of modals adds a style element outside React and reads the nonce from here.
  if (nonce) {
    setNonce(nonce);
  }
  useFocusOnClick();
  const context = useMemo(
    () => ({ language, timeZone, linkComponent, onLanguageChange }),
    [language, timeZone, linkComponent, onLanguageChange],
  );
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce ?? ''}
    >
      <UiContext value={context}>{children}</UiContext>
    </MantineProvider>
  );
};

export type ColorScheme = MantineColorScheme;

/** Reads and sets the color scheme: light, dark or `auto` (as the device). Stored in local storage. */
export const useColorScheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { colorScheme, setColorScheme };
};
