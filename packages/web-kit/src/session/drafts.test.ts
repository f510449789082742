import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceSession, signOut } from '../identity/sign-out';
import { setNavigate } from '../navigation/navigate-to';
import { fakeApi, signInAs, signOutForTest, signOutInAnotherTab } from '../testing';
import { draftPrefix, hasDrafts, keepDraft, readDraft } from './drafts';
import { endSession } from './session.store';

beforeEach(() => {
  setNavigate(() => {});
  fakeApi();
  signInAs();
});
afterEach(() => {
  vi.useRealTimers();
  signOutForTest();
});

describe('drafts', () => {
  it('keep a draft until it is saved', () => {
    keepDraft('comment/1', { content: 'Jadę' });
    expect(readDraft('comment/1')?.content).toEqual({ content: 'Jadę' });
    expect(readDraft('comment/2')).toBeUndefined();
    keepDraft('comment/1', undefined);
    expect(readDraft('comment/1')).toBeUndefined();
  });

  it('survive an expired session and are hidden from other users', () => {
    keepDraft('comment/1', 'Jadę');
    endSession();
    expect(readDraft('comment/1')).toBeUndefined();
    signInAs({ email: 'marek@acme.test' });
    expect(readDraft('comment/1')).toBeUndefined();
    endSession();
    signInAs();
    expect(readDraft('comment/1')?.content).toBe('Jadę');
  });

  it('are removed on sign-out', () => {
    keepDraft('comment/1', 'Jadę');
    sessionStorage.setItem(`${draftPrefix}wizard`, 'Drabina');
    sessionStorage.setItem('another', 'not a draft');
    signOut();
    expect(Object.keys(localStorage)).toEqual([]);
    expect(Object.keys(sessionStorage)).toEqual(['another']);
    sessionStorage.clear();
  });

  it('stay in a tab when another one signs out, for their owner only, until this one signs out', () => {
    keepDraft('comment/1', 'Jadę');
    signOutInAnotherTab();
    expect(readDraft('comment/1')).toBeUndefined();
    expect(Object.keys(localStorage)).toEqual([]);
    signInAs({ email: 'marek@acme.test' });
    expect(readDraft('comment/1')).toBeUndefined();
    endSession();
    signInAs();
    expect(readDraft('comment/1')?.content).toBe('Jadę');
    keepDraft('comment/1', 'Jadę jutro');
    expect(readDraft('comment/1')?.content).toBe('Jadę jutro');
    signOut();
    signInAs();
    expect(readDraft('comment/1')).toBeUndefined();
  });

  it('stay when the user opens the login page', () => {
    keepDraft('comment/1', 'Jadę');
    replaceSession();
    signInAs();
    expect(readDraft('comment/1')?.content).toBe('Jadę');
  });

  it('are known, so that signing out can ask', () => {
    expect(hasDrafts()).toBe(false);
    sessionStorage.setItem(`${draftPrefix}wizard`, JSON.stringify({ isEmpty: true }));
    localStorage.setItem(`${draftPrefix}marek@acme.test:comment/1`, '{}');
    expect(hasDrafts()).toBe(false);
    sessionStorage.setItem(`${draftPrefix}wizard`, JSON.stringify({ isEmpty: false }));
    expect(hasDrafts()).toBe(true);
    sessionStorage.clear();
    keepDraft('comment/1', 'Jadę');
    expect(hasDrafts()).toBe(true);
  });

  it('expire after a month, and invalid stored values are ignored', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    keepDraft('comment/1', 'Jadę');
    const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('obieg_draft:'));
    vi.setSystemTime(Date.now() + 31 * 24 * 3_600_000);
    expect(readDraft('comment/1')).toBeUndefined();
    for (const stored of ['no json', 'null', '5', '{"content":1}']) {
      localStorage.setItem(key, stored);
      expect(readDraft('comment/1')).toBeUndefined();
    }
  });
});
