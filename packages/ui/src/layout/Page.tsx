import type { ReactNode } from 'react';
import { useLinkComponent, useUiTexts } from '../ui-context';
import classes from './layout.module.css';

export interface PageProps {
  children: ReactNode;
  /** `table` 1200, `form` 720, `wizard` 800 pixels; `wide` 1760, for a list with a picture beside it. */
  width?: 'table' | 'wide' | 'form' | 'wizard';
}

/** The content of a screen: width, margins and the 24 pixels between its sections. */
export const Page = ({ children, width = 'table' }: PageProps) => (
  <div className={`${classes['page']} ${classes[`page-${width}`]}`}>{children}</div>
);

interface BreadcrumbItem {
  label: string;
  /** Absent for the page itself, the last one. */
  to?: string;
}

const Breadcrumbs = ({ items }: { items: readonly BreadcrumbItem[] }) => {
  const texts = useUiTexts();
  const Link = useLinkComponent();
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className={classes['breadcrumbs']}>
        {items.map(({ label, to }) => (
          <li key={`${label} ${to}`}>
            {to === undefined ? <span aria-current="page">{label}</span> : <Link to={to}>{label}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
};

export interface PageHeadProps {
  title: string;
  /** One line of what the page is, where it helps. */
  lead?: ReactNode;
  /** Below the first level only. */
  breadcrumb?: readonly BreadcrumbItem[];
  /** Badges beside the title. */
  badges?: ReactNode;
  /** At the right, the primary one last. */
  actions?: ReactNode;
}

export const PageHead = ({ title, lead, breadcrumb, badges, actions }: PageHeadProps) => (
  <div className={classes['head']}>
    {breadcrumb ? <Breadcrumbs items={breadcrumb} /> : null}
    <div className={classes['headRow']}>
      <div className={classes['headText']}>
        <div className={classes['headWords']}>
          <div className={classes['titleRow']}>
            <h1 className={classes['title']} tabIndex={-1}>
              {title}
            </h1>
            {badges ? <div className={classes['headBadges']}>{badges}</div> : null}
          </div>
          {lead ? <p className={classes['lead']}>{lead}</p> : null}
        </div>
      </div>
      {actions ? <div className={classes['headActions']}>{actions}</div> : null}
    </div>
  </div>
);
