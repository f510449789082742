import { UiProvider } from '@obieg/ui';
import { notify } from '@obieg/web-kit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('Toasts', () => {
  it('shows a notice with an action longer, runs it once and removes the notice', () => {
    open();
    const undo = vi.fn();
    act(() => notify.success('Załatwione.', { label: 'Cofnij', run: undo }));
    wait(9_999);
    fireEvent.click(screen.getByRole('button', { name: 'Cofnij' }));
    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Załatwione.')).toBeNull();
    act(() => notify.success('Odłożono.', { label: 'Cofnij', run: undo }));
    wait(10_000);
    expect(screen.queryByText('Odłożono.')).toBeNull();
  });

  it('shows a notice for three seconds, longer while the pointer is over it, or until it is dismissed', () => {
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
});
