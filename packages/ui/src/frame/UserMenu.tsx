import { useClickOutside, useWindowEvent } from '@mantine/hooks';
import { useId, useRef, useState } from 'react';
import { Button } from '../actions/Button';
import { IconButton } from '../actions/IconButton';
import { Avatar } from '../data/Avatar';
import { PreferenceFields } from '../form/PreferenceFields';
import type { UiLanguage } from '../i18n/texts';
import { Icon } from '../icons/Icon';
import { useUiTexts } from '../provider/ui-context';
import classes from './frame.module.css';

export interface UserMenuProps {
  name: string;
  email: string;
  language: UiLanguage;
  onLanguageChange: (language: UiLanguage) => void;
  onSignOut: () => void;
  /** Page of the user's own account. Absent: no link to it. */
  accountPath?: string | undefined;
  /** Shows the keyboard shortcuts and their switch. Absent: no button for it. */
  onShowShortcuts?: (() => void) | undefined;
}

/** Name, e-mail, language, theme, own account and sign-out, on the right of the header. */
export const UserMenu = ({
  name,
  email,
  language,
  onLanguageChange,
  onSignOut,
  accountPath,
  onShowShortcuts,
}: UserMenuProps) => {
  const texts = useUiTexts();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
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
          <PreferenceFields language={language} onLanguageChange={onLanguageChange} />
          {accountPath ? (
            <Button icon="user" to={accountPath} fullWidth onClick={() => setIsOpen(false)}>
              {texts.account}
            </Button>
          ) : null}
          {onShowShortcuts ? (
            <Button
              icon="keyboard"
              fullWidth
              onClick={() => {
                setIsOpen(false);
                // The dialog returns the focus to it.
                opener.current?.focus();
                onShowShortcuts();
              }}
            >
              {texts.shortcuts}
            </Button>
          ) : null}
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
