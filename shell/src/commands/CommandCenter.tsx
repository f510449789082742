import type { DeployedRemote } from '@obieg/contracts';
import { useShortcuts } from '@obieg/ui/palette';
import { logFailure, notify, useAreSingleKeyShortcutsOn, useRegisteredCommands } from '@obieg/web-kit';
import { useNavigate } from 'react-router-dom';
import { CommandPalette } from './CommandPalette';
import { type Entry, toCommandEntry, usePageEntries } from './entries';
import { useCommandMessages } from './messages';
import { openCommands, useOpenPart } from './open-commands';
import { rememberRecent } from './recent';
import { ShortcutsDialog } from './ShortcutsDialog';

export { registerCommandMessages } from './messages';

export interface CommandCenterProps {
  remotes: readonly DeployedRemote[];
}

/** Opens a page or runs a command. A failing command of a remote must not end the shell. */
const useRunEntry = () => {
  const t = useCommandMessages();
  const navigate = useNavigate();
  return (entry: Entry): void => {
    if ('to' in entry) return void navigate(entry.to);
    try {
      entry.run();
    } catch (error) {
      logFailure(`the command ${entry.id} failed`, error);
      notify.info(t('commandFailed', { name: entry.label }));
    }
  };
};

const close = (): void => openCommands(undefined);

/** Palette, shortcuts and the list of shortcuts. Pages register their commands with `useCommands`. */
export const CommandCenter = ({ remotes }: CommandCenterProps) => {
  const t = useCommandMessages();
  const part = useOpenPart();
  const registered = useRegisteredCommands();
  const pages = usePageEntries(remotes);
  const runEntry = useRunEntry();
  const showShortcuts: Entry = {
    id: 'command:shortcuts',
    label: t('shortcuts'),
    icon: 'keyboard',
    keys: '?',
    run: () => openCommands('shortcuts'),
  };
  const runnable = registered.filter(({ isOnlyShown }) => !isOnlyShown);
  const commands = runnable.map(toCommandEntry);
  const repeating = new Set(registered.filter(({ repeats }) => repeats).map(({ id }) => `command:${id}`));
  useShortcuts(
    [...commands, ...pages, showShortcuts].flatMap((entry) =>
      entry.keys === undefined
        ? []
        : [{ keys: entry.keys, repeats: repeating.has(entry.id), run: () => runEntry(entry) }],
    ),
    { isOn: useAreSingleKeyShortcutsOn() },
  );

  const choose = (entry: Entry): void => {
    rememberRecent(entry.id);
    close();
    // The palette returns the focus first. A dialog of the command then returns it to the same place.
    setTimeout(() => runEntry(entry));
  };
  if (part === 'palette')
    return (
      <CommandPalette
        commands={commands}
        pages={pages}
        everywhere={[showShortcuts]}
        onChoose={choose}
        onClose={close}
      />
    );
  if (part === 'shortcuts') return <ShortcutsDialog pages={pages} commands={registered} onClose={close} />;
  return null;
};
