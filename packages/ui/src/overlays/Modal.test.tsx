import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../UiProvider';
import { Modal } from './Modal';

const Page = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      <header>
        <button type="button" onClick={() => setIsOpen(true)}>
          Otwórz
        </button>
      </header>
      {isOpen ? (
        <Modal isOpen onClose={() => setIsOpen(false)} title="Pytanie">
          <input aria-label="Odpowiedź" data-autofocus />
        </Modal>
      ) : null}
    </UiProvider>
  );
};

describe('Modal', () => {
  it('takes the focus, and gives it back also when the page takes the dialog away', async () => {
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Otwórz' });
    await userEvent.click(opener);
    const field = await screen.findByLabelText('Odpowiedź');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('gives it back to a button that the browser did not focus when it was pressed, as Safari', async () => {
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Otwórz' });
    fireEvent.mouseDown(opener);
    fireEvent.click(opener, { detail: 1 });
    const field = await screen.findByLabelText('Odpowiedź');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('adds no second banner to the page', async () => {
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Otwórz' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pytanie' });
    expect(dialog.querySelector('header')?.getAttribute('role')).toBe('presentation');
  });

  it('stays while it is busy, however one would close it', async () => {
    const close = vi.fn();
    const show = (isBusy: boolean) => (
      <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <Modal isOpen onClose={close} isBusy={isBusy} title="Pytanie">
          <input aria-label="Odpowiedź" data-autofocus />
        </Modal>
      </UiProvider>
    );
    const { rerender } = render(show(true));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Odpowiedź')));
    const backdrop = () => document.querySelector('[class*="backdrop"]') as HTMLElement;
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Zamknij' }));
    fireEvent.click(backdrop());
    expect(close).not.toHaveBeenCalled();
    rerender(show(false));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Zamknij' }));
    expect(close).toHaveBeenCalledTimes(2);
  });

  describe('in which something was typed', () => {
    const backdrop = () => document.querySelector<HTMLElement>('[class*="backdrop"]');
    const leave = async (way: 'Escape' | 'the close button' | 'a click beside it') => {
      if (way === 'Escape') await userEvent.keyboard('{Escape}');
      if (way === 'the close button') await userEvent.click(screen.getByRole('button', { name: 'Zamknij' }));
      if (way === 'a click beside it') fireEvent.click(backdrop() ?? document.body);
    };
    const open = async () => {
      const close = vi.fn();
      render(
        <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
          <Modal isOpen isDirty onClose={close} title="Pytanie">
            <input aria-label="Odpowiedź" data-autofocus />
          </Modal>
        </UiProvider>,
      );
      const field = screen.getByLabelText('Odpowiedź');
      await waitFor(() => expect(document.activeElement).toBe(field));
      return { close, field };
    };
    const question = () => screen.queryByRole('dialog', { name: 'Odrzucić zmiany?' });

    it.each(['Escape', 'the close button', 'a click beside it'] as const)(
      'asks before %s throws it away',
      async (way) => {
        const { close } = await open();
        await leave(way);
        const goOn = await screen.findByRole('button', { name: 'Edytuj dalej' });
        await waitFor(() => expect(document.activeElement).toBe(goOn));
        expect(close).not.toHaveBeenCalled();
        await userEvent.click(screen.getByRole('button', { name: 'Odrzuć zmiany' }));
        expect(close).toHaveBeenCalledTimes(1);
      },
    );

    it('stays, with the focus where it was, when Escape takes back the question too', async () => {
      const { close, field } = await open();
      await userEvent.keyboard('{Escape}');
      const goOn = await screen.findByRole('button', { name: 'Edytuj dalej' });
      await waitFor(() => expect(document.activeElement).toBe(goOn));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(question()).toBeNull());
      expect(close).not.toHaveBeenCalled();
      await waitFor(() => expect(document.activeElement).toBe(field));
    });
  });
});
