import { Palette, type PaletteGroup } from '@obieg/ui/palette';
import { isMainDomain, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { type Entry, filterByText } from './entries';
import { useCommandMessages } from './messages';
import { queryMaxLength, usePeopleSearch, useRecentEntries, useTaskSearch } from './palette.api';
import { readRecent, sortByRecency } from './recent';

interface CommandPaletteProps {
  commands: readonly Entry[];
  pages: readonly Entry[];
  everywhere: readonly Entry[];
  onChoose: (entry: Entry) => void;
  onClose: () => void;
}

const recentMax = 6;

/** What the user chose lately and may still open, newest first. Commands of other pages are left out. */
const useRecent = (ids: readonly string[], known: readonly Entry[]): Entry[] => {
  const { canManageUsers } = usePermissions();
  const isListed = (id: string): boolean =>
    !isMainDomain() && (id.startsWith('task:') || (id.startsWith('person:') && canManageUsers));
  const loaded = useRecentEntries(ids.filter(isListed).slice(0, recentMax));
  return ids
    .flatMap((id) => [...known, ...loaded].find((entry) => entry.id === id) ?? [])
    .slice(0, recentMax);
};

/** The palette: recent entries first, then what the text finds. */
export const CommandPalette = ({ commands, pages, everywhere, onChoose, onClose }: CommandPaletteProps) => {
  const t = useCommandMessages();
  const [query, setQuery] = useState('');
  const [recentIds] = useState(readRecent);
  const recent = useRecent(recentIds, [...commands, ...pages, ...everywhere]);
  const tasks = useTaskSearch(query);
  const people = usePeopleSearch(query);
  const isFiltered = query.trim() !== '';
  const shown = isFiltered ? [] : recent;
  const choose = (entries: readonly Entry[]): Entry[] =>
    sortByRecency(filterByText(entries, query), recentIds).filter((entry) => !shown.includes(entry));
  const entriesByGroup: Record<string, readonly Entry[]> = {
    recent: shown,
    commands: choose(commands),
    pages: choose(pages),
    everywhere: choose(everywhere),
    tasks: sortByRecency(tasks.entries, recentIds),
    people: sortByRecency(people.entries, recentIds),
  };
  const groups = Object.entries(entriesByGroup).map(
    ([id, items]): PaletteGroup => ({ id, label: t(`groups.${id}`), items }),
  );
  return (
    <Palette
      label={t('palette')}
      placeholder={t('placeholder')}
      query={query}
      maxLength={queryMaxLength}
      onQueryChange={setQuery}
      groups={groups}
      isSearching={tasks.isSearching || people.isSearching}
      problems={[
        ...(tasks.hasFailed ? [t('tasksFailed')] : []),
        ...(people.hasFailed ? [t('peopleFailed')] : []),
      ]}
      emptyText={t('nothing')}
      onChoose={({ id }) => {
        const entry = Object.values(entriesByGroup)
          .flat()
          .find((one) => one.id === id);
        if (entry) onChoose(entry);
      }}
      onClose={onClose}
    />
  );
};
