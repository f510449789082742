import type { GroupSummary, UserSearch, UserSummary } from '@obieg/contracts';
import { act, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FormEvent, type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Modal } from '../overlays/Modal';
import { UiProvider } from '../UiProvider';
import { GroupPicker, GroupsPicker } from './GroupPicker';
import { UserSearchBox, UsersSearchBox } from './UserSearchBox';
import { type Visibility, VisibilitySelector } from './VisibilitySelector';

// Without layout the list finds no room and hides itself; what it offers is there all the same.
configure({ defaultHidden: true });

const person = (id: number, username: string): UserSummary => ({
  id,
  username,
  email: `${username}@acme.test`,
});
const people = [person(1, 'anna'), person(2, 'annabel'), person(3, 'hanna')];
const groups = (count: number): GroupSummary[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Zespół ${index + 1}`,
    description: index === 0 ? 'Nocna zmiana' : null,
  }));

const show = (children: ReactNode) =>
  render(
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      {children}
    </UiProvider>,
  );
const searching = (answer: Partial<UserSearch> = {}) =>
  vi.fn(async (_term: string) => ({ users: people, limitReached: false, ...answer }));

const OneUser = ({ search }: { search: ReturnType<typeof searching> }) => {
  const [user, setUser] = useState<UserSummary | null>(null);
  return <UserSearchBox label="Osoba" search={search} value={user} onChange={setUser} />;
};
const ManyUsers = ({ search }: { search: ReturnType<typeof searching> }) => {
  const [users, setUsers] = useState<readonly UserSummary[]>([]);
  return <UsersSearchBox label="Osoby" search={search} value={users} onChange={setUsers} />;
};
const OneGroup = ({ all }: { all: GroupSummary[] }) => {
  const [id, setId] = useState<number | null>(null);
  return (
    <>
      <GroupPicker label="Grupa" groups={all} value={id} onChange={setId} />
      <output>{id ?? 'brak'}</output>
    </>
  );
};
const ManyGroups = ({ all }: { all: GroupSummary[] }) => {
  const [ids, setIds] = useState<readonly number[]>([]);
  return <GroupsPicker label="Grupy" groups={all} value={ids} onChange={setIds} />;
};

const type = (text: string) => userEvent.type(screen.getByRole('combobox'), text);
const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const focused = () => document.activeElement;

describe('the user search box (spec 2 §4, §8, §9)', () => {
  it('asks from two letters on, and chooses by keyboard', async () => {
    const search = searching();
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

  it('asks for another letter after the first', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const search = searching();
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

  it('hands the focus on to what was chosen, and back to the search when that is cleared', async () => {
    show(<OneUser search={searching()} />);
    await type('ann');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    const clear = await screen.findByRole('button', { name: 'Wyczyść wybór' });
    expect(focused()).toBe(clear);
    screen.getByText('hanna@acme.test');
    await userEvent.keyboard('{Enter}');
    expect(focused()).toBe(screen.getByRole('combobox'));
  });

  it('narrows what it has when one types on, unless the answer was cut off', async () => {
    const whole = searching();
    const { unmount } = show(<OneUser search={whole} />);
    await type('ann');
    await screen.findAllByRole('option');
    await type('ab');
    await waitFor(() => expect(optionNames()).toEqual([expect.stringContaining('annabel')]));
    expect(whole).toHaveBeenCalledTimes(1);
    unmount();
    const cut = searching({ limitReached: true });
    show(<OneUser search={cut} />);
    await type('ann');
    await screen.findByText('Pokazano pierwsze 15 wyników. Sprecyzuj wyszukiwanie.');
    await type('ab');
    await waitFor(() => expect(cut).toHaveBeenCalledTimes(2));
  });

  it('asks again for another term, a shorter one too', async () => {
    const search = searching();
    show(<OneUser search={search} />);
    await type('ann');
    await screen.findAllByRole('option');
    await type('{Backspace}');
    await waitFor(() => expect(search.mock.calls.map(([term]) => term)).toEqual(['ann', 'an']));
  });

  it('shows whom the server found, and narrows as it does: without Polish diacritics', async () => {
    const found = [person(4, 'Żółwik'), person(5, 'Żółciński')];
    show(<OneUser search={searching({ users: found })} />);
    await type('zol');
    await waitFor(() => expect(optionNames()).toHaveLength(2));
    await type('Cin');
    await waitFor(() => expect(optionNames()).toEqual([expect.stringContaining('Żółciński')]));
  });

  it('says when nobody is found, also when the search failed', async () => {
    show(<OneUser search={vi.fn(() => Promise.reject(new Error('offline')))} />);
    await type('ann');
    await screen.findByText('Brak wyników');
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByRole('status').textContent).toBe('Liczba wyników: 0');
  });

  it('is the combobox of the ARIA pattern', async () => {
    show(<OneUser search={searching()} />);
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

  it('closes on Escape, and the dialog around it only on the next', async () => {
    const onClose = vi.fn();
    show(
      <Modal isOpen onClose={onClose} title="Przypisz">
        <OneUser search={searching()} />
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

  it('closes 200 ms after the focus has left, and not when it is back by then', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(<OneUser search={searching()} />);
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

  it('takes the first one on Enter, and does not send the form with it', async () => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    show(
      <form onSubmit={onSubmit}>
        <OneUser search={searching()} />
      </form>,
    );
    await type('ann{Enter}');
    screen.getByRole('combobox');
    await screen.findAllByRole('option');
    await userEvent.keyboard('{Enter}');
    await screen.findByText('anna@acme.test');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('leaves out who is chosen already, and takes them back one by one or all', async () => {
    show(<ManyUsers search={searching()} />);
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

describe('text that is left in a search box', () => {
  const leftover = 'Wybierz pozycję z listy albo wyczyść pole';
  const showForm = (fields: ReactNode) => {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
    show(
      <form onSubmit={onSubmit}>
        {fields}
        <button type="submit">Zapisz</button>
      </form>,
    );
    const [box] = screen.getAllByRole('combobox') as HTMLInputElement[];
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Zapisz' }));
    return { onSubmit, box, send };
  };

  it('stays and is called what it is: no choice', async () => {
    const { box } = showForm(<ManyUsers search={searching()} />);
    await type('ann');
    await screen.findAllByRole('option');
    expect(screen.queryByText(leftover)).toBeNull();
    await userEvent.tab();
    await screen.findByText(leftover);
    expect(box?.value).toBe('ann');
    expect(box?.getAttribute('aria-invalid')).toBe('true');
    await type('a');
    expect(screen.queryByText(leftover)).toBeNull();
    await userEvent.click(await screen.findByRole('option', { name: /hanna/ }));
    await userEvent.tab();
    expect(screen.queryByText(leftover)).toBeNull();
  });

  it.each([
    ['people', <ManyUsers key="people" search={searching()} />],
    ['groups', <ManyGroups key="groups" all={groups(12)} />],
  ])('keeps the form of %s from being sent, and gets the focus', async (_what, field) => {
    const { onSubmit, box, send } = showForm(field);
    await type('zesp');
    await send();
    await screen.findByText(leftover);
    expect(focused()).toBe(box);
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.clear(screen.getByRole('combobox'));
    await send();
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('leads to the first of several, also where it is folded away', async () => {
    const { onSubmit, box, send } = showForm(
      <details open>
        <summary>Kto zobaczy</summary>
        <ManyUsers search={searching()} />
        <ManyGroups all={groups(12)} />
      </details>,
    );
    for (const one of screen.getAllByRole('combobox')) await userEvent.type(one, 'zesp');
    const fold = screen.getByRole('group') as HTMLDetailsElement;
    fold.open = false;
    await send();
    expect(fold.open).toBe(true);
    expect(focused()).toBe(box);
    expect(screen.getAllByText(leftover)).toHaveLength(2);
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('the group picker (spec 2 §2, §5, §9)', () => {
  it('is a plain list for fewer than ten groups', async () => {
    show(<OneGroup all={groups(9)} />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grupa' }), 'Zespół 3');
    screen.getByText('3');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grupa' }), 'Wybierz grupę');
    screen.getByText('brak');
  });

  it('is a search from ten, over names and descriptions, with ten suggestions at most', async () => {
    show(<OneGroup all={groups(30)} />);
    const box = screen.getByRole('combobox', { name: 'Grupa' });
    await userEvent.type(box, 'z');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(box, 'e');
    expect(await screen.findAllByRole('option')).toHaveLength(10);
    await userEvent.clear(box);
    await userEvent.type(box, 'NOCNA');
    await userEvent.click(await screen.findByRole('option', { name: /Zespół 1/ }));
    screen.getByText('1');
    await userEvent.click(screen.getByRole('button', { name: 'Wyczyść wybór' }));
    screen.getByText('brak');
    await type('nie ma takiej');
    await screen.findByText('Brak wyników');
  });

  it('is a search for exactly ten', () => {
    show(<OneGroup all={groups(10)} />);
    expect(screen.getByRole('combobox', { name: 'Grupa' }).tagName).toBe('INPUT');
  });

  it('of several is a list of checkboxes, chosen ones are chips', async () => {
    show(<ManyGroups all={groups(3)} />);
    const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement;
    await userEvent.click(box('Zespół 2'));
    await userEvent.click(box('Zespół 3'));
    const chips = within(screen.getByRole('list'));
    await userEvent.click(chips.getByRole('button', { name: 'Usuń: Zespół 2' }));
    expect([box('Zespół 2').checked, box('Zespół 3').checked]).toEqual([false, true]);
    await userEvent.click(screen.getByRole('button', { name: 'Wyczyść wszystko' }));
    expect(box('Zespół 3').checked).toBe(false);
    expect(focused()).toBe(screen.getByRole('checkbox', { name: /Zespół 1/ }));
  });

  it.each([2, 12])('of several names chosen ones that are not among %i by what is known of them', (count) => {
    show(
      <GroupsPicker
        label="Grupy"
        groups={groups(count)}
        knownGroups={[{ id: 70, name: 'Dawny zespół' }]}
        value={[1, 70, 71]}
        onChange={() => {}}
      />,
    );
    const chips = within(screen.getByRole('list', { name: /^Grupy/ })).getAllByRole('listitem');
    expect(chips.map(({ textContent }) => textContent)).toEqual(['Zespół 1', 'Dawny zespół', '#71']);
  });

  it('of several says when there is none', () => {
    show(<ManyGroups all={[]} />);
    within(screen.getByRole('group', { name: 'Grupy' })).getByText('Brak grup');
  });

  it('of several is a search from ten, without those that are chosen', async () => {
    show(<ManyGroups all={groups(12)} />);
    await type('zespół 12');
    await userEvent.keyboard('{Enter}');
    within(screen.getByRole('list')).getByText('Zespół 12');
    await type('zespół 1');
    expect(optionNames()).toEqual(['Zespół 1Nocna zmiana', 'Zespół 10', 'Zespół 11']);
  });
});

it('the visibility selector has the words of spec 3 §2', () => {
  const everybody: Visibility = { users: [], groupIds: [] };
  show(
    <VisibilitySelector value={everybody} onChange={() => {}} groups={groups(2)} searchUsers={searching()} />,
  );
  screen.getByText('Jeśli nie wybierzesz nikogo, będzie widoczne dla wszystkich w organizacji.');
  screen.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
  screen.getByRole('group', { name: 'Widoczne dla grup' });
});
