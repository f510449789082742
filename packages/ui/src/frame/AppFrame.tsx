import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from '../actions/IconButton';
import { useLinkComponent, useUiTexts } from '../provider/ui-context';
import classes from './frame.module.css';
import { LogoMark } from './Logo';
import { Navigation, type NavigationSection } from './Navigation';
import { mainId, SkipLink } from './SkipLink';

export interface AppFrameProps {
  productName: string;
  /** Shown on the left of the header. The main domain has none. */
  organizationName: string | undefined;
  sections: readonly NavigationSection[];
  /** On the right of the header: the user menu, or a sign-in link. */
  headerActions: ReactNode;
  children: ReactNode;
}

interface DrawerProps extends Pick<AppFrameProps, 'productName' | 'sections'> {
  onClose: () => void;
}

/** A native modal dialog. It traps the focus, closes on Escape and adds no library to the first load. */
const NavigationDrawer = ({ productName, sections, onClose }: DrawerProps) => {
  const texts = useUiTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: backdrop click; keyboard users have Escape and the close button
    <dialog
      ref={dialog}
      className={classes['drawer']}
      aria-label={texts.navigation}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) {
          onClose();
        }
      }}
    >
      <div className={classes['drawerBody']}>
        <div className={classes['brand']}>
          <LogoMark />
          <span className={classes['brandName']}>{productName}</span>
          <IconButton icon="clear" label={texts.closeMenu} tipAt="below end" onClick={onClose} />
        </div>
        <Navigation sections={sections} onNavigate={onClose} />
      </div>
    </dialog>
  );
};

/** Sidebar, header and main landmark of all signed-in screens. Below 768 pixels the sidebar becomes a drawer. */
export const AppFrame = ({
  productName,
  organizationName,
  sections,
  headerActions,
  children,
}: AppFrameProps) => {
  const texts = useUiTexts();
  const Link = useLinkComponent();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const closeDrawer = () => {
    setIsDrawerOpen(false);
    opener.current?.focus();
  };
  return (
    <div className={classes['frame']}>
      <SkipLink />
      <aside className={classes['sidebar']}>
        <Link to="/" className={classes['brand']}>
          <LogoMark />
          <span className={classes['brandName']}>{productName}</span>
        </Link>
        <Navigation sections={sections} />
      </aside>
      <header className={classes['header']}>
        <div className={classes['opener']}>
          <IconButton
            ref={opener}
            icon="menu"
            label={texts.openMenu}
            tipAt="below start"
            aria-expanded={isDrawerOpen}
            aria-haspopup="dialog"
            onClick={() => setIsDrawerOpen(true)}
          />
        </div>
        <span className={classes['organization']} title={organizationName}>
          {organizationName ?? productName}
        </span>
        <div className={classes['headerActions']}>{headerActions}</div>
      </header>
      <main id={mainId} tabIndex={-1} className={classes['main']}>
        {children}
      </main>
      {isDrawerOpen ? (
        <NavigationDrawer productName={productName} sections={sections} onClose={closeDrawer} />
      ) : null}
    </div>
  );
};
