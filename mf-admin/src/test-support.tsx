import { UiProvider } from '@obieg/ui';
import { Link, readTimeZone, refreshPermissions } from '@obieg/web-kit';
import {
  type FakeApi,
  type FakeRequest,
  type FakeRoutes,
  fakeApi,
  permissionsOf,
  renderPage,
  signInAs,
} from '@obieg/web-kit/testing';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import remote from './remote';

const Ui = ({ children }: { children: ReactNode }) => (
  <UiProvider nonce="" language="mul" timeZone={readTimeZone()} linkComponent={Link}>
    {children}
  </UiProvider>
);

/** Opens a page of this remote as a signed-in user with the given permissions. The fake API serves the routes. */
export const openRemote = async (
  at: string,
  routes: FakeRoutes,
  ...permissions: Parameters<typeof permissionsOf>
) => {
  const api = fakeApi({
    'GET /api/permissions/check': () => ({ body: permissionsOf(...permissions) }),
    ...routes,
  });
  signInAs();
  await refreshPermissions();
  const page = await renderPage({
    routes: remote.routes,
    at,
    messages: { 'mf-admin': remote.messages },
    wrapper: Ui,
  });
  return { ...page, api };
};

/** Sets the time zone of the organization, as the gateway does. Removes it when the test ends. */
export const setTimeZone = (timeZone: string): void => {
  const meta = document.createElement('meta');
  meta.name = 'time-zone';
  meta.content = timeZone;
  document.head.append(meta);
  onTestFinished(() => meta.remove());
};

const impactPath = '/api/tasks/workflow-impact';

/** Returns the requests of one method that the fake API received, oldest first, without questions about open tasks. */
export const getRequests = (api: FakeApi, method: string): FakeRequest[] =>
  api.requests.filter((request) => request.method === method && request.path !== impactPath);

/** Returns the questions about open tasks that the fake API received, oldest first. */
export const getImpactRequests = (api: FakeApi): FakeRequest[] =>
  api.requests.filter(({ path }) => path === impactPath);

/** Renders a component with this remote's texts, without a page of the remote around it. */
export const renderComponent = (component: ReactNode) =>
  renderPage({
    routes: [{ path: '/', element: component }],
    at: '/',
    messages: { 'mf-admin': remote.messages },
    wrapper: Ui,
  });

/** Fakes timers that keep running in real time, so that {@link skipTime} can skip a delay. */
export const fakeSkippableTimers = (): void => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
};

export const skipTime = (ms: number): Promise<void> =>
  act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

const setBrowserUrl = (url: string): void =>
  (globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(url);

/** Like {@link openRemote}, but on the main domain. Restores the browser's URL when the test ends. */
export const openOnMainDomain: typeof openRemote = (...page) => {
  const { href } = location;
  setBrowserUrl('http://obieg.localhost:8080/');
  onTestFinished(() => setBrowserUrl(href));
  return openRemote(...page);
};
