import type { DeployedRemote, Task, TaskListItem, User } from '@obieg/contracts';
import { foldText } from '@obieg/ui';
import type { PaletteItem } from '@obieg/ui/palette';
import { type Command, isMainDomain } from '@obieg/web-kit';
import { useShellMessages } from '../i18n/shell-messages';
import { accountPath, declaresPath, inboxPath, useMenu } from '../menu/use-menu';
import { useCommandMessages } from './messages';

/** What the palette offers: a page, a task, a person, or a command of the open page. */
export type Entry = PaletteItem & ({ to: string } | { run: () => void });

export const toTaskEntry = ({
  publicTaskId,
  title,
  statusName,
}: Pick<Task | TaskListItem, 'publicTaskId' | 'title' | 'statusName'>): Entry => ({
  id: `task:${publicTaskId}`,
  label: title,
  detail: `#${publicTaskId} · ${statusName}`,
  icon: 'tasks',
  to: `/task/${publicTaskId}`,
});

export const toPersonEntry = ({ id, username, email }: Pick<User, 'id' | 'username' | 'email'>): Entry => ({
  id: `person:${id}`,
  label: username,
  detail: email,
  icon: 'user',
  to: `/user/${id}`,
});

export const toCommandEntry = ({ id, label, icon = 'run', keys, run }: Command): Entry => ({
  id: `command:${id}`,
  label,
  icon,
  keys,
  run,
});

/** Entries whose label or detail contains each word of the text. */
export const filterByText = (entries: readonly Entry[], text: string): Entry[] => {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return entries.filter(({ label, detail = '' }) => {
    const folded = foldText(`${label} ${detail}`);
    return words.every((word) => folded.includes(word));
  });
};

/** The first page with a letter has it. */
const withoutRepeatedKeys = (pages: readonly Entry[]): Entry[] => {
  const taken = new Set<string>();
  return pages.map((page) => {
    const isFree = page.keys === undefined || !taken.has(page.keys);
    if (page.keys !== undefined) taken.add(page.keys);
    return isFree ? page : { ...page, keys: undefined };
  });
};

/** The pages that the user may open: the entries of the menu, the inbox and the own account. */
export const usePageEntries = (remotes: readonly DeployedRemote[]): Entry[] => {
  const t = useShellMessages();
  const tCommand = useCommandMessages();
  const menu = useMenu(remotes).flatMap(({ items }) =>
    items.map(({ to, label, icon, letter }) => ({ to, label, icon, letter })),
  );
  const others = [
    ...(declaresPath(remotes, inboxPath) && !isMainDomain()
      ? [{ to: inboxPath, label: t('inbox.open'), icon: 'inbox', letter: 'i' }]
      : []),
    ...(declaresPath(remotes, accountPath)
      ? [{ to: accountPath, label: tCommand('account'), icon: 'user', letter: 'a' }]
      : []),
  ];
  const pages = [...menu, ...others].map(
    ({ letter, ...page }): Entry => ({
      ...page,
      id: `page:${page.to}`,
      keys: letter === undefined ? undefined : `g ${letter}`,
    }),
  );
  return withoutRepeatedKeys(pages);
};
