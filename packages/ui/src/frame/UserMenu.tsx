import { useClickOutside, useWindowEvent } from '@mantine/hooks';
import { useId, useRef, useState } from 'react';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { Avatar } from '../data/Avatar';
import { SelectField } from '../form/SelectField';
import { Icon } from '../Icon';
import type { UiLanguage } from '../i18n/texts';
import { type ColorScheme, useColorScheme } from '../UiProvider';
import { useUiTexts } from '../ui-context';
import classes from './frame.module.css';

export interface UserMenuProps {
  name: string;
  email: string;
  language: UiLanguage;
  onLanguageChange: (language: UiLanguage) => void;
  onSignOut: () => void;
}

/** Name, e-mail, language, theme and sign-out, on the right of the header. */
export const UserMenu = ({ name, email, language, onLanguageChange, onSignOut }: UserMenuProps) => {
  const texts = useUiTexts();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { colorScheme, setColorScheme } = useColorScheme();
  const box = useClickOutside<HTMLDivElement>(() => setIsOpen(false));
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && isOpen) {
      setIsOpen(false);
      opener.current?.focus();
    }
  });
  return (
    <div ref={box} className={classes['userMenu']}>
      <button
        ref={opener}
        type="button"
        className={classes['userButton']}
        aria-label={`${texts.userMenu}: ${name}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Avatar name={name} size={32} />
        <span className={classes['userName']}>{name}</span>
        <Icon name="chevronDown" size={14} />
      </button>
      <span className={classes['signOut']}>
        <IconButton icon="signOut" label={texts.signOut} tipAt="below end" onClick={onSignOut} />
      </span>
      {isOpen ? (
        <div id={id} className={classes['userPanel']}>
          <div className={classes['userHead']}>
            <Avatar name={name} size={40} />
            <div className={classes['userText']}>
              <strong>{name}</strong>
              <span>{email}</span>
            </div>
          </div>
          <SelectField
            label={texts.language}
            value={language}
            onChange={(event) => onLanguageChange(event.target.value as UiLanguage)}
            options={[
              { value: 'mul', label: texts.languageMixed },
              { value: 'pl', label: 'Polski' },
              { value: 'en', label: 'English' },
            ]}
          />
          <SelectField
            label={texts.theme}
            value={colorScheme}
            onChange={(event) => setColorScheme(event.target.value as ColorScheme)}
            options={[
              { value: 'auto', label: texts.themeAuto },
              { value: 'light', label: texts.themeLight },
              { value: 'dark', label: texts.themeDark },
            ]}
          />
          <div className={classes['signOutInMenu']}>
            <Button icon="signOut" fullWidth onClick={onSignOut}>
              {texts.signOut}
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  );
};
