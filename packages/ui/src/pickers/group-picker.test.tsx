import type { GroupSummary } from '@obieg/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { GroupPicker, GroupsPicker } from './GroupPicker';
import { focused, groups, includeHiddenElements, ManyGroups, optionNames, show, type } from './test-support';

includeHiddenElements();

const OneGroup = ({ all, selected = null }: { all: GroupSummary[]; selected?: number | null }) => {
  const [id, setId] = useState(selected);
  return (
    <>
      <GroupPicker label="Grupa" groups={all} value={id} onChange={setId} />
      <output>{id ?? 'brak'}</output>
    </>
  );
};

describe('GroupPicker and GroupsPicker (spec 2 §2, §5, §9)', () => {
  it('renders a select for fewer than ten groups', async () => {
    show(<OneGroup all={groups(9)} />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grupa' }), 'Zespół 3');
    screen.getByText('3');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grupa' }), 'Wybierz grupę');
    screen.getByText('brak');
  });

  it('searches names and descriptions from ten groups on and suggests at most ten', async () => {
    show(<OneGroup all={groups(30)} />);
    const box = screen.getByRole('combobox', { name: 'Grupa' });
    await userEvent.type(box, 'z');
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(box, 'e');
    expect(await screen.findAllByRole('option')).toHaveLength(10);
    screen.getByText('Pokazano pierwsze 10 wyników. Sprecyzuj wyszukiwanie.');
    await userEvent.clear(box);
    await userEvent.type(box, 'NOCNA');
    await userEvent.click(await screen.findByRole('option', { name: /Zespół 1/ }));
    screen.getByText('1');
    await userEvent.click(screen.getByRole('button', { name: 'Wyczyść wybór' }));
    screen.getByText('brak');
    await type('nie ma takiej');
    await screen.findByText('Brak wyników');
  });

  it('tells groups with one name apart by their paths, and searches these', async () => {
    const leaders = ['Zarząd', 'Logistyka'].map((parent, index) => ({
      id: index + 50,
      name: 'Kierownicy',
      path: `${parent} / Kierownicy`,
      description: null,
    }));
    const { unmount } = show(<OneGroup all={leaders} />);
    expect(optionNames()).toEqual(['Wybierz grupę', 'Logistyka / Kierownicy', 'Zarząd / Kierownicy']);
    unmount();
    show(<OneGroup all={[...leaders, ...groups(9)]} />);
    await userEvent.type(screen.getByRole('combobox', { name: 'Grupa' }), 'zarzad');
    await userEvent.click(await screen.findByRole('option', { name: 'Zarząd / Kierownicy' }));
    screen.getByText('50');
  });

  it('renders a search box for exactly ten groups', () => {
    show(<OneGroup all={groups(10)} />);
    expect(screen.getByRole('combobox', { name: 'Grupa' }).tagName).toBe('INPUT');
  });

  it('lists a selected group that no longer exists until another one is selected', async () => {
    show(<OneGroup all={groups(2)} selected={70} />);
    const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Grupa' });
    expect(list.selectedOptions[0]?.text).toBe('Grupa niedostępna (#70)');
    await userEvent.selectOptions(list, 'Wybierz grupę');
    screen.getByText('brak');
    expect(optionNames()).toEqual(['Wybierz grupę', 'Zespół 1', 'Zespół 2']);
  });

  it('shows a selected group that no longer exists in place of the search box', async () => {
    show(<OneGroup all={groups(12)} selected={70} />);
    screen.getByText('Grupa niedostępna (#70)');
    await userEvent.click(screen.getByRole('button', { name: 'Wyczyść wybór' }));
    screen.getByText('brak');
    expect(focused()).toBe(screen.getByRole('combobox', { name: 'Grupa' }));
  });

  it('does not call a selected group unavailable before the groups have loaded', () => {
    show(<OneGroup all={[]} selected={70} />);
    const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Grupa' });
    expect(list.selectedOptions[0]?.text).toBe('#70');
  });

  it('renders checkboxes for a few groups and chips for the selected ones', async () => {
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

  it.each([2, 12])('names selected groups missing in a list of %i from knownGroups', (count) => {
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

  it.each([2, 12])('can neither select nor remove one of %i groups while it is disabled', (count) => {
    show(<GroupsPicker label="Grupy" groups={groups(count)} value={[1]} onChange={() => {}} disabled />);
    const controls = [
      ...screen.queryAllByRole('checkbox'),
      ...screen.queryAllByRole('combobox'),
      ...screen.getAllByRole('button'),
    ] as (HTMLInputElement | HTMLButtonElement)[];
    expect(controls.length).toBeGreaterThan(2);
    for (const control of controls) expect(control.disabled, control.outerHTML).toBe(true);
  });

  it('keeps the other groups when a checkbox is unchecked', async () => {
    show(<ManyGroups all={groups(3)} />);
    for (const number of [1, 2, 3])
      await userEvent.click(screen.getByRole('checkbox', { name: `Zespół ${number}` }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Zespół 2' }));
    const chips = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(chips.map(({ textContent }) => textContent)).toEqual(['Zespół 1', 'Zespół 3']);
  });

  it('describes a checkbox by the description of its group', () => {
    show(<ManyGroups all={groups(2)} />);
    screen.getByRole('checkbox', { name: 'Zespół 1', description: 'Nocna zmiana' });
    screen.getByRole('checkbox', { name: 'Zespół 2', description: '' });
  });

  it.each([2, 12])('shows the placeholder of its form for %i groups', (count) => {
    show(
      <GroupPicker
        label="Grupa"
        groups={groups(count)}
        placeholder="Bez grupy"
        value={null}
        onChange={() => {}}
      />,
    );
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Grupa' });
    expect(count === 2 ? optionNames()[0] : field.placeholder).toBe('Bez grupy');
  });

  it('says that there are no groups', () => {
    show(<ManyGroups all={[]} />);
    within(screen.getByRole('group', { name: 'Grupy' })).getByText('Brak grup');
  });

  it('excludes selected groups from the search', async () => {
    show(<ManyGroups all={groups(12)} />);
    await type('zespół 12');
    await userEvent.keyboard('{Enter}');
    within(screen.getByRole('list')).getByText('Zespół 12');
    await type('zespół 1');
    expect(optionNames()).toEqual(['Zespół 1Nocna zmiana', 'Zespół 10', 'Zespół 11']);
  });
});
