import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { usePaletteKey } from './use-palette-key';
import { type Shortcut, useShortcuts } from './use-shortcuts';

interface Props {
  isOn?: boolean;
  shortcuts: readonly Shortcut[];
  openPalette?: () => void;
  hasDialog?: boolean;
}

const Page = ({ isOn = true, shortcuts, openPalette = () => {}, hasDialog = false }: Props) => {
  useShortcuts(shortcuts, { isOn });
  usePaletteKey(openPalette);
  return (
    <>
      <button type="button">Button</button>
      <input type="checkbox" aria-label="Box" />
      <input aria-label="Text" />
      <textarea aria-label="Long text" />
      <select aria-label="Choice" />
      <div role="menu" tabIndex={-1}>
        Menu
      </div>
      {hasDialog ? <div role="dialog" aria-modal="true" /> : null}
    </>
  );
};

const open = (more: Omit<Props, 'shortcuts'> = {}) => {
  const run = { comment: vi.fn(), next: vi.fn(), tasks: vi.fn(), groups: vi.fn(), help: vi.fn() };
  const shortcuts = [
    { keys: 'c', run: run.comment },
    { keys: 'j', repeats: true, run: run.next },
    { keys: 'g t', run: run.tasks },
    { keys: 'g g', run: run.groups },
    { keys: '?', run: run.help },
  ];
  render(<Page shortcuts={shortcuts} {...more} />);
  return run;
};
const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, bubbles: true, cancelable: true, ...more });

describe('useShortcuts', () => {
  it('runs a key, also from a button and a checkbox', () => {
    const { comment } = open();
    press('c');
    press('c', {}, screen.getByRole('button'));
    press('c', {}, screen.getByRole('checkbox'));
    expect(comment).toHaveBeenCalledTimes(3);
  });

  it.each(['Text', 'Long text', 'Choice'])('leaves the keys to the field "%s"', (label) => {
    const { comment } = open();
    press('c', {}, screen.getByLabelText(label));
    expect(comment).not.toHaveBeenCalled();
  });

  it('is off in a menu, while a dialog is open, and if it is switched off', () => {
    const inMenu = open();
    press('c', {}, screen.getByRole('menu'));
    expect(inMenu.comment).not.toHaveBeenCalled();
    const behindDialog = open({ hasDialog: true });
    press('c');
    expect(behindDialog.comment).not.toHaveBeenCalled();
    const off = open({ isOn: false });
    press('c');
    expect(off.comment).not.toHaveBeenCalled();
  });

  it('ignores keys with a modifier, and keys that something else has handled', () => {
    const { comment } = open();
    press('c', { ctrlKey: true });
    press('c', { metaKey: true });
    press('c', { altKey: true });
    const handle = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', handle);
    press('c');
    document.body.removeEventListener('keydown', handle);
    expect(comment).not.toHaveBeenCalled();
  });

  it('runs a sequence of two keys and forgets the first key after another one', () => {
    const { tasks, groups } = open();
    press('g');
    press('t');
    expect(tasks).toHaveBeenCalledOnce();
    press('g');
    press('j');
    press('t');
    expect(tasks).toHaveBeenCalledOnce();
    press('g');
    press('g');
    expect(groups).toHaveBeenCalledOnce();
  });

  it('repeats a held key only where wanted', () => {
    const { comment, next } = open();
    press('c', { repeat: true });
    press('j', { repeat: true });
    expect(comment).not.toHaveBeenCalled();
    expect(next).toHaveBeenCalledOnce();
  });

  it('reads a sign with and without Shift', () => {
    const { help } = open();
    press('?', { shiftKey: true });
    press('?');
    expect(help).toHaveBeenCalledTimes(2);
  });
});

describe('usePaletteKey', () => {
  it('opens with Ctrl K and with ⌘ K, also while the user types', () => {
    const openPalette = vi.fn();
    open({ openPalette });
    press('k', { ctrlKey: true }, screen.getByLabelText('Text'));
    press('k', { metaKey: true });
    expect(openPalette).toHaveBeenCalledTimes(2);
  });

  it('stays closed over a dialog', () => {
    const openPalette = vi.fn();
    open({ openPalette, hasDialog: true });
    press('k', { ctrlKey: true });
    expect(openPalette).not.toHaveBeenCalled();
  });
});
