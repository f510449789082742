import { setNonce } from 'get-nonce';
import { type FunctionComponent, type ReactNode, useLayoutEffect, useMemo } from 'react';
import type { UiLanguage } from '../i18n/texts';
import { followColorScheme } from './color-scheme';
import { PlainLink, UiContext, type UiLinkProps } from './ui-context';
import { useFocusOnClick } from './use-focus-on-click';

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
 * Provides color scheme, language and links to all components. Rendered once, at the root. Requires `@obieg/ui/styles.css`.
 */
export const UiProvider = ({
  children,
  nonce,
  language = 'mul',
  timeZone,
  onLanguageChange,
  linkComponent = PlainLink,
}: UiProviderProps) => {
  // The scroll lock of modals adds a style element outside React, and Mantine some inside. They read the nonce from here.
  if (nonce) {
    setNonce(nonce);
  }
  useFocusOnClick();
  useLayoutEffect(followColorScheme, []);
  const context = useMemo(
    () => ({ language, timeZone, linkComponent, onLanguageChange }),
    [language, timeZone, linkComponent, onLanguageChange],
  );
  return <UiContext value={context}>{children}</UiContext>;
};
