import { type OrganizationRoleCode, openOrganizationRoleSchema, type TokenScope } from '@obieg/contracts';
import type { MailContent, MailLanguage } from '@obieg/service-kit/mail';
import { roleNames } from './role-names';
import { scopeNames } from './scope-names';

type Text = Omit<MailContent, 'language' | 'greeting' | 'signature'>;

export interface InvitationValues {
  organizationName: string;
  /** Username of the member who invites. */
  inviterName: string;
  roles: readonly OrganizationRoleCode[];
  /** Leads to setting a password, or to signing in for users who have one. */
  link: string;
  hasPassword: boolean;
}

export interface RoleChangeValues {
  organizationName: string;
  /** Username of the member who changes the roles. */
  actorName: string;
  rolesBefore: readonly OrganizationRoleCode[];
  roles: readonly OrganizationRoleCode[];
  link: string;
}

export interface TokenValues {
  organizationName: string;
  /** Name of the token. */
  name: string;
  scopes: readonly TokenScope[];
  /** Leads to where the token can be revoked. */
  link: string;
}

export interface IntegrationTokenValues extends TokenValues {
  integrationName: string;
  /** Name of the member who creates the token. */
  actorName: string;
}

interface CodeValues {
  code: string;
  minutes: number;
}

interface Texts {
  greeting: string;
  signature: string;
  invitation(values: InvitationValues): Text;
  rolesChanged(values: RoleChangeValues): Text;
  code(values: CodeValues): Text;
  taskCode(values: CodeValues & { task: number; fileNames: readonly string[] }): Text;
  signedInByCode: Text;
  passwordChanged: Text;
  firstPassword: Text;
  ownToken(values: TokenValues): Text;
  integrationToken(values: IntegrationTokenValues): Text;
  factorAdded(name: string): Text;
  factorRemoved(name: string): Text;
  recoveryCodesRenewed: Text;
  recoveryCodeUsed(left: number): Text;
  factorsReset(actorName: string): Text;
  codesGuessed: Text;
}

const listRoles = (language: MailLanguage, roles: readonly OrganizationRoleCode[]): string =>
  roles.map((role) => roleNames[language][openOrganizationRoleSchema.parse(role)]).join(', ');

const listScopes = (language: MailLanguage, scopes: readonly TokenScope[]): string =>
  scopes.map((scope) => scopeNames[language][scope]).join(', ');

