import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumPath } from './chromium-path';

/** What a visitor gets on a mid-range phone. Times are in milliseconds. */
export interface PageResult {
  performance: number;
  largestPaintMs: number;
  firstPaintMs: number;
  blockingMs: number;
  requests: number;
  transferredKb: number;
  scriptKb: number;
}

interface NetworkItem {
  resourceType?: string;
  transferSize?: number;
}

const readResult = ({ audits, categories }: Result): PageResult => {
  const numberOf = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details;
  const items = (details?.type === 'table' ? details.items : []) as NetworkItem[];
  const sum = (requests: NetworkItem[]): number =>
    requests.reduce((total, { transferSize = 0 }) => total + transferSize, 0) / 1_000;
  return {
    performance: (categories['performance']?.score ?? 0) * 100,
    largestPaintMs: numberOf('largest-contentful-paint'),
    firstPaintMs: numberOf('first-contentful-paint'),
    blockingMs: numberOf('total-blocking-time'),
    requests: items.length,
    transferredKb: sum(items),
    scriptKb: sum(items.filter(({ resourceType }) => resourceType === 'Script')),
  };
};

/**
 * Opens a page in a new browser with an empty profile. Lighthouse's default is the wanted device: mobile, simulated
 * slow 4G (150 ms, 1.6 Mbit/s) and a processor slowed down four times.
 *
 * @throws if the page does not open
 */
export const measurePage = async (url: string): Promise<PageResult> => {
  const chromePath = chromiumPath();
  const chrome = await launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const run = await lighthouse(url, {
      port: chrome.port,
      onlyCategories: ['performance'],
      logLevel: 'error',
    });
    if (!run) throw new Error(`${url}: Lighthouse returned nothing`);
    const { runtimeError } = run.lhr;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    return readResult(run.lhr);
  } finally {
    chrome.kill();
  }
};
