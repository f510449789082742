import { UiProvider } from '@obieg/ui';
import { notify } from '@obieg/web-kit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from './Toasts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const open = () =>
  render(
    <UiProvider nonce="" language="pl">
      <Toasts />
    </UiProvider>,
  );
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('shows what is said for three seconds, longer while it is pointed at, or until it is put away', () => {
  open();
  act(() => {
    notify.success('Zapisano.');
    notify.info('Wysłano ponownie.');
    notify.info('Ktoś był szybszy.');
  });
  fireEvent.mouseEnter(screen.getByText('Zapisano.').closest('li') as HTMLElement);
  const third = screen.getByText('Ktoś był szybszy.').closest('li') as HTMLElement;
  fireEvent.click(third.querySelector('button') as HTMLElement);
  expect(screen.queryByText('Ktoś był szybszy.')).toBeNull();
  wait(2_999);
  screen.getByText('Wysłano ponownie.');
  wait(1);
  expect(screen.queryByText('Wysłano ponownie.')).toBeNull();
  const first = screen.getByText('Zapisano.').closest('li') as HTMLElement;
  fireEvent.mouseLeave(first);
  wait(3_000);
  expect(screen.queryByText('Zapisano.')).toBeNull();
});
