import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { Palette, type PaletteGroup } from './Palette';

const groups: PaletteGroup[] = [
  { id: 'commands', label: 'On this page', items: [{ id: 'a', label: 'Assign', icon: 'user', keys: 'g a' }] },
  { id: 'people', label: 'People', items: [] },
  {
    id: 'tasks',
    label: 'Tasks',
    items: [
      { id: 't1', label: 'Printer', detail: '#1', icon: 'tasks' },
      { id: 't2', label: 'Mouse', icon: 'no such icon' },
    ],
  },
];

type Props = Partial<Parameters<typeof Palette>[0]>;

const Page = (props: Props) => {
  const [query, setQuery] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <Palette
          label="Search"
          placeholder="Search…"
          query={query}
          maxLength={20}
          onQueryChange={setQuery}
          groups={groups}
          isSearching={false}
          problems={[]}
          emptyText="Nothing found."
          onChoose={() => {}}
          onClose={() => setIsOpen(false)}
          {...props}
        />
      ) : null}
    </>
  );
};

const open = (more: Props = {}) => {
  const onChoose = vi.fn();
  const page = (props: Props) => (
    <UiProvider nonce="" language="en">
      <Page onChoose={onChoose} {...props} />
    </UiProvider>
  );
  const { rerender } = render(page(more));
  return { onChoose, rerender: (props: Props) => rerender(page(props)) };
};
const openPalette = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.findByRole('combobox', { name: 'Search' });
};
const findMarked = () => screen.getByRole('option', { selected: true });

describe('Palette', () => {
  it('marks the first result, moves with the arrows around both ends and chooses with Enter', async () => {
    const { onChoose } = open();
    const box = await openPalette();
    expect(document.activeElement).toBe(box);
    expect(findMarked().textContent).toContain('Assign');
    expect(box.getAttribute('aria-activedescendant')).toBe(findMarked().id);
    await userEvent.keyboard('{ArrowUp}');
    expect(findMarked().textContent).toContain('Mouse');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(groups[2]?.items[0]);
  });

  it('names the groups that have results', async () => {
    open();
    await openPalette();
    expect(screen.getByRole('group', { name: 'Tasks' }).textContent).toContain('Printer');
    expect(screen.queryByRole('group', { name: 'People' })).toBeNull();
  });

  it('marks the first result again when the text changes', async () => {
    open();
    await openPalette();
    await userEvent.keyboard('{ArrowDown}p');
    expect(findMarked().textContent).toContain('Assign');
  });

  it('keeps the mark of a result when others arrive, and chooses nothing when the box loses the focus', async () => {
    const more: PaletteGroup = {
      id: 'recent',
      label: 'Recent',
      items: [{ id: 'r', label: 'Inbox', icon: '' }],
    };
    const { onChoose, rerender } = open();
    const box = await openPalette();
    await userEvent.keyboard('{ArrowDown}');
    rerender({ groups: [more, ...groups] });
    expect(findMarked().textContent).toContain('Printer');
    expect(box.getAttribute('aria-activedescendant')).toBe(findMarked().id);
    await userEvent.tab();
    expect(onChoose).not.toHaveBeenCalled();
    expect(findMarked().textContent).toContain('Printer');
  });

  it('says that nothing was found, and what could not be searched', async () => {
    open({ groups: [], problems: ['The tasks could not be searched.'] });
    await openPalette();
    screen.getByText('The tasks could not be searched.');
    expect(screen.queryAllByText('Nothing found.')).toEqual([]);
  });

  it('closes with the button and returns the focus', async () => {
    open({ groups: [] });
    await openPalette();
    expect(screen.getAllByText('Nothing found.').length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
