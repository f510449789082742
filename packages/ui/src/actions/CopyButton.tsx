import { useClipboard } from '@mantine/hooks';
import { useUiTexts } from '../provider/ui-context';
import { Button } from './Button';
import { IconButton } from './IconButton';

/** Duration of the text "copied", long enough for a screen reader. */
const copiedTextMs = 2_000;

export interface CopyButtonProps {
  value: string;
  /** For example `Kopiuj numer`. Default: "copy". */
  label?: string;
  /** Icon only, for use beside the value. */
  compact?: boolean;
}

export const CopyButton = ({ value, label, compact = false }: CopyButtonProps) => {
  const texts = useUiTexts();
  const clipboard = useClipboard({ timeout: copiedTextMs });
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
