import { signInAs, signOutForTest } from '@obieg/web-kit/testing';
import { afterEach, expect, it } from 'vitest';
import { createListMemory } from './list-memory';

afterEach(signOutForTest);

it('keeps what was shown last, and nothing for the next person', () => {
  signInAs();
  const memory = createListMemory<number>();
  for (let list = 0; list < 20; list++) memory.set(`list ${list}`, list);
  memory.set('list 0', 100);
  memory.set('one more', 200);
  expect([memory.get('list 0'), memory.get('list 1'), memory.get('list 2')]).toEqual([100, undefined, 2]);
  signOutForTest();
  expect([memory.get('list 0'), memory.get('one more')]).toEqual([undefined, undefined]);
});
