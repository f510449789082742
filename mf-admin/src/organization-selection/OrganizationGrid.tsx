import type { Organization } from '@obieg/contracts';
import { EmptyState } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { OrganizationLink } from './OrganizationLink';
import classes from './organization-selection.module.css';

/** Grid of cards; each links to the organization's sub-domain. */
export const OrganizationGrid = ({ organizations }: { organizations: readonly Organization[] }) => {
  const t = useAdminMessages();
  if (organizations.length === 0) {
    return (
      <EmptyState icon="building" title={t('organizations.none')}>
        {t('organizations.noneHelp')}
      </EmptyState>
    );
  }
  return (
    <ul className={classes['grid']}>
      {organizations.map((organization) => (
        <li key={organization.id}>
          <OrganizationLink organization={organization} className={classes['choice']}>
            <span className={classes['name']}>{organization.name}</span>
            <span className={classes['code']}>{organization.codeName}</span>
          </OrganizationLink>
        </li>
      ))}
    </ul>
  );
};
