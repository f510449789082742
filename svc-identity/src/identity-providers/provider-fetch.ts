import type { ProviderFailure } from '@obieg/contracts';
import { createGuardedConnector, type Reach } from '@obieg/service-kit/guarded-network';
import type { CustomFetch } from 'openid-client';
import { Agent, type Dispatcher, request } from 'undici';
import { ProviderError } from './provider-error';

/** Of one call to a provider. */
export interface ProviderFetchLimits {
  timeoutMs: number;
  /** A key set with hundreds of keys fits. */
  bytesMax: number;
}
export const providerFetchLimits: ProviderFetchLimits = { timeoutMs: 5_000, bytesMax: 512 * 1_024 };

const timeoutCodes: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

const failureOf = ({ code, name }: { code?: unknown; name?: string }): ProviderFailure => {
  if (code === 'ADDRESS') return 'address-refused';
  if (code === 'NAME') return 'name-not-found';
  return name === 'TimeoutError' || name === 'AbortError' || timeoutCodes.has(code)
    ? 'timeout'
    : 'unreachable';
};

const readAll = async (body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop destroys the body and its connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new ProviderError('too-large', `more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const headersOf = (received: Dispatcher.ResponseData['headers']): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
};

/**
 * Creates the `fetch` of openid-client. It connects only to addresses that the rules allow, follows no redirect, and
 * ends a call that takes too long or answers too much. Throws ProviderError.
 */
export const createProviderFetch = (reach: Reach, { timeoutMs, bytesMax }: ProviderFetchLimits) => {
  const agent = new Agent({
    connect: createGuardedConnector(reach, timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    // A sign-in calls two or three endpoints of one provider, then none for long.
    keepAliveTimeout: 1_000,
    keepAliveMaxTimeout: 1_000,
    pipelining: 1,
  });
  const send = async (url: string, { method, headers, body }: Parameters<CustomFetch>[1]) => {
    const isForm = body instanceof URLSearchParams;
    const response = await request(url, {
      dispatcher: agent,
      method: method as Dispatcher.HttpMethod,
      headers: isForm
        ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8', ...headers }
        : headers,
      body: isForm ? body.toString() : ((body ?? null) as string | null),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.statusCode >= 300 && response.statusCode < 400) {
      await response.body.dump();
      throw new ProviderError('redirected', `${response.statusCode} ${new URL(url).origin}`);
    }
    const bytes = await readAll(response.body, bytesMax);
    return new Response(response.statusCode === 204 ? null : new Uint8Array(bytes), {
      status: response.statusCode,
      headers: headersOf(response.headers),
    });
  };
  const fetch: CustomFetch = async (url, options) => {
    try {
      return await send(url, options);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw new ProviderError(failureOf(error as Error), new URL(url).host, error);
    }
  };
  return { fetch, close: (): Promise<void> => agent.destroy() };
};
