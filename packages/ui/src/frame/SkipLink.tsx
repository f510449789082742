import { useUiTexts } from '../ui-context';
import classes from './frame.module.css';

/** Where the frame's main part begins; the skip link leads there and the router may focus it. */
export const mainId = 'main';

export const SkipLink = () => {
  const texts = useUiTexts();
  return (
    <a
      href={`#${mainId}`}
      className={classes['skip']}
      onClick={(event) => {
        // A changed fragment would be a navigation for the router.
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {texts.skipToContent}
    </a>
  );
};
