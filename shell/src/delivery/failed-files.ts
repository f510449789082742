/** Path of a file on this origin. */
export const toPath = (address: string): string => new URL(address, location.origin).pathname;

const findAddress = (element: HTMLScriptElement | HTMLLinkElement): string =>
  element instanceof HTMLScriptElement ? element.src : element.href;

/**
 * Collects the digests that failed scripts and style sheets should have had. The bundler of a remote knows the digests
 * of its later files and writes them into their elements; the registry lists only the files of the first page.
 *
 * @param page receives the `error` events of its elements; they do not bubble
 */
export const collectFailedDigests = (page: EventTarget): ReadonlyMap<string, string> => {
  const digests = new Map<string, string>();
  const collect = ({ target }: Event): void => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return;
    if (target.integrity) digests.set(toPath(findAddress(target)), target.integrity);
  };
  page.addEventListener('error', collect, { capture: true });
  return digests;
};
