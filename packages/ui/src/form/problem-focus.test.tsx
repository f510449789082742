import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { CheckboxList } from './CheckboxList';
import { focusFirstProblem, useProblemFocus } from './use-problem-focus';

/** Marks its second field as invalid some time after submission, like a slow server. */
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

describe('useProblemFocus', () => {
  it('waits until a field is marked as invalid', async () => {
    const { send, mark, field } = showForm();
    await send();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Zapisz' }));
    await mark();
    expect(document.activeElement).toBe(field('Opis'));
  });

  it('does not move the focus after further user input', async () => {
    const { send, mark, field } = showForm();
    await send();
    await userEvent.type(field('Tytuł'), 'Drukarka');
    await mark();
    expect(field('Opis').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Tytuł'));
  });

  it('moves the focus once', async () => {
    const { send, mark, field } = showForm();
    await send();
    await mark();
    await userEvent.type(field('Tytuł'), 'Drukarka');
    expect(document.activeElement).toBe(field('Tytuł'));
  });

  it('moves the focus immediately if a field is already marked', async () => {
    const { send, mark, field } = showForm();
    await mark();
    await send();
    await mark();
    field('Tytuł').focus();
    await send();
    expect(document.activeElement).toBe(field('Opis'));
  });

  it('focuses the first checkbox of a group with an error', () => {
    const { container } = render(
      <UiProvider nonce="" language="pl" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
        <input aria-label="Tytuł" />
        <CheckboxList
          legend="Grupy"
          error="Nie ma takiej grupy"
          options={[
            { value: 1, label: 'Helpdesk' },
            { value: 2, label: 'IT' },
          ]}
          value={[2]}
          onChange={() => undefined}
        />
        <input aria-label="Opis" aria-invalid />
      </UiProvider>,
    );
    expect(focusFirstProblem(container)).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Helpdesk' }));
  });
});
