import { limits } from '@obieg/contracts/limits';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Message, useTemporaryMessage } from './use-temporary-message';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const [first, second]: [Message, Message] = [
  { tone: 'danger', text: 'first' },
  { tone: 'success', text: 'second' },
];
const renderMessage = () => {
  const { result } = renderHook(useTemporaryMessage);
  return {
    getMessage: () => result.current[0],
    showMessage: (message: Message) => result.current[1](message),
  };
};

describe('useTemporaryMessage', () => {
  it('clears the message after its display time', () => {
    const { getMessage, showMessage } = renderMessage();
    act(() => showMessage(first));
    act(() => void vi.advanceTimersByTime(limits.messageMs - 1));
    expect(getMessage()).toBe(first);
    act(() => void vi.advanceTimersByTime(1));
    expect(getMessage()).toBeUndefined();
  });

  it('shows a new message for its full time when the previous one expires', () => {
    const { getMessage, showMessage } = renderMessage();
    act(() => showMessage(first));
    act(() => void vi.advanceTimersByTime(limits.messageMs - 1));
    act(() => {
      showMessage(second);
      vi.advanceTimersByTime(1);
    });
    expect(getMessage()).toBe(second);
    act(() => void vi.advanceTimersByTime(limits.messageMs - 1));
    expect(getMessage()).toBe(second);
    act(() => void vi.advanceTimersByTime(1));
    expect(getMessage()).toBeUndefined();
  });
});
