import { setTimeout } from 'node:timers/promises';
import { requestSite } from '../site-client';
import { demoPassword } from './demo-model';

interface Call {
  /** Username of the caller; absent for a visitor. */
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Further statuses, beside 503, that are retried because an event has not arrived yet. */
  retryOn?: readonly number[];
}

/** Events usually arrive within two seconds. A machine under load needs longer. */
const arrivalDeadlineMs = 60_000;
const retryMs = 100;

/** Polls until `ask` returns a value. @throws after the deadline, with `awaited` in the message */
export const waitFor = async <T>(awaited: string, ask: () => Promise<T | undefined>): Promise<T> => {
  const end = Date.now() + arrivalDeadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Timed out after ${arrivalDeadlineMs / 1_000} s: ${awaited}`);
    await setTimeout(retryMs);
  }
};

/**
 * Creates a client for the API of one organization. It retries 503, which a service answers until it has received the
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
      const answer = await requestSite(method, `${address}${path}`, { token, body, headers });
      if (answer.status < 300) return answer.body as T;
      const isNotYet = answer.status === 503 || retryOn.includes(answer.status);
      if (!isNotYet || Date.now() > end)
        throw new Error(
          `${method} ${path} as ${as ?? 'visitor'} failed with status ${answer.status}: ${answer.text}`,
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