const polish: Texts = {
  greeting: 'Dzień dobry,',
  signature: 'Wiadomość wysłana automatycznie przez system Obieg. Prosimy na nią nie odpowiadać.',
  invitation: ({ organizationName, inviterName, roles, link, hasPassword }) => ({
    subject: `Zaproszenie do organizacji ${organizationName}`,
    paragraphs: [
      `${inviterName} zaprasza Cię do organizacji ${organizationName} w systemie Obieg.`,
      `${roles.length === 1 ? 'Twoja rola' : 'Twoje role'}: ${listRoles('pl', roles)}.`,
    ],
    link: { address: link, label: hasPassword ? 'Zaloguj się' : 'Ustaw hasło' },
    notes: hasPassword ? [] : ['Odnośnik do ustawienia hasła jest ważny 7 dni i działa jeden raz.'],
  }),
  rolesChanged: ({ organizationName, actorName, rolesBefore, roles, link }) => ({
    subject: `Zmiana ról w organizacji ${organizationName}`,
    paragraphs: [
      `${actorName} zmienia Twoje role w organizacji ${organizationName} w systemie Obieg.`,
      `Wcześniej: ${listRoles('pl', rolesBefore)}.`,
      `Teraz: ${listRoles('pl', roles)}.`,
    ],
    link: { address: link, label: 'Zaloguj się' },
    notes: [],
  }),
  code: ({ code, minutes }) => ({
    subject: `${code} - kod weryfikacyjny`,
    paragraphs: ['kod weryfikacyjny w systemie Obieg:'],
    code,
    notes: [
      `Kod jest ważny ${minutes} minut. Nikomu go nie podawaj.`,
      'Jeśli to nie Ty o niego prosisz, nic nie musisz robić.',
    ],
  }),
  taskCode: ({ code, minutes, task, fileNames }) => ({
    subject: `${code} - kod weryfikacyjny`,
    paragraphs: [
      fileNames.length === 0
        ? `kod weryfikacyjny w systemie Obieg, który potwierdza zgłoszenie ${task}:`
        : `kod weryfikacyjny w systemie Obieg, który potwierdza zgłoszenie ${task} i w Twoim imieniu dołącza do niego pliki:`,
    ],
    entries: fileNames.map((heading) => ({ heading })),
    code,
    notes: [
      `Kod jest ważny ${minutes} minut. Nikomu go nie podawaj.`,
      'Jeśli to nie Twoje zgłoszenie, nie wpisuj kodu. Nic więcej nie musisz robić.',
    ],
  }),
  signedInByCode: {
    subject: 'Logowanie kodem',
    paragraphs: ['na Twoje konto w systemie Obieg zalogowano się kodem z wiadomości.'],
    notes: ['Jeśli to nie Ty, ustaw nowe hasło: na stronie logowania wybierz „Zapomniałem hasła”.'],
  },
  passwordChanged: {
    subject: 'Hasło zostało zmienione',
    paragraphs: [
      'hasło do Twojego konta w systemie Obieg zostało zmienione, a wcześniejsze sesje zostały zakończone.',
    ],
    notes: ['Jeśli to nie Ty, ustaw nowe hasło: na stronie logowania wybierz „Zapomniałem hasła”.'],
  },
  firstPassword: {
    subject: 'Hasło zostało ustawione',
    paragraphs: ['Twoje konto w systemie Obieg ma teraz hasło, którym możesz się logować.'],
    notes: ['Jeśli to nie Ty, ustaw nowe hasło: na stronie logowania wybierz „Zapomniałem hasła”.'],
  },
  ownToken: ({ organizationName, name, scopes, link }) => ({
    subject: `Nowy token API: ${name}`,
    paragraphs: [
      `w organizacji ${organizationName} utworzono token API „${name}”. Program, który go używa, działa w Twoim imieniu.`,
      `Na co pozwala: ${listScopes('pl', scopes)}.`,
    ],
    link: { address: link, label: 'Zobacz tokeny' },
    notes: ['Jeśli to nie Ty, odwołaj token na stronie swojego konta i ustaw nowe hasło.'],
  }),
  integrationToken: ({ organizationName, integrationName, actorName, name, scopes, link }) => ({
    subject: `Nowy token API integracji ${integrationName}`,
    paragraphs: [
      `${actorName} tworzy token API „${name}” integracji ${integrationName} w organizacji ${organizationName}.`,
      `Na co pozwala: ${listScopes('pl', scopes)}.`,
    ],
    link: { address: link, label: 'Zobacz integrację' },
    notes: ['Dostajesz tę wiadomość, bo zarządzasz organizacją. Token możesz odwołać na stronie integracji.'],
  }),
  factorAdded: (name) => ({
    subject: 'Dodano drugi składnik logowania',
    paragraphs: [`do Twojego konta w systemie Obieg dodano drugi składnik logowania: ${name}.`],
    notes: ['Jeśli to nie Ty, usuń go na stronie konta i ustaw nowe hasło.'],
  }),
  factorRemoved: (name) => ({
    subject: 'Usunięto drugi składnik logowania',
    paragraphs: [`z Twojego konta w systemie Obieg usunięto drugi składnik logowania: ${name}.`],
    notes: ['Jeśli to nie Ty, ustaw nowe hasło i dodaj składnik ponownie na stronie konta.'],
  }),
  recoveryCodesRenewed: {
    subject: 'Nowe kody zapasowe',
    paragraphs: ['kody zapasowe Twojego konta w systemie Obieg zostały zastąpione nowymi.'],
    notes: ['Jeśli to nie Ty, ustaw nowe hasło i utwórz kody ponownie na stronie konta.'],
  },
  recoveryCodeUsed: (left) => ({
    subject: 'Logowanie kodem zapasowym',
    paragraphs: [
      'na Twoje konto w systemie Obieg zalogowano się kodem zapasowym.',
      `Pozostałe kody: ${left}. Nowe utworzysz na stronie konta.`,
    ],
    notes: ['Jeśli to nie Ty, ustaw nowe hasło: na stronie logowania wybierz „Zapomniałem hasła”.'],
  }),
  factorsReset: (actorName) => ({
    subject: 'Usunięto drugi składnik logowania',
    paragraphs: [
      `${actorName} usuwa wszystkie drugie składniki logowania i kody zapasowe Twojego konta w systemie Obieg. Twoje sesje zostały zakończone.`,
    ],
    notes: ['Po zalogowaniu dodaj nowy składnik. Jeśli to nie Ty o to prosisz, powiadom administratora.'],
  }),
  codesGuessed: {
    subject: 'Ktoś zna Twoje hasło',
    paragraphs: [
      'ktoś podał hasło do Twojego konta w systemie Obieg albo kod z wiadomości, a potem dziesięć razy błędny kod drugiego składnika. Logowanie kodami jest wstrzymane na godzinę.',
    ],
    notes: ['Jeśli to nie Ty, ustaw nowe hasło: na stronie logowania wybierz „Zapomniałem hasła”.'],
  },
};

