import { currentSession } from '@obieg/web-kit';
import type { LoadRemote } from '../remotes/remote-loader';
import type { RouteTable } from './route-table';

/** Fetches a remote's code when the pointer or the focus comes to a link that leads there: a click finds it ready. */
export const prefetchOnIntent = (table: RouteTable, loadRemote: LoadRemote): void => {
  const asked = new Set<string>();
  const prefetch = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a[href^="/"]') : null;
    const claim = link
      ? table.find(new URL(link.getAttribute('href') ?? '', location.origin).pathname)
      : undefined;
    if (!claim || asked.has(claim.remoteId)) return;
    if (claim.access === 'signed-in' && !currentSession()) return;
    asked.add(claim.remoteId);
    // A failure shows itself when the person goes there.
    loadRemote(claim.remoteId).catch(() => asked.delete(claim.remoteId));
  };
  document.addEventListener('pointerover', prefetch, { passive: true });
  document.addEventListener('focusin', prefetch);
};
