/** Id of the page's data block. The gateway writes responses of public calls into it, by address. */
const blockId = 'page-data';

interface PageResponse {
  body: unknown;
}

const isPageResponse = (value: unknown): value is PageResponse =>
  typeof value === 'object' && value !== null && 'body' in value;

/** Equal addresses have equal keys, however their query is encoded. */
const keyOf = (address: string): string => {
  const { pathname, searchParams } = new URL(address, location.origin);
  return `${pathname}?${searchParams}`;
};

/** Going back shows the document as it was, whatever its age. */
const isFromHistory = (): boolean => {
  const [navigation] = performance.getEntriesByType?.('navigation') ?? [];
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
};

const readBlock = (): Map<string, PageResponse> => {
  const responses = new Map<string, PageResponse>();
  try {
    const block: unknown = JSON.parse(document.getElementById(blockId)?.textContent || '{}');
    if (isFromHistory()) return responses;
    for (const [address, response] of Object.entries(block as object))
      if (isPageResponse(response)) responses.set(keyOf(address), response);
  } catch {
    // The page fetches what the block does not contain.
  }
  return responses;
};

let unread: Map<string, PageResponse> | undefined;

/**
 * Returns a response that the gateway wrote into the page for visitors, once: a later call for the same address wants
 * fresh data. Undefined if there is none.
 */
export const takePageResponse = (address: string): PageResponse | undefined => {
  unread ??= readBlock();
  if (unread.size === 0) return undefined;
  const key = keyOf(address);
  const response = unread.get(key);
  unread.delete(key);
  return response;
};

/** Whether the document contains a response that no call has taken yet. */
export const hasPageResponses = (): boolean => {
  unread ??= readBlock();
  return unread.size > 0;
};

/** Reads the block of the present document again. For tests. */
export const resetPageData = (): void => {
  unread = undefined;
};
