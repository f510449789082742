import { CheckboxField, Stack } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { ShortcutList } from '@obieg/ui/palette';
import { type Command, setSingleKeyShortcuts, useAreSingleKeyShortcutsOn } from '@obieg/web-kit';
import type { Entry } from './entries';
import { useCommandMessages } from './messages';

interface ShortcutsDialogProps {
  pages: readonly Entry[];
  commands: readonly Command[];
  onClose: () => void;
}

const withKeys = (listed: readonly { label: string; keys?: string | undefined }[]) =>
  listed.flatMap(({ label, keys }) => (keys === undefined ? [] : [{ label, keys }]));

/** The shortcuts of the open page, and the switch that turns single keys off (WCAG 2.1.4). */
export const ShortcutsDialog = ({ pages, commands, onClose }: ShortcutsDialogProps) => {
  const t = useCommandMessages();
  const isOn = useAreSingleKeyShortcutsOn();
  const sections = [
    { heading: t('groups.commands'), shortcuts: withKeys(commands) },
    {
      heading: t('groups.everywhere'),
      shortcuts: [
        { label: t('palette'), keys: 'Ctrl/⌘+K' },
        { label: t('shortcuts'), keys: '?' },
      ],
    },
    { heading: t('goTo'), shortcuts: withKeys(pages) },
  ].filter(({ shortcuts }) => shortcuts.length > 0);
  return (
    <Modal isOpen onClose={onClose} title={t('shortcuts')} width="wide">
      <Stack gap="lg">
        <CheckboxField
          label={t('singleKeys')}
          help={t('singleKeysHelp')}
          checked={isOn}
          onChange={({ target }) => setSingleKeyShortcuts(target.checked)}
        />
        <ShortcutList sections={sections} />
      </Stack>
    </Modal>
  );
};
