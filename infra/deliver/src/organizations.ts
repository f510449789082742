import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';
import type { Output } from './report';
import type { CommandLine } from './settings';
import { UsageError } from './usage';

/** Name of the main domain in canaries. */
const mainDomain = 'main';
const deadlineMs = 10_000;
/** Responds to everybody, but with 404 or 410 where no organization is. */
const path = '/api/permissions/check';

const readSite = (text: string): URL => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError('--site takes the address of the main domain, such as https://obieg.example.com.');
  return new URL(text);
};

/** Asks the server of the main domain, because code names have no DNS entries of their own on a local product. */
const readCode = async (site: URL, codeName: string): Promise<unknown> => {
  const host = `${codeName}.${site.host}`;
  const options = {
    headers: { host, accept: 'application/json' },
    servername: `${codeName}.${site.hostname}`,
    // Node.js does not resolve names below .localhost.
    hostname: site.hostname.endsWith('.localhost') ? '127.0.0.1' : site.hostname,
    port: site.port,
    path,
    signal: AbortSignal.timeout(deadlineMs),
  };
  const request = (site.protocol === 'https:' ? https : http).get(options);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await json(response).catch(() => undefined);
  return (body as { code?: unknown } | undefined)?.code;
};

const missingCodes: ReadonlySet<unknown> = new Set(['ORGANIZATION_NOT_FOUND', 'ORGANIZATION_MOVED']);

/**
 * Checks with the running product that organizations have these code names; without its address, says that they are not
 * checked. @throws if one does not exist, or if the product cannot be reached
 */
export const checkCodeNames = async (
  codeNames: readonly string[],
  { values, env }: CommandLine,
  progress: Output,
): Promise<void> => {
  const checked = codeNames.filter((codeName) => codeName !== mainDomain);
  if (checked.length === 0) return;
  const address = values.site ?? env['DELIVERY_SITE'];
  if (!address) {
    progress.write(
      'Warning: the code names are not checked. Name the main domain to check them: --site <address>, or DELIVERY_SITE.\n',
    );
    return;
  }
  const site = readSite(address);
  const missing: string[] = [];
  for (const codeName of checked)
    if (missingCodes.has(await readCode(site, codeName))) missing.push(codeName);
  if (missing.length > 0) throw new Error(`No organization has the code name ${missing.join(', ')}.`);
};
