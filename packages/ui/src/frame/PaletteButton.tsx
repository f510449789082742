import { Icon } from '../icons/Icon';
import { useUiTexts } from '../provider/ui-context';
import classes from './frame.module.css';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette. Shows its shortcut where there is room. */
export const PaletteButton = ({ onClick }: { onClick: () => void }) => {
  const texts = useUiTexts();
  return (
    <button
      type="button"
      className={classes['paletteButton']}
      aria-label={texts.palette}
      aria-keyshortcuts="Control+K Meta+K"
      title={texts.palette}
      onClick={onClick}
    >
      <Icon name="search" size={18} />
      <kbd>{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  );
};
