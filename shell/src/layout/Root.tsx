import type { RemoteRegistry } from '@obieg/contracts';
import { mainId, useAfterDelay } from '@obieg/ui';
import { useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { LazyCommandCenter } from '../commands/LazyCommandCenter';
import { ConnectionNotice } from '../connection/ConnectionNotice';
import { ReloadOffer } from '../delivery/ReloadOffer';
import { useShellMessages } from '../i18n/shell-messages';
import classes from './layout.module.css';
import { Toasts } from './Toasts';

/** Moves the focus to the content of a new page, unless the page has already set it. */
const useFocusOnNewPage = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  // A layout effect runs before the user can press Tab; a later effect would move the focus back.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.getElementById(mainId);
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
};

/** Progress bar while the next page loads and the current page is still visible. */
const PendingBar = () => {
  const t = useShellMessages();
  const isSlow = useAfterDelay(useNavigation().state !== 'idle');
  return isSlow ? (
    <div className={classes['pending']} role="progressbar" aria-label={t('pageLoading')} />
  ) : null;
};

/** Root of all pages, with and without the frame. */
export const Root = ({ registry }: { registry: RemoteRegistry }) => {
  useFocusOnNewPage();
  return (
    <>
      <PendingBar />
      <Outlet />
      <ConnectionNotice />
      <ReloadOffer registry={registry} />
      <LazyCommandCenter remotes={registry.remotes} />
      <Toasts />
      <ScrollRestoration />
    </>
  );
};
