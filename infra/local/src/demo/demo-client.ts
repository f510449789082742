import { setTimeout } from 'node:timers/promises';
import { requestSite } from '../site-client';
import { demoPassword } from './demo-model';

interface Call {
  /** Username of the caller; absent for a visitor. */
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Statuses to retry in addition to 503, because an event may not have arrived yet. */
  retryOn?: readonly number[];
}

/** Events usually arrive within two seconds. A machine under load needs longer. */
const arrivalDeadlineMs = 60_000;
const retryMs = 100;

/** Polls until `read` returns a value. @throws after the deadline, with `awaited` in the message */
export const waitFor = async <T>(awaited: string, read: () => Promise<T | undefined>): Promise<T> => {
  const end = Date.now() + arrivalDeadlineMs;
  for (;;) {
    const response = await read();
    if (response !== undefined) return response;
    if (Date.now() > end) throw new Error(`Timed out after ${arrivalDeadlineMs / 1_000} s: ${awaited}`);
    await setTimeout(retryMs);
  }
};

/**
 * Creates a client for the API of one organization. It retries 503, which a service returns until it has received the
 * caller's account.
 */
export const createDemoClient = (address: string) => {
  const tokens = new Map<string, string>();

  const call = async <T>(method: string, path: string, options: Call = {}): Promise<T> => {
    const { as, body, headers = {}, retryOn = [] } = options;
    const token = as === undefined ? undefined : tokens.get(as);
    if (as !== undefined && token === undefined) throw new Error(`${as} has not signed in at ${address}`);
    const end = Date.now() + arrivalDeadlineMs;
    for (;;) {
      const response = await requestSite(method, `${address}${path}`, { token, body, headers });
      if (response.status < 300) return response.body as T;
      const isTemporary = response.status === 503 || retryOn.includes(response.status);
      if (!isTemporary || Date.now() > end)
        throw new Error(
          `${method} ${path} as ${as ?? 'visitor'} failed with status ${response.status}: ${response.text}`,
        );
      await setTimeout(retryMs);
    }
  };

  return {
    address,
    call,
    signIn: async (username: string, password = demoPassword): Promise<void> => {
      const { token } = await call<{ token: string }>('POST', '/api/auth/signin', {
        body: { email: username, password },
      });
      tokens.set(username, token);
    },
  };
};
export type DemoClient = ReturnType<typeof createDemoClient>;
