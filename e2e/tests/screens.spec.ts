import type { Page } from '@playwright/test';
import { expectReadableOnDevices } from '../support/accessibility';
import { addSession } from '../support/people';
import { expect, test } from '../support/product';
import { showFilters } from '../support/task-list';
import { answerFewestQuestions } from '../support/wizard';

interface Screen {
  /** Undefined for a visitor. */
  as?: string;
  site?: 'main' | 'acme';
  path: string;
  heading: string;
  /** Brings the page into the state to check. */
  prepare?: (page: Page) => Promise<void>;
}

const enterWrongPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Email or Username').fill('olga@acme.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill('not-this');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Invalid email or password')).toBeVisible();
};
const chooseImportFile = async (page: Page): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles({
    name: 'jira.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Issue key,Summary,Priority\nOPS-1,Drukarka,Major\nOPS-2,,Major\n'),
  });
  await expect(page.getByRole('heading', { name: 'Krok 2 z 4: Kolumny' })).toBeVisible();
};
const checkImportFile = async (page: Page): Promise<void> => {
  await chooseImportFile(page);
  await page.getByRole('button', { name: 'Sprawdź' }).click();
  await expect(page.getByRole('button', { name: 'Importuj (1)' })).toBeVisible();
};
const leaveNameBlank = async (page: Page): Promise<void> => {
  await page.getByLabel('Email or Username').fill(' ');
  await page.getByLabel('Email or Username').blur();
  await expect(page.getByText('Email or username is required')).toBeVisible();
};
const enterInvalidDetails = async (page: Page): Promise<void> => {
  await answerFewestQuestions(page);
  await page.getByLabel('Tytuł').fill('  ');
  await page.getByLabel('Adres e-mail zgłaszającego').fill('gosc@');
  await page.getByLabel('Opis').click();
  await expect(page.getByText('Podaj prawidłowy adres e-mail')).toBeVisible();
};
const openMemberDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add Member' }).click();
  await expect(page.getByRole('dialog', { name: 'Add User to Group' })).toBeVisible();
};
const createNamelessIntegration = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'New integration' }).click();
  await page.getByRole('button', { name: 'Create Integration' }).click();
  await expect(page.getByText('Enter a name of letters')).toBeVisible();
};
const openIntegration = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Monitoring' }).click();
  await expect(page.getByText('Czujniki')).toBeVisible();
};
const addRefusedFile = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Przeciek w dachu nad regałem C14' }).click();
  await page.locator('input[type=file]').setInputFiles({
    name: 'program.exe',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('MZ'),
  });
  await expect(page.getByText('Ten rodzaj pliku nie jest przyjmowany.')).toBeVisible();
};
const chooseReaders = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Przeciek w dachu nad regałem C14' }).click();
  await page.getByText('Kto zobaczy ten komentarz?').click();
  await page.getByRole('checkbox', { name: /Helpdesk/ }).check();
};
const saveIncompleteParameter = async (page: Page): Promise<void> => {
  await page.getByLabel('Parameter Type').selectOption('DICTIONARY');
  await page.getByRole('button', { name: 'Add Dependency' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Parameter stage is required.')).toBeVisible();
};
const openRita = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /rita/ }).click();
  await expect(page.getByText('Roles in this organization')).toBeVisible();
};
const changeRoles = async (page: Page): Promise<void> => {
  await openRita(page);
  await page.getByRole('button', { name: 'Change roles' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roles of rita' });
  await dialog.getByRole('checkbox', { name: 'Reporter' }).uncheck();
  await expect(dialog.getByText('Please select at least one role')).toBeVisible();
};
const openRemoveDialog = async (page: Page): Promise<void> => {
  await openRita(page);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Remove rita?' })).toBeVisible();
};
const inviteWithoutRole = async (page: Page): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill('ola@poczta.example');
  await page.getByLabel('Email', { exact: true }).press('Enter');
  await expect(page.getByText('Please select at least one role before sending invitation')).toBeVisible();
};
/** Adds a refused sign-in to the top of the log. */
const logRefusedSignIn = async (page: Page): Promise<void> => {
  await page.evaluate(() =>
    fetch('/api/auth/signin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'rita@acme.test', password: 'not-this' }),
    }),
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('row', { name: /Sign-in Refused wrong password/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Signed in by password/ }).first()).toBeVisible();
};
const editOrganization = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await page.getByRole('textbox', { name: 'Code name' }).last().fill('1-');
  await expect(page.getByText('Code name must start with a lowercase letter (a-z)')).toBeVisible();
};
const openDeleteDialog = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Delete', disabled: false }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
const selectStatus = async (page: Page): Promise<void> => {
  await page.locator('.react-flow__node').filter({ hasText: 'W toku' }).click();
  await expect(page.getByRole('link', { name: 'New transition from here' })).toBeVisible();
};
const saveInvalidTransition = async (page: Page): Promise<void> => {
  for (const name of ['Add Condition', 'Add Required Parameter'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Please select a parameter.')).toHaveCount(2);
};
const filterOutAllTasks = async (page: Page): Promise<void> => {
  await showFilters(page);
  for (const name of ['Początkowy', 'Pośredni']) await page.getByLabel(name).uncheck();
  await page.getByLabel('Końcowy').check();
  await expect(page.getByText('Brak zadań')).toBeVisible();
};

/** Screens and states that no other journey checks. A test walks those of one person. */
const screens: Record<string, Screen> = {
  'the login page': { path: '/login', heading: 'Login' },
  'a refused password': { path: '/login', heading: 'Login', prepare: enterWrongPassword },
  'a missing name at sign-in': { path: '/login', heading: 'Login', prepare: leaveNameBlank },
  'an invalid submission': {
    path: '/submit-task',
    heading: 'Szczegóły zadania',
    prepare: enterInvalidDetails,
  },
  'an invalid link': { path: '/set-password', heading: 'Nieprawidłowy lub wygasły token' },
  'the form of a new password': { path: '/set-password?token=x&canSkip=true', heading: 'Ustaw hasło' },
  "an operator's dashboard": { as: 'olga@acme.test', path: '/dashboard', heading: 'Dashboard Overview' },
  "a reporter's dashboard": { as: 'rita@acme.test', path: '/dashboard', heading: 'Dashboard Overview' },
  'a task with a refused file': {
    as: 'anna@acme.test',
    path: '/tasks',
    heading: 'Przeciek w dachu nad regałem C14',
    prepare: addRefusedFile,
  },
  'a comment for chosen readers': {
    as: 'anna@acme.test',
    path: '/tasks',
    heading: 'Przeciek w dachu nad regałem C14',
    prepare: chooseReaders,
  },
  // Leaves its filters to the next visits of the list.
  'an empty task list': {
    as: 'anna@acme.test',
    path: '/tasks',
    heading: 'Lista Zadań',
    prepare: filterOutAllTasks,
  },
  'the columns of an import': {
    as: 'anna@acme.test',
    path: '/tasks/import',
    heading: 'Import zadań',
    prepare: chooseImportFile,
  },
  'the check of an import': {
    as: 'anna@acme.test',
    path: '/tasks/import',
    heading: 'Import zadań',
    prepare: checkImportFile,
  },
  'the own account': { as: 'anna@acme.test', path: '/account', heading: 'Moje konto' },
  users: { as: 'anna@acme.test', path: '/users', heading: 'Users' },
  'an import of users': { as: 'anna@acme.test', path: '/users/import', heading: 'Import Users' },
  'an invitation': { as: 'anna@acme.test', path: '/createUser', heading: 'Invite User' },
  groups: { as: 'anna@acme.test', path: '/groups', heading: 'Groups' },
  'group details': { as: 'olga@acme.test', path: '/groups/1', heading: 'Group Details' },
  'the dialog for a new group member': {
    as: 'anna@acme.test',
    path: '/groups/1/edit',
    heading: 'Edit Group',
    prepare: openMemberDialog,
  },
  parameters: { as: 'wiktor@acme.test', path: '/workflow-parameters', heading: 'Parameter Configuration' },
  'parameters without edit permission': {
    as: 'marek@acme.test',
    path: '/workflow-parameters',
    heading: 'Parameter Configuration',
  },
  'the confirmation of deleting a parameter': {
    as: 'wiktor@acme.test',
    path: '/workflow-parameters',
    heading: 'Parameter Configuration',
    prepare: openDeleteDialog,
  },
  'parameter details': { as: 'marek@acme.test', path: '/workflow-parameters/2', heading: 'View Parameter' },
  'an incomplete parameter': {
    as: 'wiktor@acme.test',
    path: '/workflow-parameters/new',
    heading: 'Add New Parameter',
    prepare: saveIncompleteParameter,
  },
  'the form of a parameter': {
    as: 'wiktor@acme.test',
    path: '/workflow-parameters/2/edit',
    heading: 'Edit Parameter',
  },
  'the questionnaire preview': {
    as: 'wiktor@acme.test',
    path: '/workflow-parameters/try',
    heading: 'Try the questionnaire',
  },
  statuses: { as: 'wiktor@acme.test', path: '/workflow-statuses', heading: 'Statuses' },
  'status details': { as: 'marek@acme.test', path: '/workflow-statuses/1', heading: 'Workflow Status' },
  'the form of a new status': {
    as: 'wiktor@acme.test',
    path: '/workflow-statuses/new',
    heading: 'Create Workflow Status',
  },
  'user details': { as: 'super@obieg.test', path: '/user/2', heading: 'User Details' },
  'transitions and their diagram': {
    as: 'wiktor@acme.test',
    path: '/status-transitions',
    heading: 'Status Transitions',
    prepare: selectStatus,
  },
  'the picture of the workflow': {
    as: 'wiktor@acme.test',
    path: '/workflow?transition=2',
    heading: 'Workflow',
  },
  'an invalid transition': {
    as: 'wiktor@acme.test',
    path: '/status-transitions/new',
    heading: 'Create Transition',
    prepare: saveInvalidTransition,
  },
  'a user search without results': {
    as: 'anna@acme.test',
    path: '/users?search=nikt-taki',
    heading: 'Users',
  },
  'the roles dialog of a user': {
    as: 'anna@acme.test',
    path: '/users?search=rita',
    heading: 'User Details',
    prepare: changeRoles,
  },
  'the confirmation of removing a member': {
    as: 'anna@acme.test',
    path: '/users?search=rita',
    heading: 'User Details',
    prepare: openRemoveDialog,
  },
  'the security log': {
    as: 'anna@acme.test',
    path: '/security-log',
    heading: 'Security log',
    prepare: logRefusedSignIn,
  },
  'the connections': {
    as: 'anna@acme.test',
    path: '/connections',
    heading: 'Connections',
  },
  'an integration without a name': {
    as: 'anna@acme.test',
    path: '/connections',
    heading: 'Connections',
    prepare: createNamelessIntegration,
  },
  'an integration': {
    as: 'anna@acme.test',
    path: '/connections',
    heading: 'Monitoring',
    prepare: openIntegration,
  },
  'the list of webhooks': {
    as: 'anna@acme.test',
    path: '/connections/webhooks',
    heading: 'Connections',
  },
  'the identity providers': {
    as: 'anna@acme.test',
    path: '/connections/sign-in',
    heading: 'Connections',
  },
  'tasks by mail': {
    as: 'anna@acme.test',
    path: '/connections/mail',
    heading: 'Connections',
  },
  'an invitation without a role': {
    as: 'anna@acme.test',
    path: '/createUser',
    heading: 'Invite User',
    prepare: inviteWithoutRole,
  },
  'an organization page on the main domain': {
    as: 'super@obieg.test',
    site: 'main',
    path: '/tasks',
    heading: 'Ta strona należy do organizacji',
  },
  'an invalid organization': {
    as: 'super@obieg.test',
    site: 'main',
    path: '/organizations',
    heading: 'Organization Management',
    prepare: editOrganization,
  },
  'the confirmation of deleting an organization': {
    as: 'super@obieg.test',
    site: 'main',
    path: '/organizations',
    heading: 'Organization Management',
    prepare: openDeleteDialog,
  },
  'the users page without permission': {
    as: 'olga@acme.test',
    path: '/users',
    heading: 'Dashboard Overview',
  },
  'choosing an organization': {
    as: 'olga@acme.test',
    site: 'main',
    path: '/organizations',
    heading: 'Wybierz Organizację',
  },
  'managing organizations': {
    as: 'super@obieg.test',
    site: 'main',
    path: '/organizations',
    heading: 'Organization Management',
  },
};

// The longest walk has 20 screens, each checked on two devices.
test.describe.configure({ timeout: 300_000 });

const hosts = (['acme', 'main'] as const).flatMap((site) =>
  [...new Set(Object.values(screens).map(({ as }) => as))].map((as) => ({ as, site })),
);

for (const { as, site } of hosts) {
  const walk = Object.entries(screens).filter(
    ([, screen]) => screen.as === as && (screen.site ?? 'acme') === site,
  );
  if (walk.length === 0) continue;
  test(`the screens of ${as ?? 'a visitor'} are accessible on each device, on ${site}`, async ({
    product,
    context,
    page,
  }) => {
    const address = product.gatewayUrl(site === 'main' ? undefined : site);
    if (as) await addSession(context, address, as);
    for (const [name, { path, heading, prepare }] of walk)
      await test.step(name, async () => {
        await page.goto(address + path);
        await prepare?.(page);
        await expect(
          page.getByRole('heading', { level: 1, name: heading, includeHidden: true }),
        ).toBeVisible();
        await expectReadableOnDevices(page);
      });
  });
}