const english: Texts = {
  greeting: 'Hello,',
  signature: 'Sent automatically by Obieg. Please do not reply to this message.',
  invitation: ({ organizationName, inviterName, roles, link, hasPassword }) => ({
    subject: `Invitation to ${organizationName}`,
    paragraphs: [
      `${inviterName} invites you to the organization ${organizationName} in Obieg.`,
      `${roles.length === 1 ? 'Your role' : 'Your roles'}: ${listRoles('en', roles)}.`,
    ],
    link: { address: link, label: hasPassword ? 'Log in' : 'Set your password' },
    notes: hasPassword ? [] : ['The link to set a password is valid for 7 days and works once.'],
  }),
  rolesChanged: ({ organizationName, actorName, rolesBefore, roles, link }) => ({
    subject: `Your roles in ${organizationName} changed`,
    paragraphs: [
      `${actorName} changed your roles in the organization ${organizationName} in Obieg.`,
      `Before: ${listRoles('en', rolesBefore)}.`,
      `Now: ${listRoles('en', roles)}.`,
    ],
    link: { address: link, label: 'Log in' },
    notes: [],
  }),
  code: ({ code, minutes }) => ({
    subject: `${code} - verification code`,
    paragraphs: ['Your verification code in Obieg:'],
    code,
    notes: [
      `The code is valid for ${minutes} minutes. Do not share it.`,
      'If you did not request it, you can ignore this message.',
    ],
  }),
  taskCode: ({ code, minutes, task, fileNames }) => ({
    subject: `${code} - verification code`,
    paragraphs: [
      fileNames.length === 0
        ? `Your verification code in Obieg, which confirms the task ${task}:`
        : `Your verification code in Obieg, which confirms the task ${task} and attaches these files to it in your name:`,
    ],
    entries: fileNames.map((heading) => ({ heading })),
    code,
    notes: [
      `The code is valid for ${minutes} minutes. Do not share it.`,
      'If you did not submit this task, do not enter the code. You can ignore this message.',
    ],
  }),
  signedInByCode: {
    subject: 'Signed in by code',
    paragraphs: ['A verification code was used to sign in to your Obieg account.'],
    notes: ['If this was not you, set a new password: choose “Forgot password” on the login page.'],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: ['The password of your account in Obieg was changed, and earlier sessions were ended.'],
    notes: ['If this was not you, set a new password: choose “Forgot password” on the login page.'],
  },
  firstPassword: {
    subject: 'Your password was set',
    paragraphs: ['Your account in Obieg now has a password. You can use it to log in.'],
    notes: ['If this was not you, set a new password: choose “Forgot password” on the login page.'],
  },
  ownToken: ({ organizationName, name, scopes, link }) => ({
    subject: `New API token: ${name}`,
    paragraphs: [
      `The API token “${name}” was created in the organization ${organizationName}. The program that uses it acts on your behalf.`,
      `What it allows: ${listScopes('en', scopes)}.`,
    ],
    link: { address: link, label: 'Show the tokens' },
    notes: ['If this was not you, revoke the token on the page of your account and set a new password.'],
  }),
  integrationToken: ({ organizationName, integrationName, actorName, name, scopes, link }) => ({
    subject: `New API token of the integration ${integrationName}`,
    paragraphs: [
      `${actorName} created the API token “${name}” of the integration ${integrationName} in the organization ${organizationName}.`,
      `What it allows: ${listScopes('en', scopes)}.`,
    ],
    link: { address: link, label: 'Show the integration' },
    notes: [
      'You get this message because you manage the organization. You can revoke the token on the page of the integration.',
    ],
  }),
  factorAdded: (name) => ({
    subject: 'A second factor was added',
    paragraphs: [`A second factor was added to your account in Obieg: ${name}.`],
    notes: ['If this was not you, remove it on the account page and set a new password.'],
  }),
  factorRemoved: (name) => ({
    subject: 'A second factor was removed',
    paragraphs: [`A second factor was removed from your account in Obieg: ${name}.`],
    notes: ['If this was not you, set a new password and add the factor again on the account page.'],
  }),
  recoveryCodesRenewed: {
    subject: 'New recovery codes',
    paragraphs: ['The recovery codes of your account in Obieg were replaced by new ones.'],
    notes: ['If this was not you, set a new password and create the codes again on the account page.'],
  },
  recoveryCodeUsed: (left) => ({
    subject: 'Signed in by recovery code',
    paragraphs: [
      'A recovery code was used to sign in to your Obieg account.',
      `Remaining codes: ${left}. You can create new ones on the account page.`,
    ],
    notes: ['If this was not you, set a new password: choose “Forgot password” on the login page.'],
  }),
  factorsReset: (actorName) => ({
    subject: 'Your second factors were removed',
    paragraphs: [
      `${actorName} removed all second factors and recovery codes of your account in Obieg. Your sessions were ended.`,
    ],
    notes: [
      'Add a new factor after you have signed in. If you did not ask for this, tell your administrator.',
    ],
  }),
  codesGuessed: {
    subject: 'Somebody knows your password',
    paragraphs: [
      'Somebody entered the password of your account in Obieg, or a code from a mail, and then ten wrong codes of the second factor. Signing in by codes is suspended for an hour.',
    ],
    notes: ['If this was not you, set a new password: choose “Forgot password” on the login page.'],
  },
};

export const mailTexts: Record<MailLanguage, Texts> = { pl: polish, en: english };
