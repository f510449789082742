import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent, ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  fakeSearch,
  focused,
  groups,
  includeHiddenElements,
  ManyGroups,
  ManyUsers,
  show,
  type,
} from './test-support';
import { type Visibility, VisibilitySelector } from './VisibilitySelector';

includeHiddenElements();

describe('text left in a search box', () => {
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

  it('stays and shows an error on blur', async () => {
    const { box } = showForm(<ManyUsers search={fakeSearch()} />);
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
    ['users', <ManyUsers key="users" search={fakeSearch()} />],
    ['groups', <ManyGroups key="groups" all={groups(12)} />],
  ])('blocks the form for %s and focuses the box', async (_what, field) => {
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

  it('focuses the first of several boxes and opens a collapsed section', async () => {
    const { onSubmit, box, send } = showForm(
      <details open>
        <summary>Kto zobaczy</summary>
        <ManyUsers search={fakeSearch()} />
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

describe('VisibilitySelector', () => {
  it('uses the texts of spec 3 §2', () => {
    const noRestriction: Visibility = { users: [], groupIds: [] };
    show(
      <VisibilitySelector
        value={noRestriction}
        onChange={() => {}}
        groups={groups(2)}
        searchUsers={fakeSearch()}
      />,
    );
    screen.getByText('Jeśli nie wybierzesz nikogo, będzie widoczne dla wszystkich w organizacji.');
    screen.getByRole('combobox', { name: 'Widoczne dla użytkowników' });
    screen.getByRole('group', { name: 'Widoczne dla grup' });
  });
});
