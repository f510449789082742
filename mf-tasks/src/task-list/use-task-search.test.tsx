import { renderPage } from '@obieg/web-kit/testing';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTaskSearch } from './use-task-search';

afterEach(cleanup);

const SearchPage = () => {
  const { typed, type } = useTaskSearch();
  return <input aria-label="search" value={typed} onChange={({ target }) => type(target.value)} />;
};

const findField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'search' });
const type = (text: string): void =>
  void fireEvent.change(screen.getByRole('textbox'), { target: { value: text } });

describe('useTaskSearch', () => {
  it('keeps what the user types while the address changes', async () => {
    let arrive: () => void = () => undefined;
    const loader = vi.fn(() => new Promise<null>((resolve) => (arrive = () => resolve(null))));
    const page = renderPage({ routes: [{ path: '/tasks', loader, element: <SearchPage /> }], at: '/tasks' });
    await waitFor(() => expect(loader).toHaveBeenCalledOnce());
    arrive();
    const { currentAddress } = await page;
    await findField();
    type('dru');
    await waitFor(() => expect(loader).toHaveBeenCalledTimes(2));
    type('drukarka');
    arrive();
    await waitFor(() => expect(currentAddress()).toBe('/tasks?search=dru'));
    await waitFor(() => expect(loader).toHaveBeenCalledTimes(3));
    arrive();
    await waitFor(() => expect(currentAddress()).toBe('/tasks?search=drukarka'));
    expect((await findField()).value).toBe('drukarka');
  });

  it('follows the address when it changes from outside', async () => {
    const { goTo, goBy } = await renderPage({
      routes: [{ path: '/tasks', element: <SearchPage /> }],
      at: '/tasks',
    });
    await goTo('/tasks?search=krzes%C5%82o');
    expect((await findField()).value).toBe('krzesło');
    await goTo('/tasks');
    expect((await findField()).value).toBe('');
    await goBy(-1);
    expect((await findField()).value).toBe('krzesło');
  });
});
