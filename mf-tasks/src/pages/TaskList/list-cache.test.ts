import { signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createListCache } from './list-cache';

afterEach(signOutForTest);

describe('createListCache', () => {
  it('keeps the recently used lists and clears itself when the session changes', () => {
    signInAs();
    const cache = createListCache<number>();
    for (let list = 0; list < 20; list++) cache.set(`list ${list}`, list);
    cache.set('list 0', 100);
    cache.set('one more', 200);
    expect([cache.get('list 0'), cache.get('list 1'), cache.get('list 2')]).toEqual([100, undefined, 2]);
    signOutForTest();
    expect([cache.get('list 0'), cache.get('one more')]).toEqual([undefined, undefined]);
  });
});
