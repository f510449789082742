import { setTimeout } from 'node:timers/promises';
import { requestSite } from '../site-client';
import { demoPassword } from './demo-model';

interface Call {
  /** Username of who calls; nobody when absent. */
  as?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Answers that mean "not yet" beside 503: an event of another service is still on its way. */
  retryOn?: readonly number[];
}

/** A committed change is usable elsewhere within two seconds; a machine under load may need far longer. */
const arrivalDeadlineMs = 60_000;
const retryMs = 100;

/** Asks until the answer is defined; throws what was awaited after the deadline. */
export const waitFor = async <T>(awaited: string, ask: () => Promise<T | undefined>): Promise<T> => {
  const end = Date.now() + arrivalDeadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Not within ${arrivalDeadlineMs / 1_000} s: ${awaited}`);
    await setTimeout(retryMs);
  }
};

/** The API of one address, as its people use it. Whom a service does not know yet it tells to come again (503). */
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
        throw new Error(`${method} ${path} by ${as ?? 'nobody'} answered ${answer.status}: ${answer.text}`);
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
