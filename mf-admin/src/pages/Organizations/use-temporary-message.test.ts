import { limits } from '@obieg/contracts/limits';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Message, useTemporaryMessage } from './use-temporary-message';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [first, second]: [Message, Message] = [
  { tone: 'danger', text: 'first' },
  { tone: 'success', text: 'second' },
];
const open = () => {
  const { result } = renderHook(useTemporaryMessage);
  return { shown: () => result.current[0], say: (message: Message) => result.current[1](message) };
};

it('is forgotten after its time', () => {
  const { shown, say } = open();
  act(() => say(first));
  act(() => void vi.advanceTimersByTime(limits.messageMs - 1));
  expect(shown()).toBe(first);
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toBeUndefined();
});

it('takes its own time, also when it comes as the one before is forgotten', () => {
  const { shown, say } = open();
  act(() => say(first));
  act(() => void vi.advanceTimersByTime(limits.messageMs - 1));
  act(() => {
    say(second);
    vi.advanceTimersByTime(1);
  });
  expect(shown()).toBe(second);
  act(() => void vi.advanceTimersByTime(limits.messageMs - 1));
  expect(shown()).toBe(second);
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toBeUndefined();
});
