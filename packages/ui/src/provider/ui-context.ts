import {
  createContext,
  createElement,
  type FunctionComponent,
  type ReactNode,
  type Ref,
  useContext,
} from 'react';
import type { UiTexts } from '../i18n/pl';
import { getLocale, type UiLanguage, uiTexts } from '../i18n/texts';

/** Props that the router's link component must accept, for example `Link` of react-router-dom. */
export interface UiLinkProps {
  to: string;
  children?: ReactNode;
  className?: string | undefined;
  title?: string | undefined;
  onClick?: (() => void) | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
  'aria-current'?: 'page' | undefined;
  'aria-label'?: string | undefined;
}

/** Default link component: reloads the page. */
export const PlainLink = ({ to, ...rest }: UiLinkProps) => createElement('a', { href: to, ...rest });

interface UiContextValue {
  language: UiLanguage;
  timeZone?: string | undefined;
  linkComponent: FunctionComponent<UiLinkProps>;
  onLanguageChange?: ((language: UiLanguage) => void) | undefined;
}

export const UiContext = createContext<UiContextValue>({ language: 'mul', linkComponent: PlainLink });

export const useUiLanguage = (): UiLanguage => useContext(UiContext).language;
/** Time zone of the organization; undefined if unknown. */
export const useUiTimeZone = (): string | undefined => useContext(UiContext).timeZone;
export const useUiTexts = (): UiTexts => uiTexts[useUiLanguage()];
export const useUiLocale = (): string => getLocale(useUiLanguage());
export const useLinkComponent = () => useContext(UiContext).linkComponent;
