import { setLanguage } from '@obieg/web-kit';
import { fakeApi, problemResponse, signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reportLanguageChoices } from './report-language';

let stop: () => void = () => undefined;
afterEach(async () => {
  stop();
  signOutForTest();
  await setLanguage('mul');
  localStorage.clear();
});

const start = (routes = {}) => {
  const api = fakeApi({ 'PUT /api/account/language': () => ({ body: {} }), ...routes });
  stop = reportLanguageChoices();
  return {
    ...api,
    listReported: () => api.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  };
};

describe('reportLanguageChoices', () => {
  it('reports a choice of the signed-in user once', async () => {
    signInAs();
    const api = start();
    await setLanguage('en');
    await vi.waitFor(() => expect(api.listReported()).toEqual([{ language: 'en' }]));
    await vi.waitFor(() => expect(localStorage.getItem('obieg_reported_language')).not.toBeNull());
    stop();
    const next = start();
    await setLanguage('pl');
    await vi.waitFor(() => expect(next.listReported()).toEqual([{ language: 'pl' }]));
  });

  it('reports the choice of a visitor when they sign in', async () => {
    const api = start();
    await setLanguage('en');
    expect(api.listReported()).toEqual([]);
    signInAs();
    await vi.waitFor(() => expect(api.listReported()).toEqual([{ language: 'en' }]));
  });

  it('tries again with the next page load', async () => {
    signInAs();
    const failing = start({ 'PUT /api/account/language': () => problemResponse(503, 'UNAVAILABLE') });
    await setLanguage('en');
    await vi.waitFor(() => expect(failing.listReported()).toHaveLength(1));
    stop();
    const api = start();
    await vi.waitFor(() => expect(api.listReported()).toEqual([{ language: 'en' }]));
  });

  it('reports nothing without a choice', async () => {
    localStorage.clear();
    signInAs();
    const api = start();
    stop();
    await Promise.resolve();
    expect(api.listReported()).toEqual([]);
  });
});
