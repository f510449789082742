import { useClipboard } from '@mantine/hooks';
import { useUiTexts } from '../ui-context';
import { Button } from './Button';
import { IconButton } from './IconButton';

/** How long the button says that it has copied; long enough to be read aloud. */
const saidForMs = 2_000;

export interface CopyButtonProps {
  value: string;
  /** What is copied, e.g. `Kopiuj numer`; default: the word alone. */
  label?: string;
  /** Icon only, for use beside the value itself. */
  compact?: boolean;
}

export const CopyButton = ({ value, label, compact = false }: CopyButtonProps) => {
  const texts = useUiTexts();
  const clipboard = useClipboard({ timeout: saidForMs });
  const text = clipboard.copied ? texts.copied : (label ?? texts.copy);
  const icon = clipboard.copied ? 'check' : 'copy';
  const copy = () => clipboard.copy(value);
  return compact ? (
    <IconButton icon={icon} label={text} onClick={copy} />
  ) : (
    <Button icon={icon} onClick={copy}>
      {text}
    </Button>
  );
};
