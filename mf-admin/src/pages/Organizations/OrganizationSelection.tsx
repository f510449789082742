import type { Organization } from '@obieg/contracts';
import { EmptyState, Page, PageHead } from '@obieg/ui';
import { organizationAddress, usePageTitle } from '@obieg/web-kit';
import { useAdminMessages } from '../../messages';
import classes from './organizations.module.css';

/** The organizations that a person belongs to; each card leads to its address (spec 1 §2). */
export const OrganizationSelection = ({ organizations }: { organizations: readonly Organization[] }) => {
  const t = useAdminMessages();
  usePageTitle(t('organizations.choose'));
  return (
    <Page>
      <PageHead title={t('organizations.choose')} />
      {organizations.length === 0 ? (
        <EmptyState icon="building" title={t('organizations.none')}>
          {t('organizations.noneHelp')}
        </EmptyState>
      ) : (
        <ul className={classes['grid']}>
          {organizations.map(({ id, name, codeName }) => (
            <li key={id}>
              <a className={classes['choice']} href={organizationAddress(codeName)}>
                <span className={classes['name']}>{name}</span>
                <span className={classes['code']}>{codeName}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
};
