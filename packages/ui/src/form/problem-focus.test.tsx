import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { focusFirstProblem, useProblemFocus } from './use-problem-focus';

/** Marks its second field some time after it was sent, as a slow server or a busy page would. */
const LateForm = ({ whenMarked }: { whenMarked: Promise<void> }) => {
  const form = useRef<HTMLFormElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  const focusProblem = useProblemFocus(() => focusFirstProblem(form.current));
  const send = (): void => {
    focusProblem();
    void whenMarked.then(() => setIsWrong(true));
  };
  return (
    <form ref={form}>
      <input aria-label="Tytuł" />
      <input aria-label="Opis" aria-invalid={isWrong} />
      <button type="button" onClick={send}>
        Zapisz
      </button>
    </form>
  );
};

const showForm = () => {
  let mark = (): void => undefined;
  const whenMarked = new Promise<void>((resolve) => {
    mark = resolve;
  });
  render(<LateForm whenMarked={whenMarked} />);
  return {
    send: () => userEvent.click(screen.getByRole('button', { name: 'Zapisz' })),
    mark: () =>
      act(async () => {
        mark();
        await whenMarked;
      }),
    field: (name: string) => screen.getByRole('textbox', { name }),
  };
};

describe('the focus on what is wrong', () => {
  it('waits until it is marked', async () => {
    const { send, mark, field } = showForm();
    await send();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zapisz' }));
    await mark();
    expect(document.activeElement).toBe(field('Opis'));
  });

  it('does not call back who goes on meanwhile', async () => {
    const { send, mark, field } = showForm();
    await send();
    await userEvent.type(field('Tytuł'), 'Drukarka');
    await mark();
    expect(field('Opis').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Tytuł'));
  });

  it('goes there once', async () => {
    const { send, mark, field } = showForm();
    await send();
    await mark();
    await userEvent.type(field('Tytuł'), 'Drukarka');
    expect(document.activeElement).toBe(field('Tytuł'));
  });

  it('is moved at once where it is marked already', async () => {
    const { send, mark, field } = showForm();
    await mark();
    await send();
    await mark();
    field('Tytuł').focus();
    await send();
    expect(document.activeElement).toBe(field('Opis'));
  });
});
