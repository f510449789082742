import { useUiTexts } from '../provider/ui-context';
import classes from './frame.module.css';

/** Id of the main landmark. The skip link targets it, and the router may focus it. */
export const mainId = 'main';

export const SkipLink = () => {
  const texts = useUiTexts();
  return (
    <a
      href={`#${mainId}`}
      className={classes['skip']}
      onClick={(event) => {
        // The router would handle a changed fragment as a navigation.
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {texts.skipToContent}
    </a>
  );
};
