import { useContext } from 'react';
import type { UiLanguage } from '../i18n/texts';
import { Icon } from '../icons/Icon';
import { UiContext, useUiTexts } from '../provider/ui-context';
import classes from './frame.module.css';

/** Shown beside the globe. The list contains the full names. */
const abbreviations: Record<UiLanguage, string> = { mul: 'PL/EN', pl: 'PL', en: 'EN' };

/**
 * Language select for signed-out screens, which have no user menu. Renders nothing if the page cannot change the
 * language.
 */
export const LanguageChoice = () => {
  const texts = useUiTexts();
  const { language, onLanguageChange } = useContext(UiContext);
  if (!onLanguageChange) return null;
  return (
    <span className={classes['language']}>
      <Icon name="language" size={18} />
      <span aria-hidden="true">{abbreviations[language]}</span>
      <Icon name="chevronDown" size={14} />
      <select
        aria-label={texts.language}
        title={texts.language}
        value={language}
        onChange={({ target }) => onLanguageChange(target.value as UiLanguage)}
      >
        <option value="mul">{texts.languageMixed}</option>
        <option value="pl" lang="pl">
          Polski
        </option>
        <option value="en" lang="en">
          English
        </option>
      </select>
    </span>
  );
};
