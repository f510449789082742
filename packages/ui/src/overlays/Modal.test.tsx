import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { ConfirmDialog } from './ConfirmDialog';
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

/** Its button opens a question, and disappears with the answer. */
const Row = ({ staysMounted }: { staysMounted: boolean }) => {
  const [step, setStep] = useState<'row' | 'question' | 'deleted'>('row');
  return (
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      <main>
        {step === 'deleted' ? null : (
          <button type="button" onClick={() => setStep('question')}>
            Usuń
          </button>
        )}
      </main>
      {staysMounted || step === 'question' ? (
        <Modal isOpen={step === 'question'} onClose={vi.fn()} title="Pytanie">
          <button type="button" onClick={() => setStep('deleted')}>
            Tak
          </button>
        </Modal>
      ) : null}
    </UiProvider>
  );
};

/** Loads first, in a dialog that another one replaces. */
const Loading = () => {
  const [step, setStep] = useState<'closed' | 'loading' | 'loaded'>('closed');
  return (
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      <button type="button" onClick={() => setStep('loading')}>
        Otwórz
      </button>
      {step === 'loading' ? (
        <Modal isOpen onClose={vi.fn()} title="Wczytywanie">
          <button type="button" data-autofocus onClick={() => setStep('loaded')}>
            Wczytaj
          </button>
        </Modal>
      ) : null}
      {step === 'loaded' ? (
        <Modal isOpen onClose={() => setStep('closed')} title="Pytanie">
          <input aria-label="Odpowiedź" data-autofocus />
        </Modal>
      ) : null}
    </UiProvider>
  );
};

describe('Modal', () => {
  it('takes the focus and restores it, also if the page unmounts the dialog', async () => {
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Otwórz' });
    await userEvent.click(opener);
    const field = await screen.findByLabelText('Odpowiedź');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('restores the focus to a button that the browser did not focus on click, as in Safari', async () => {
    render(<Page />);
    const opener = screen.getByRole('button', { name: 'Otwórz' });
    fireEvent.mouseDown(opener);
    fireEvent.click(opener, { detail: 1 });
    const field = await screen.findByLabelText('Odpowiedź');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('restores the focus to what opened the dialog that it has replaced', async () => {
    render(<Loading />);
    const opener = screen.getByRole('button', { name: 'Otwórz' });
    await userEvent.click(opener);
    await userEvent.click(await screen.findByRole('button', { name: 'Wczytaj' }));
    const field = await screen.findByLabelText('Odpowiedź');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it.each([
    ['unmounts', false],
    ['closes', true],
  ])(
    'focuses the section around an opener that the action removes, if the page %s it',
    async (_, staysMounted) => {
      render(<Row staysMounted={staysMounted} />);
      await userEvent.click(screen.getByRole('button', { name: 'Usuń' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Tak' }));
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
    },
  );

  it('focuses the marked element that it renders later, unless the user went on', async () => {
    const show = (isLoaded: boolean) => (
      <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <Modal isOpen onClose={vi.fn()} title="Pytanie">
          <a href="#start">Pomoc</a>
          {isLoaded ? <input aria-label="Odpowiedź" data-autofocus /> : null}
        </Modal>
      </UiProvider>
    );
    const { rerender, unmount } = render(show(false));
    const close = await screen.findByRole('button', { name: 'Zamknij' });
    await waitFor(() => expect(document.activeElement).toBe(close));
    rerender(show(true));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Odpowiedź')));
    unmount();

    const second = render(show(false));
    const help = await screen.findByRole('link', { name: 'Pomoc' });
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).toBeTruthy());
    help.focus();
    second.rerender(show(true));
    await screen.findByLabelText('Odpowiedź');
    expect(document.activeElement).toBe(help);
  });

  it('takes no click while it disappears', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList,
    );
    const show = (isOpen: boolean) => (
      <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <Modal isOpen={isOpen} onClose={vi.fn()} title="Pytanie">
          Treść
        </Modal>
      </UiProvider>
    );
    const { rerender } = render(show(true));
    const dialog = await screen.findByRole('dialog', { name: 'Pytanie' });
    expect(dialog.hasAttribute('inert')).toBe(false);
    rerender(show(false));
    expect(dialog.isConnected).toBe(true);
    expect(dialog.hasAttribute('inert')).toBe(true);
  });

  it('adds no second banner landmark', async () => {
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Otwórz' }));
    const dialog = await screen.findByRole('dialog', { name: 'Pytanie' });
    expect(dialog.querySelector('header')?.getAttribute('role')).toBe('presentation');
  });

  it('ignores Escape, close button and backdrop while busy', async () => {
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

  describe('with unsaved input', () => {
    const backdrop = () => document.querySelector<HTMLElement>('[class*="backdrop"]');
    const leave = async (way: 'Escape' | 'the close button' | 'a backdrop click') => {
      if (way === 'Escape') await userEvent.keyboard('{Escape}');
      if (way === 'the close button') await userEvent.click(screen.getByRole('button', { name: 'Zamknij' }));
      if (way === 'a backdrop click') fireEvent.click(backdrop() ?? document.body);
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

    it.each(['Escape', 'the close button', 'a backdrop click'] as const)(
      'asks for confirmation on %s',
      async (way) => {
        const { close } = await open();
        await leave(way);
        const keepEditing = await screen.findByRole('button', { name: 'Edytuj dalej' });
        await waitFor(() => expect(document.activeElement).toBe(keepEditing));
        expect(close).not.toHaveBeenCalled();
        await userEvent.click(screen.getByRole('button', { name: 'Odrzuć zmiany' }));
        expect(close).toHaveBeenCalledTimes(1);
      },
    );

    it('stays open and restores the focus when Escape closes the question', async () => {
      const { close, field } = await open();
      await userEvent.keyboard('{Escape}');
      const keepEditing = await screen.findByRole('button', { name: 'Edytuj dalej' });
      await waitFor(() => expect(document.activeElement).toBe(keepEditing));
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(question()).toBeNull());
      expect(close).not.toHaveBeenCalled();
      await waitFor(() => expect(document.activeElement).toBe(field));
    });
  });

  it('leaves Escape to a dialog inside it', async () => {
    const close = vi.fn();
    const cancel = vi.fn();
    const show = (isAsking: boolean) => (
      <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <Modal isOpen onClose={close} title="Formularz">
          <ConfirmDialog
            isOpen={isAsking}
            title="Pytanie"
            confirmLabel="Tak"
            onConfirm={vi.fn()}
            onCancel={cancel}
          >
            Treść
          </ConfirmDialog>
        </Modal>
      </UiProvider>
    );
    const { rerender } = render(show(true));
    await screen.findByRole('dialog', { name: 'Pytanie' });
    await userEvent.keyboard('{Escape}');
    expect(cancel).toHaveBeenCalledOnce();
    expect(close).not.toHaveBeenCalled();
    rerender(show(false));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pytanie' })).toBeNull());
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
  });
});
