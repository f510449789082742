import { UiProvider } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import { renderPage } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part';
import remote from './remote';

// React tells the console of each failure that is caught.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const Page = ({ of: Later }: { of: ComponentType }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <input aria-label="Komentarz" />
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Przełącz
      </button>
      <Suspense>{isOpen ? <Later /> : null}</Suspense>
    </>
  );
};

/** A page with a field and a part that opens at a press; its code comes by these calls, one after the other. */
const openPage = async (...answers: (() => Promise<{ default: ComponentType }>)[]) => {
  const load = vi.fn(() => {
    const answer = answers.shift();
    return answer ? answer() : Promise.reject(new Error('asked once more'));
  });
  const Later = lazyPart(load);
  await renderPage({
    routes: [{ path: '/', element: <Page of={Later} />, errorElement: <p>Strona przepadła</p> }],
    at: '/',
    messages: { 'mf-tasks': remote.messages },
    wrapper: ({ children }) => (
      <UiProvider nonce="" language="mul" linkComponent={Link}>
        {children}
      </UiProvider>
    ),
  });
  await userEvent.type(screen.getByLabelText('Komentarz'), 'W połowie');
  const toggle = () => userEvent.click(screen.getByRole('button', { name: 'Przełącz' }));
  return { load, toggle };
};
const arrives = (part: ComponentType) => () => Promise.resolve({ default: part });
const isLost = () => Promise.reject(new Error('Loading chunk failed'));
const Part = () => <p>Część strony</p>;
const Broken = () => {
  throw new Error('undefined is not a function');
};
const lost = /Nie udało się pobrać tej części strony/;

describe('a part of a page whose code comes later', () => {
  it('that is lost leaves the page, and is fetched again when one asks', async () => {
    const { load, toggle } = await openPage(isLost, isLost, arrives(Part));
    await toggle();
    await screen.findByText(lost);
    expect(screen.getByLabelText<HTMLInputElement>('Komentarz').value).toBe('W połowie');
    const button = screen.getByRole('button', { name: 'Spróbuj ponownie' });
    await userEvent.click(button);
    await waitFor(() =>
      expect([load.mock.calls.length, button.getAttribute('aria-busy')]).toEqual([2, null]),
    );
    expect(document.activeElement).toBe(button);
    await userEvent.click(button);
    await screen.findByText('Część strony');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('that was lost is fetched again when it is opened again, and then once for all', async () => {
    const { load, toggle } = await openPage(isLost, arrives(Part));
    await toggle();
    await screen.findByText(lost);
    await toggle();
    await toggle();
    await screen.findByText('Część strony');
    await toggle();
    await toggle();
    await screen.findByText('Część strony');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that breaks by itself is the page’s failure', async () => {
    const { toggle } = await openPage(arrives(Broken));
    await toggle();
    await screen.findByText('Strona przepadła');
  });
});
