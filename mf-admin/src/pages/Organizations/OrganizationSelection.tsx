import type { Organization } from '@obieg/contracts';
import { EmptyState, Page, PageHead } from '@obieg/ui';
import { organizationAddress, usePageTitle } from '@obieg/web-kit';
import type { MouseEvent } from 'react';
import { useAdminMessages } from '../../messages';
import { handOverSession } from './organizations.api';
import classes from './organizations.module.css';

/** Takes the session along; without it the organization asks to sign in, which is better than going nowhere. */
const openOrganization = async ({ id, codeName }: Organization): Promise<void> => {
  const address = await handOverSession(id).catch(() => organizationAddress(codeName));
  location.assign(address);
};

/** A new tab is the browser's business, which the session does not follow. */
const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey;

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
          {organizations.map((organization) => (
            <li key={organization.id}>
              <a
                className={classes['choice']}
                href={organizationAddress(organization.codeName)}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  void openOrganization(organization);
                }}
              >
                <span className={classes['name']}>{organization.name}</span>
                <span className={classes['code']}>{organization.codeName}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
};
