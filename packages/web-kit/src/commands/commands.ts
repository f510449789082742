import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';

/** Something that the open page can do. The palette lists it, and its keys run it. */
export interface Command {
  /** Unique on the page and stable, for example `task.assign`. */
  id: string;
  label: string;
  /** Name of an icon of the design system. */
  icon?: string;
  /** One key, `c`, or two keys pressed one after the other, `g t`. */
  keys?: string;
  /** Runs again while the key is held, for example to move through a list. */
  repeats?: boolean;
  /** The browser or the page handles the keys. The shell only shows them in the list of shortcuts. */
  isOnlyShown?: boolean;
  run: () => void;
}

type Description = Omit<Command, 'run'>;

const useCommandStore = create<{ sets: readonly (readonly Command[])[] }>(() => ({ sets: [] }));

const register = (commands: readonly Command[]): (() => void) => {
  useCommandStore.setState(({ sets }) => ({ sets: [...sets, commands] }));
  return () => useCommandStore.setState(({ sets }) => ({ sets: sets.filter((set) => set !== commands) }));
};

/**
 * Registers the commands of a page or of a part of it while it is mounted. Pass only what the user can do now.
 *
 * The shell runs them. Keys are off while the user types, in dialogs and menus, and if the user has switched them off.
 */
export const useCommands = (commands: readonly Command[]): void => {
  const latest = useRef(commands);
  // Layout effects run before the user sees the page. Later effects would miss keys pressed at once.
  useLayoutEffect(() => {
    latest.current = commands;
  });
  // Registers again only if a description changes, not for each new function.
  const descriptions = JSON.stringify(commands.map(({ run: _, ...description }) => description));
  useLayoutEffect(
    () =>
      register(
        (JSON.parse(descriptions) as Description[]).map((description) => ({
          ...description,
          run: () => latest.current.find(({ id }) => id === description.id)?.run(),
        })),
      ),
    [descriptions],
  );
};

/** The commands of the open page. For the shell. */
export const useRegisteredCommands = (): readonly Command[] => useCommandStore(({ sets }) => sets).flat();

/** The commands of the open page, for code outside components. */
export const listRegisteredCommands = (): readonly Command[] => useCommandStore.getState().sets.flat();
