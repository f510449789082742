import { Icon, toIconName } from '../icons/Icon';
import { useLinkComponent, useUiTexts } from '../provider/ui-context';
import classes from './frame.module.css';

interface NavigationItem {
  label: string;
  to: string;
  /** A key of `icons`. Unknown names show a dot. */
  icon: string;
  isCurrent: boolean;
}

export interface NavigationSection {
  id: string;
  /** Without it, the items have no heading. */
  heading?: string;
  items: readonly NavigationItem[];
}

export interface NavigationProps {
  sections: readonly NavigationSection[];
  onNavigate?: () => void;
}

export const Navigation = ({ sections, onNavigate }: NavigationProps) => {
  const texts = useUiTexts();
  const Link = useLinkComponent();
  return (
    <nav aria-label={texts.navigation} className={classes['nav']}>
      {sections.map(({ id, heading, items }) => (
        <div key={id} className={classes['navSection']}>
          {heading ? <h2 className={classes['navHeading']}>{heading}</h2> : null}
          <ul className={classes['navList']}>
            {items.map(({ label, to, icon, isCurrent }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={classes['navLink']}
                  aria-current={isCurrent ? 'page' : undefined}
                  onClick={onNavigate}
                >
                  <Icon name={toIconName(icon)} size={18} />
                  <span>{label}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};
