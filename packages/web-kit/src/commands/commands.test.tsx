import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Command, listRegisteredCommands, useCommands, useRegisteredCommands } from './commands';
import { areSingleKeyShortcutsOn, setSingleKeyShortcuts } from './single-key-shortcuts';

const command = (more: Partial<Command> = {}): Command => ({
  id: 'task.assign',
  label: 'Assign',
  keys: 'a',
  run: () => {},
  ...more,
});

describe('useCommands', () => {
  it('offers the commands while the component is mounted', () => {
    const list = renderHook(() => useRegisteredCommands());
    const page = renderHook(() => useCommands([command()]));
    const part = renderHook(() => useCommands([command({ id: 'task.watch' })]));
    expect(list.result.current.map(({ id }) => id)).toEqual(['task.assign', 'task.watch']);
    page.unmount();
    expect(list.result.current.map(({ id }) => id)).toEqual(['task.watch']);
    part.unmount();
    expect(list.result.current).toEqual([]);
    list.unmount();
  });

  it('runs the latest function without registering again', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender, unmount } = renderHook(({ run }) => useCommands([command({ run })]), {
      initialProps: { run: first },
    });
    const [registered] = listRegisteredCommands();
    rerender({ run: second });
    expect(listRegisteredCommands()).toEqual([registered]);
    registered?.run();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
    unmount();
  });

  it('removes a command that the page no longer offers', () => {
    const { rerender, unmount } = renderHook(({ offered }) => useCommands(offered), {
      initialProps: { offered: [command()] },
    });
    rerender({ offered: [] });
    expect(listRegisteredCommands()).toEqual([]);
    unmount();
  });
});

describe('setSingleKeyShortcuts', () => {
  afterEach(() => act(() => setSingleKeyShortcuts(true)));

  it('keeps the choice in the browser and follows other tabs', () => {
    expect(areSingleKeyShortcutsOn()).toBe(true);
    setSingleKeyShortcuts(false);
    expect(localStorage.getItem('obieg_single_key_shortcuts')).toBe('off');
    expect(areSingleKeyShortcutsOn()).toBe(false);
    localStorage.removeItem('obieg_single_key_shortcuts');
    dispatchEvent(new StorageEvent('storage', { key: 'obieg_single_key_shortcuts' }));
    expect(areSingleKeyShortcutsOn()).toBe(true);
  });
});
