import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  MantineProvider,
  useMantineColorScheme,
} from '@mantine/core';
import { setNonce } from 'get-nonce';
import { type FunctionComponent, type ReactNode, useMemo } from 'react';
import type { UiLanguage } from './i18n/texts';
import { useFocusOfPressed } from './press-focus';
import { cssVariablesResolver, theme } from './theme/theme';
import { PlainLink, UiContext, type UiLinkProps } from './ui-context';

const colorSchemeManager = localStorageColorSchemeManager({ key: 'obieg_color_scheme' });

export interface UiProviderProps {
  children: ReactNode;
  /** The page's CSP nonce; every style that is added at run time carries it. */
  nonce?: string;
  language?: UiLanguage;
  /** Shows everything in another language; without it signed-out screens offer none. Keep it the same function. */
  onLanguageChange?: (language: UiLanguage) => void;
  /** The router's link; without it links load the page anew. */
  linkComponent?: FunctionComponent<UiLinkProps>;
}

/** Theme, language and links for all components below; one at the root of the page. Needs `@obieg/ui/styles.css`. */
export const UiProvider = ({
  children,
  nonce,
  language = 'mul',
  onLanguageChange,
  linkComponent = PlainLink,
}: UiProviderProps) => {
  // The scroll lock of modals adds a style element outside React; it takes the nonce from here.
  if (nonce) {
    setNonce(nonce);
  }
  useFocusOfPressed();
  const context = useMemo(
    () => ({ language, linkComponent, onLanguageChange }),
    [language, linkComponent, onLanguageChange],
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

/** The person's choice of light, dark or as the device (`auto`), kept in local storage. */
export const useColorScheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return { colorScheme, setColorScheme };
};
