import type { GroupSummary, UserSearch, UserSummary } from '@obieg/contracts';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
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

describe('the user search box (spec 2 §4, §8, §9)', () => {
  it('asks from two letters on, and chooses by keyboard', async () => {
    const search = searching();
    show(<OneUser search={search} />);
    const box = screen.getByRole('combobox', { name: 'Osoba' });
    await userEvent.type(box, 'a');
    await userEvent.type(box, 'nn');
    await screen.findAllByRole('option');
    expect(search.mock.calls.map(([term]) => term)).toEqual(['ann']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await screen.findByText('annabel@acme.test');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('narrows what it has when one types on, unless the answer was cut off', async () => {
    const whole = searching();
    const { unmount } = show(<OneUser search={whole} />);
    await userEvent.type(screen.getByRole('combobox'), 'ann');
    await screen.findAllByRole('option');
    await userEvent.type(screen.getByRole('combobox'), 'ab');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
    expect(whole).toHaveBeenCalledTimes(1);
    unmount();
    const cut = searching({ limitReached: true });
    show(<OneUser search={cut} />);
    await userEvent.type(screen.getByRole('combobox'), 'ann');
    await screen.findByText('Pokazano pierwsze 15 wyników. Sprecyzuj wyszukiwanie.');
    await userEvent.type(screen.getByRole('combobox'), 'ab');
    await waitFor(() => expect(cut).toHaveBeenCalledTimes(2));
  });

  it('says when nobody is found, also when the search failed', async () => {
    show(<OneUser search={vi.fn(() => Promise.reject(new Error('offline')))} />);
    await userEvent.type(screen.getByRole('combobox'), 'ann');
    await screen.findByText('Brak wyników');
  });

  it('closes on Escape', async () => {
    show(<OneUser search={searching()} />);
    await userEvent.type(screen.getByRole('combobox'), 'ann');
    await screen.findAllByRole('option');
    const box = screen.getByRole('combobox');
    expect(box.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(box.getAttribute('aria-expanded')).toBe('false'));
  });

  it('leaves out who is chosen already, and takes them back one by one or all', async () => {
    show(<ManyUsers search={searching()} />);
    const choose = async (name: string) => {
      await userEvent.type(screen.getByRole('combobox'), 'ann');
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
    };
    await choose('annabel');
    await userEvent.type(screen.getByRole('combobox'), 'ann');
    await screen.findAllByRole('option');
    expect(screen.queryByRole('option', { name: /annabel/ })).toBeNull();
    await userEvent.click(screen.getByRole('option', { name: /hanna/ }));
    await userEvent.click(screen.getByRole('button', { name: /: annabel$/ }));
    expect(screen.queryByText('annabel')).toBeNull();
    screen.getByText('hanna');
  });
});

describe('the group picker (spec 2 §2, §9)', () => {
  it('is a plain list for fewer than ten groups', async () => {
    show(<OneGroup all={groups(9)} />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grupa' }), 'Zespół 3');
    screen.getByText('3');
  });

  it('is a search from ten, over names and descriptions, with ten suggestions at most', async () => {
    show(<OneGroup all={groups(30)} />);
    const box = screen.getByRole('combobox', { name: 'Grupa' });
    await userEvent.type(box, 'ze');
    expect(await screen.findAllByRole('option')).toHaveLength(10);
    await userEvent.clear(box);
    await userEvent.type(box, 'NOCNA');
    await userEvent.click(await screen.findByRole('option', { name: /Zespół 1/ }));
    screen.getByText('1');
  });

  it('of several is a list of checkboxes, chosen ones are chips', async () => {
    show(<ManyGroups all={groups(3)} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Zespół 2' }));
    const chips = within(screen.getByRole('list'));
    await userEvent.click(chips.getByRole('button', { name: /: Zespół 2$/ }));
    expect((screen.getByRole('checkbox', { name: 'Zespół 2' }) as HTMLInputElement).checked).toBe(false);
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
