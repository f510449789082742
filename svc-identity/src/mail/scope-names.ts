import type { TokenScope } from '@obieg/contracts';
import type { MailLanguage } from '@obieg/service-kit/mail';

/** Names of the scopes of API tokens, as the screens show them. */
export const scopeNames: Record<MailLanguage, Record<TokenScope, string>> = {
  pl: {
    'tasks:read': 'Zadania: odczyt',
    'tasks:write': 'Zadania: zmiany',
    'workflow:read': 'Obieg zadań: odczyt',
    'workflow:write': 'Obieg zadań: zmiany',
    'people:read': 'Ludzie i grupy: odczyt',
    'people:write': 'Ludzie i grupy: zmiany',
    webhooks: 'Webhooki',
  },
  en: {
    'tasks:read': 'Tasks: read',
    'tasks:write': 'Tasks: change',
    'workflow:read': 'Workflow: read',
    'workflow:write': 'Workflow: change',
    'people:read': 'People and groups: read',
    'people:write': 'People and groups: change',
    webhooks: 'Webhooks',
  },
};
