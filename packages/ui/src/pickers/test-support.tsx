import type { GroupSummary, UserSearch, UserSummary } from '@obieg/contracts';
import { configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { GroupsPicker } from './GroupPicker';
import { UsersSearchBox } from './UserSearchBox';

/** happy-dom has no layout. The list computes no room and hides, so queries must include hidden elements. */
export const includeHiddenElements = (): void => configure({ defaultHidden: true });

export const buildUser = (id: number, username: string): UserSummary => ({
  id,
  username,
  email: `${username}@acme.test`,
});
const allUsers = [buildUser(1, 'anna'), buildUser(2, 'annabel'), buildUser(3, 'hanna')];
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
export const fakeSearch = (response: Partial<UserSearch> = {}) =>
  vi.fn(async (_term: string) => ({ users: allUsers, limitReached: false, ...response }));

export const ManyUsers = ({ search }: { search: ReturnType<typeof fakeSearch> }) => {
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
