import { mainId, useAfterDelay } from '@obieg/ui';
import { useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { useShellMessages } from '../i18n/shell-messages';
import classes from './layout.module.css';
import { Toasts } from './Toasts';

/** After a change of page the focus goes to its content, unless the page has put it there itself. */
const useFocusOnNewPage = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // With the page, not after it: who has pressed Tab meanwhile would be called back.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById(mainId);
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
};

/** A line at the top while the next page is on its way and the present one still stands. */
const PendingBar = () => {
  const t = useShellMessages();
  const isSlow = useAfterDelay(useNavigation().state !== 'idle');
  return isSlow ? (
    <div className={classes['pending']} role="progressbar" aria-label={t('pageLoading')} />
  ) : null;
};

/** Around every page, with and without the frame. */
export const Root = () => {
  useFocusOnNewPage();
  return (
    <>
      <PendingBar />
      <Outlet />
      <Toasts />
      <ScrollRestoration />
    </>
  );
};
