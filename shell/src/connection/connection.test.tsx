import { UiProvider } from '@obieg/ui';
import { http, registerMessages } from '@obieg/web-kit';
import { fakeApi } from '@obieg/web-kit/testing';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch } from '../delivery/test-support';
import { connection as texts } from '../i18n/pl.json';
import { shellMessages } from '../i18n/shell-messages';
import { ConnectionNotice } from './ConnectionNotice';
import { checkConnection, watchConnection } from './connection';

let isDown = false;
let stop = (): void => {};
const onRestored = vi.fn();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onRestored.mockClear();
  isDown = false;
});
afterEach(async () => {
  isDown = false;
  await act(() => checkConnection());
  stop();
  vi.useRealTimers();
});

const open = async () => {
  const { requests } = fakeFetch(() =>
    isDown ? new Response('', { status: 503 }) : Response.json({ shell: 's1', remotes: [] }),
  );
  for (const [namespace, loaders] of Object.entries(shellMessages))
    await registerMessages(namespace, loaders);
  stop = watchConnection(onRestored);
  render(
    <UiProvider nonce="" language="mul">
      <ConnectionNotice />
    </UiProvider>,
  );
  return requests;
};
const queryNotice = () => screen.queryByRole('region', { name: texts.lost });
const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('ConnectionNotice', () => {
  it('says that the page no longer follows, until the server answers again', async () => {
    await open();
    isDown = true;
    dispatchEvent(new Event('offline'));
    await settle();
    expect(queryNotice()?.textContent).toContain(texts.text);
    await settle(5_000);
    expect(queryNotice()).not.toBeNull();
    expect(onRestored).not.toHaveBeenCalled();
    isDown = false;
    await settle(5_000);
    expect(queryNotice()).toBeNull();
    expect(onRestored).toHaveBeenCalledTimes(1);
  });

  it('asks at once when the browser is online again', async () => {
    await open();
    isDown = true;
    dispatchEvent(new Event('offline'));
    await settle();
    isDown = false;
    dispatchEvent(new Event('online'));
    await settle();
    expect(queryNotice()).toBeNull();
    expect(onRestored).toHaveBeenCalledTimes(1);
  });

  it('follows a call without a response, if the server does not answer either', async () => {
    const requests = await open();
    fakeApi({ 'GET /api/tasks': () => 'offline' });
    const fail = () => act(async () => void (await http.get('/tasks').catch(() => undefined)));
    await fail();
    await settle();
    expect(queryNotice()).toBeNull();
    expect(requests).toHaveLength(1);
    isDown = true;
    await fail();
    await settle();
    expect(queryNotice()).not.toBeNull();
  });
});
