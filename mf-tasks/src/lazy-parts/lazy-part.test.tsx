import { UiProvider } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import { renderPage } from '@obieg/web-kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import remote from '../remote';
import { lazyPart } from './lazy-part';

// React logs every error that an error boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const Page = ({ part: LazyPart }: { part: ComponentType }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <input aria-label="Komentarz" />
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Przełącz
      </button>
      <Suspense>{isOpen ? <LazyPart /> : null}</Suspense>
    </>
  );
};

/** Renders a page with a text field and a button that toggles a lazy part. Each load takes the next of `loads`. */
const openPage = async (...loads: (() => Promise<{ default: ComponentType }>)[]) => {
  const load = vi.fn(() => {
    const nextLoad = loads.shift();
    return nextLoad ? nextLoad() : Promise.reject(new Error('unexpected load'));
  });
  const LazyPart = lazyPart(load);
  await renderPage({
    routes: [{ path: '/', element: <Page part={LazyPart} />, errorElement: <p>Strona przepadła</p> }],
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
const resolves = (part: ComponentType) => () => Promise.resolve({ default: part });
const rejects = () => Promise.reject(new Error('Loading chunk failed'));
const Part = () => <p>Część strony</p>;
const Broken = () => {
  throw new Error('undefined is not a function');
};
const loadError = /Nie udało się pobrać tej części strony/;

describe('lazyPart', () => {
  it('keeps the page when loading fails, and loads the code again on a retry', async () => {
    const { load, toggle } = await openPage(rejects, rejects, resolves(Part));
    await toggle();
    await screen.findByText(loadError);
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

  it('loads failed code again when the part reopens, and loaded code only once', async () => {
    const { load, toggle } = await openPage(rejects, resolves(Part));
    await toggle();
    await screen.findByText(loadError);
    await toggle();
    await toggle();
    await screen.findByText('Część strony');
    await toggle();
    await toggle();
    await screen.findByText('Część strony');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('passes a rendering error of the part to the page', async () => {
    const { toggle } = await openPage(resolves(Broken));
    await toggle();
    await screen.findByText('Strona przepadła');
  });
});
