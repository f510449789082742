import type { RemoteRegistry } from '@obieg/contracts';
import { UiProvider } from '@obieg/ui';
import { registerMessages } from '@obieg/web-kit';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newRelease as texts } from '../i18n/pl.json';
import { shellMessages } from '../i18n/shell-messages';
import { ReloadOffer } from './ReloadOffer';
import { fakeFetch } from './test-support';

const buildRegistry = (tasksVersion: string, shell = 's1') =>
  ({
    shell,
    remotes: [
      {
        id: 'mf-tasks',
        contractVersion: 2,
        version: tasksVersion,
        entry: '/remotes/mf-tasks/entry.json',
        preload: [],
        integrity: {},
        routes: [{ path: '/tasks', access: 'signed-in', layout: 'frame' }],
        navigation: [],
      },
    ],
  }) satisfies RemoteRegistry;

const minuteMs = 60_000;

const focusAfter = (ms: number): Promise<void> =>
  act(async () => {
    vi.setSystemTime(Date.now() + ms);
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
  });

const open = async () => {
  let deployed: RemoteRegistry | undefined = buildRegistry('v1');
  const { requests } = fakeFetch(() =>
    deployed ? Response.json(deployed) : new Response('', { status: 503 }),
  );
  for (const [namespace, loaders] of Object.entries(shellMessages))
    await registerMessages(namespace, loaders);
  render(
    <UiProvider nonce="" language="mul">
      <MemoryRouter>
        <ReloadOffer registry={buildRegistry('v1')} />
      </MemoryRouter>
    </UiProvider>,
  );
  return {
    requests,
    deploy: (registry: RemoteRegistry | undefined) => {
      deployed = registry;
    },
  };
};
const findOffer = () => screen.findByRole('region', { name: texts.title });
const queryOffer = () => screen.queryByRole('region', { name: texts.title });

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

describe('ReloadOffer', () => {
  it('fetches the registry on focus, at most once a minute', async () => {
    const { requests } = await open();
    await focusAfter(minuteMs - 1);
    expect(requests).toEqual([]);
    await focusAfter(1);
    await focusAfter(minuteMs - 1);
    expect(requests).toEqual(['/remotes.json']);
    await focusAfter(1);
    expect(requests).toHaveLength(2);
    expect(queryOffer()).toBeNull();
  });

  it('does not fetch in the background', async () => {
    const { requests } = await open();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await focusAfter(minuteMs);
    expect(requests).toEqual([]);
  });

  it.each([
    ['a remote', buildRegistry('v2')],
    ['the shell', buildRegistry('v1', 's2')],
    ['a withdrawn remote', { shell: 's1', remotes: [] }],
  ])('offers to reload after a release of %s', async (_, registry) => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const { deploy } = await open();
    deploy(registry);
    await focusAfter(minuteMs);
    await findOffer();
    screen.getByText(texts.text);
    fireEvent.click(screen.getByRole('button', { name: texts.reload }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('stays dismissed until the next release, and disappears after a rollback', async () => {
    const { deploy } = await open();
    deploy(buildRegistry('v2'));
    await focusAfter(minuteMs);
    const offer = await findOffer();
    fireEvent.click(within(offer).getByRole('button', { name: 'Ukryj' }));
    expect(queryOffer()).toBeNull();
    await focusAfter(minuteMs);
    expect(queryOffer()).toBeNull();
    deploy(buildRegistry('v3'));
    await focusAfter(minuteMs);
    await findOffer();
    deploy(buildRegistry('v1'));
    await focusAfter(minuteMs);
    await waitFor(() => expect(queryOffer()).toBeNull());
  });

  it('offers nothing while the registry is unavailable', async () => {
    const { deploy } = await open();
    deploy(undefined);
    await focusAfter(minuteMs);
    expect(queryOffer()).toBeNull();
  });

  it('warns while a form of the page has unsaved input', async () => {
    let isDirty = false;
    const watch = new AbortController();
    onTestFinished(() => watch.abort());
    addEventListener('beforeunload', (event) => isDirty && event.preventDefault(), { signal: watch.signal });
    const { deploy } = await open();
    deploy(buildRegistry('v2'));
    await focusAfter(minuteMs);
    await screen.findByText(texts.text);
    isDirty = true;
    fireEvent.keyUp(document.body);
    await screen.findByText(texts.unsaved);
    isDirty = false;
    fireEvent.click(document.body);
    await screen.findByText(texts.text);
  });
});
