import { useContext } from 'react';
import { Icon } from '../Icon';
import type { UiLanguage } from '../i18n/texts';
import { UiContext, useUiTexts } from '../ui-context';
import classes from './frame.module.css';

/** Beside the globe; the whole name is in the list. */
const abbreviations: Record<UiLanguage, string> = { mul: 'PL/EN', pl: 'PL', en: 'EN' };

/** Another language, for people who have no menu of their own; nothing where the page cannot change it. */
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
