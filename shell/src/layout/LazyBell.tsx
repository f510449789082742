import { InboxLinkPlace } from '@obieg/ui';
import { logFailure } from '@obieg/web-kit';
import { type ComponentType, useEffect, useState } from 'react';

/**
 * Loads the bell after the page, because visitors never see it. If its code cannot be loaded, the header stays without
 * it.
 */
export const LazyBell = () => {
  const [Bell, setBell] = useState<ComponentType>();
  useEffect(() => {
    import(/* webpackChunkName: "shell-bell" */ './Bell').then(
      ({ Bell: Loaded }) => setBell(() => Loaded),
      (error: unknown) => logFailure('the bell could not be loaded', error),
    );
  }, []);
  return Bell ? <Bell /> : <InboxLinkPlace />;
};
