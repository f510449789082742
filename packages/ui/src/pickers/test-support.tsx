import type { GroupSummary, UserSearch, UserSummary } from '@obieg/contracts';
import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { vi } from 'vitest';
import { UiProvider } from '../UiProvider';
import { GroupsPicker } from './GroupPicker';
import { UsersSearchBox } from './UserSearchBox';

/** happy-dom has no layout, so the list assumes that it has no room and hides. This makes queries find it. */
export const findAlsoHidden = (): void => configure({ defaultHidden: true });

export const person = (id: number, username: string): UserSummary => ({
  id,
  username,
  email: `${username}@acme.test`,
});
const people = [person(1, 'anna'), person(2, 'annabel'), person(3, 'hanna')];
export const groups = (count: number): GroupSummary[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Zespół ${index + 1}`,
    description: index === 0 ? 'Nocna zmiana' : null,
  }));

export const show = (children: ReactNode) =>
  render(
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
      {children}
    </UiProvider>,
  );
export const searching = (answer: Partial<UserSearch> = {}) =>
  vi.fn(async (_term: string) => ({ users: people, limitReached: false, ...answer }));

export const ManyUsers = ({ search }: { search: ReturnType<typeof searching> }) => {
  const [users, setUsers] = useState<readonly UserSummary[]>([]);
  return <UsersSearchBox label="Osoby" search={search} value={users} onChange={setUsers} />;
};
export const ManyGroups = ({ all }: { all: GroupSummary[] }) => {
  const [ids, setIds] = useState<readonly number[]>([]);
  return <GroupsPicker label="Grupy" groups={all} value={ids} onChange={setIds} />;
};

export const type = (text: string) => userEvent.type(screen.getByRole('combobox'), text);
export const optionNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
export const focused = () => document.activeElement;
