import type { ReactNode } from 'react';
import { useLinkComponent, useUiTexts } from '../provider/ui-context';
import classes from './layout.module.css';

export interface PageProps {
  children: ReactNode;
  /** Maximum width in pixels: `table` 1200, `form` 720, `wizard` 800, `wide` 1760 for a list beside a diagram. */
  width?: 'table' | 'wide' | 'form' | 'wizard';
}

/** Width, margins and section spacing of a screen's content. */
export const Page = ({ children, width = 'table' }: PageProps) => (
  <div className={`${classes['page']} ${classes[`page-${width}`]}`}>{children}</div>
);

interface BreadcrumbItem {
  label: string;
  /** Absent for the last item, the current page. */
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
  /** One line that explains the page. */
  lead?: ReactNode;
  /** Only on pages below the first level. */
  breadcrumb?: readonly BreadcrumbItem[];
  /** Beside the title. */
  badges?: ReactNode;
  /** On the right, with the primary action last. */
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
