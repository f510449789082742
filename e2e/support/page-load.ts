import { signedInCookie } from '@obieg/contracts';
import type { Page } from '@playwright/test';

interface LoadedRequest {
  path: string;
  type: string;
  /** The document is wave 1. A request that another one causes belongs to the wave after it. */
  wave: number;
  /** Compressed size of the body. */
  bytes: number;
}

export interface PageLoad {
  requests: readonly LoadedRequest[];
  scriptBytes: number;
  waves: number;
}

const noBytes = 0;

/**
 * Records every request of a page until its network is idle. Sizes and causes do not depend on the speed of the
 * machine. Reports are left out: they are sent after the page, and nothing waits for them.
 */
export const recordPageLoad = async (page: Page, open: () => Promise<unknown>): Promise<PageLoad> => {
  const devtools = await page.context().newCDPSession(page);
  const waves = new Map<string, number>();
  const requests = new Map<string, LoadedRequest>();
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type, initiator }) => {
    if (request.method === 'POST' || waves.has(request.url)) return;
    const callers = initiator.stack?.callFrames.map(({ url }) => url) ?? [];
    const causes = [initiator.url, ...callers].flatMap((url) => (url && waves.get(url)) || []);
    const wave = 1 + Math.max(noBytes, ...causes);
    waves.set(request.url, wave);
    const path = new URL(request.url).pathname;
    requests.set(requestId, { path, type: type ?? 'Other', wave, bytes: noBytes });
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    const length = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length');
    if (request) request.bytes = Number(length?.[1] ?? noBytes);
  });
  await open();
  await page.waitForLoadState('networkidle');
  await devtools.detach();
  const all = [...requests.values()];
  const scripts = all.filter(({ type }) => type === 'Script' || type === 'Preload');
  return {
    requests: all,
    scriptBytes: scripts
      .filter(({ path }) => path.endsWith('.js'))
      .reduce((total, { bytes }) => total + bytes, noBytes),
    waves: Math.max(...all.map(({ wave }) => wave)),
  };
};

/**
 * Makes the gateway leave the data out of the next document, as an earlier gateway does, or one whose service does not
 * respond. The page then calls the API.
 */
export const leaveDataOut = (page: Page, origin: string): Promise<void> =>
  page.context().addCookies([{ name: signedInCookie, value: '1', url: origin }]);
