import type { TokenScope } from '@obieg/contracts';

/** Language of the page. The specification's mix is Polish on some pages and English on others. */
export type ApiTokenLanguage = 'pl' | 'en';

interface ApiTokenTexts {
  title: string;
  docs: string;
  failed: string;
  none: string;
  new: string;
  create: string;
  name: string;
  nameHelp: string;
  nameRequired: string;
  scopes: string;
  scopesHelp: string;
  scopesRequired: string;
  scope: Record<TokenScope, string>;
  lifetime: string;
  /** @param count at least two, and no number that ends in 2, 3 or 4 */
  days: (count: number) => string;
  created: string;
  createdHelp: string;
  copy: string;
  expired: string;
  until: string;
  lastUsed: string;
  neverUsed: string;
  revoke: string;
  revokeNamed: (name: string) => string;
  revokeTitle: (name: string) => string;
  revokeText: string;
  revoked: string;
  cancel: string;
}

const pl: ApiTokenTexts = {
  title: 'Tokeny API',
  docs: 'Opis API',
  failed: 'Nie udało się wczytać tokenów',
  none: 'Nie ma tokenów.',
  new: 'Nowy token',
  create: 'Utwórz token',
  name: 'Nazwa',
  nameHelp: 'Do czego służy, na przykład „Raport miesięczny”.',
  nameRequired: 'Podaj nazwę',
  scopes: 'Na co pozwala',
  scopesHelp: 'Wybierz jak najmniej.',
  scopesRequired: 'Wybierz co najmniej jedno uprawnienie',
  scope: {
    'tasks:read': 'Zadania: odczyt',
    'tasks:write': 'Zadania: zmiany',
    'workflow:read': 'Obieg zadań: odczyt',
    'workflow:write': 'Obieg zadań: zmiany',
    'people:read': 'Ludzie i grupy: odczyt',
    'people:write': 'Ludzie i grupy: zmiany',
    webhooks: 'Webhooki',
  },
  lifetime: 'Ważny przez',
  days: (count) => `${count} dni`,
  created: 'Token utworzony',
  createdHelp: 'Skopiuj go teraz. Później nikt go już nie zobaczy.',
  copy: 'Kopiuj token',
  expired: 'Wygasł',
  until: 'ważny do',
  lastUsed: 'ostatnio użyty',
  neverUsed: 'jeszcze nieużyty',
  revoke: 'Odwołaj',
  revokeNamed: (name) => `Odwołaj token: ${name}`,
  revokeTitle: (name) => `Odwołać token „${name}”?`,
  revokeText: 'Program, który go używa, natychmiast straci dostęp. Tego nie można cofnąć.',
  revoked: 'Token odwołany',
  cancel: 'Anuluj',
};

const en: ApiTokenTexts = {
  title: 'API tokens',
  docs: 'API description',
  failed: 'Failed to load the tokens',
  none: 'There are no tokens.',
  new: 'New token',
  create: 'Create token',
  name: 'Name',
  nameHelp: 'What it is for, for example “Monthly report”.',
  nameRequired: 'Enter a name',
  scopes: 'What it allows',
  scopesHelp: 'Choose as little as possible.',
  scopesRequired: 'Choose at least one permission',
  scope: {
    'tasks:read': 'Tasks: read',
    'tasks:write': 'Tasks: change',
    'workflow:read': 'Workflow: read',
    'workflow:write': 'Workflow: change',
    'people:read': 'People and groups: read',
    'people:write': 'People and groups: change',
    webhooks: 'Webhooks',
  },
  lifetime: 'Valid for',
  days: (count) => `${count} days`,
  created: 'Token created',
  createdHelp: 'Copy it now. Nobody will see it again.',
  copy: 'Copy token',
  expired: 'Expired',
  until: 'valid until',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  revoke: 'Revoke',
  revokeNamed: (name) => `Revoke the token: ${name}`,
  revokeTitle: (name) => `Revoke the token “${name}”?`,
  revokeText: 'The program that uses it loses access at once. This cannot be undone.',
  revoked: 'Token revoked',
  cancel: 'Cancel',
};

export const apiTokenTexts: Record<ApiTokenLanguage, ApiTokenTexts> = { pl, en };
