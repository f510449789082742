import type { UserSummary } from '@obieg/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Modal } from '../overlays/Modal';
import {
  buildUser,
  fakeSearch,
  focused,
  includeHiddenElements,
  ManyUsers,
  optionNames,
  show,
  type,
} from './test-support';
import { UserSearchBox } from './UserSearchBox';

includeHiddenElements();

const OneUser = ({ search }: { search: ReturnType<typeof fakeSearch> }) => {
  const [user, setUser] = useState<UserSummary | null>(null);
  return <UserSearchBox label="Osoba" search={search} value={user} onChange={setUser} />;
};

describe('UserSearchBox and UsersSearchBox (spec 2 §4, §8, §9)', () => {
  it('searches from two characters on and selects by keyboard', async () => {
    const search = fakeSearch();
    show(<OneUser search={search} />);
    const box = screen.getByRole('combobox', { name: 'Osoba' });
    expect(box.getAttribute('placeholder')).toBe('Szukaj użytkownika');
    await type('a');
    await type('nn');
    await screen.findAllByRole('option');
    expect(search.mock.calls.map(([term]) => term)).toEqual(['ann']);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await screen.findByText('annabel@acme.test');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('marks an integration instead of showing its address', async () => {
    const integration = {
      id: 9,
      username: 'Monitoring',
      email: 'integration-9@integrations.invalid',
      isIntegration: true,
    };
    show(<OneUser search={fakeSearch({ users: [integration] })} />);
    await type('moni');
    const option = await screen.findByRole('option', { name: /Monitoring/ });
    expect(option.textContent).toContain('integracja');
    expect(option.textContent).not.toContain('@');
  });

  it('asks for a second character after the first', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const search = fakeSearch();
    show(<OneUser search={search} />);
    await type('a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(search).not.toHaveBeenCalled();
    expect(screen.queryByText('Brak wyników')).toBeNull();
    expect(screen.getAllByText('Wpisz co najmniej 2 znaki')).toHaveLength(2);
    expect(screen.getByRole('status').textContent).toBe('Wpisz co najmniej 2 znaki');
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    await type('{Backspace}');
    expect(screen.queryByText('Wpisz co najmniej 2 znaki')).toBeNull();
    vi.useRealTimers();
  });

  it('moves the focus to the selected user, and back to the search box after clearing', async () => {
    show(<OneUser search={fakeSearch()} />);
    await type('ann');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    const clear = await screen.findByRole('button', { name: 'Wyczyść wybór' });
    expect(focused()).toBe(clear);
    screen.getByText('hanna@acme.test');
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe(screen.getByRole('combobox'));
  });

  it('filters known results while typing, unless they were cut off', async () => {
    const completeSearch = fakeSearch();
    const { unmount } = show(<OneUser search={completeSearch} />);
    await type('ann');
    await screen.findAllByRole('option');
    await type('ab');
    await waitFor(() => expect(optionNames()).toEqual([expect.stringContaining('annabel')]));
    expect(completeSearch).toHaveBeenCalledTimes(1);
    unmount();
    const cutOffSearch = fakeSearch({ limitReached: true });
    show(<OneUser search={cutOffSearch} />);
    await type('ann');
    await screen.findByText('Pokazano pierwsze 15 wyników. Sprecyzuj wyszukiwanie.');
    await type('ab');
    await waitFor(() => expect(cutOffSearch).toHaveBeenCalledTimes(2));
  });

  it('searches again for another term, including a shorter one', async () => {
    const search = fakeSearch();
    show(<OneUser search={search} />);
    await type('ann');
    await screen.findAllByRole('option');
    await type('{Backspace}');
    await waitFor(() => expect(search.mock.calls.map(([term]) => term)).toEqual(['ann', 'an']));
  });

  it('filters without Polish diacritics, like the server', async () => {
    const found = [buildUser(4, 'Żółwik'), buildUser(5, 'Żółciński')];
    show(<OneUser search={fakeSearch({ users: found })} />);
    await type('zol');
    await waitFor(() => expect(optionNames()).toHaveLength(2));
    await type('Cin');
    await waitFor(() => expect(optionNames()).toEqual([expect.stringContaining('Żółciński')]));
  });

  it('shows no results if nothing matches or the search fails', async () => {
    show(<OneUser search={vi.fn(() => Promise.reject(new Error('offline')))} />);
    await type('ann');
    await screen.findByText('Brak wyników');
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('status').textContent).toBe('Liczba wyników: 0');
  });

  it('implements the combobox of the ARIA pattern', async () => {
    show(<OneUser search={fakeSearch()} />);
    const box = screen.getByRole('combobox', { name: 'Osoba' });
    const state = () => [box.getAttribute('aria-expanded'), box.getAttribute('aria-activedescendant')];
    await userEvent.click(box);
    expect(state()).toEqual(['false', null]);
    await type('ann');
    const options = await screen.findAllByRole('option');
    expect(state()).toEqual(['true', options[0]?.id]);
    expect(box.getAttribute('aria-autocomplete')).toBe('list');
    expect(box.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Osoba' }).id);
    expect(screen.getByRole('status').textContent).toBe('Liczba wyników: 3');
    expect(options.map((option) => option.getAttribute('aria-selected'))).toEqual(['true', 'false', 'false']);
    await userEvent.keyboard('{ArrowUp}');
    expect(state()).toEqual(['true', options[2]?.id]);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(state()).toEqual(['true', options[1]?.id]);
    await userEvent.keyboard('ab');
    await waitFor(() => expect(optionNames()).toHaveLength(1));
    expect(state()).toEqual(['true', screen.getByRole('option').id]);
  });

  it('closes only the list on the first Escape, and the dialog on the second', async () => {
    const onClose = vi.fn();
    show(
      <Modal isOpen onClose={onClose} title="Przypisz">
        <OneUser search={fakeSearch()} />
      </Modal>,
    );
    await type('ann');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await userEvent.keyboard('{Escape}{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('closes 200 ms after the focus leaves, unless it returns', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(<OneUser search={fakeSearch()} />);
    await type('ann');
    await screen.findAllByRole('option');
    const box = screen.getByRole('combobox');
    act(() => box.blur());
    await act(() => vi.advanceTimersByTimeAsync(150));
    expect(screen.queryByRole('listbox')).not.toBeNull();
    act(() => box.focus());
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByRole('listbox')).not.toBeNull();
    act(() => box.blur());
    await act(() => vi.advanceTimersByTimeAsync(210));
    expect(screen.queryByRole('listbox')).toBeNull();
    vi.useRealTimers();
  });

  it('selects the first result on Enter without submitting the form', async () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    show(
      <form onSubmit={onSubmit}>
        <OneUser search={fakeSearch()} />
      </form>,
    );
    await type('ann{Enter}');
    screen.getByRole('combobox');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('anna@acme.test');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('excludes selected users and removes them one by one or all together', async () => {
    show(<ManyUsers search={fakeSearch()} />);
    const choose = async (name: RegExp) => {
      await type('ann');
      await userEvent.click(await screen.findByRole('option', { name }));
    };
    await choose(/annabel/);
    await type('ann');
    await screen.findAllByRole('option');
    expect(screen.queryByRole('option', { name: /annabel/ })).toBeNull();
    await userEvent.click(screen.getByRole('option', { name: /hanna/ }));
    expect(focused()).toBe(screen.getByRole('combobox'));
    await choose(/anna@/);
    await userEvent.click(screen.getByRole('button', { name: 'Usuń: annabel' }));
    expect(screen.queryByText('annabel')).toBeNull();
    expect(focused()).toBe(screen.getByRole('button', { name: 'Usuń: hanna' }));
    await userEvent.click(screen.getByRole('button', { name: 'Wyczyść wszystko' }));
    expect(screen.queryByRole('list')).toBeNull();
    expect(focused()).toBe(screen.getByRole('combobox'));
  });
});
