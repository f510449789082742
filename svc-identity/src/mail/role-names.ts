import type { OrganizationRoleCode } from '@obieg/contracts';
import type { MailLanguage } from '@obieg/service-kit/mail';

/** Names of roles, as the administration screens show them. */
export const roleNames: Record<MailLanguage, Record<OrganizationRoleCode, string>> = {
  pl: {
    ORG_ADMIN: 'Administrator organizacji',
    WORKFLOW_MANAGER: 'Zarządca obiegu',
    OPERATOR: 'Operator',
    MEMBER: 'Członek',
    REPORTER: 'Zgłaszający',
  },
  en: {
    ORG_ADMIN: 'Organization administrator',
    WORKFLOW_MANAGER: 'Workflow manager',
    OPERATOR: 'Operator',
    MEMBER: 'Member',
    REPORTER: 'Reporter',
  },
};
