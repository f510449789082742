import { currentSession } from '@obieg/web-kit';
import type { LoadRemote } from '../remotes/remote-loader';
import type { RouteTable } from './route-table';

/** Prefetches a remote's code when a link to it is hovered or focused. */
export const prefetchOnIntent = (table: RouteTable, loadRemote: LoadRemote): void => {
  const prefetched = new Set<string>();
  const prefetch = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a[href^="/"]') : null;
    const claim = link
      ? table.find(new URL(link.getAttribute('href') ?? '', location.origin).pathname)
      : undefined;
    if (!claim || prefetched.has(claim.remoteId)) return;
    if (claim.access === 'signed-in' && !currentSession()) return;
    prefetched.add(claim.remoteId);
    // The navigation reports a failure.
    loadRemote(claim.remoteId).catch(() => prefetched.delete(claim.remoteId));
  };
  document.addEventListener('pointerover', prefetch, { passive: true });
  document.addEventListener('focusin', prefetch);
};
