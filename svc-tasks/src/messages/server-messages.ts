import type { Language } from '@obieg/contracts';

/** The server's own words. What the specification quotes of them is Polish, so its mix, `mul`, reads as `pl`. */
const messages = {
  taskNotFound: { pl: 'Nie znaleziono zadania.', en: 'The task was not found.' },
  taskIdRequired: { pl: 'ID zadania jest wymagane', en: 'The task id is required' },
  taskCreated: { pl: 'Zadanie zostało utworzone.', en: 'The task has been created.' },
  noInitialStatus: {
    pl: 'Organizacja nie ma statusu dla nowych zadań.',
    en: 'The organization has no status for new tasks.',
  },
  workflowMissing: {
    pl: 'Konfiguracja organizacji nie jest jeszcze gotowa.',
    en: 'The workflow of this organization is not here yet.',
  },
  invalidEmail: { pl: 'Podaj prawidłowy adres e-mail', en: 'Give a valid e-mail address' },
  oneAssignee: {
    pl: 'Zadanie przypisuje się użytkownikowi albo grupie',
    en: 'A task is assigned to a user or to a group',
  },
  noSuchMember: {
    pl: 'Nie ma takiego użytkownika w organizacji',
    en: 'There is no such member of the organization',
  },
  notAssignable: {
    pl: 'Temu użytkownikowi nie można przypisać zadania',
    en: 'A task cannot be assigned to this user',
  },
  noSuchGroup: {
    pl: 'Nie ma takiej grupy w organizacji',
    en: 'There is no such group in the organization',
  },
  noSuchTransition: {
    pl: 'Tego przejścia nie ma. Odśwież zadanie.',
    en: 'There is no such transition. Refresh the task.',
  },
  statusMovedOn: {
    pl: 'Status zadania zmienił się w międzyczasie. Odśwież zadanie.',
    en: 'The task has moved on in the meantime. Refresh it.',
  },
  transitionWithdrawn: {
    pl: 'To przejście nie jest już dostępne dla tego zadania. Odśwież zadanie.',
    en: 'This transition is not offered on the task any more. Refresh it.',
  },
  transitionForbidden: {
    pl: 'Nie masz uprawnień do wykonania tego przejścia.',
    en: 'You may not run this transition.',
  },
  commentForbidden: {
    pl: 'Nie masz uprawnień do komentowania tego zadania.',
    en: 'You may not comment on this task.',
  },
  editForbidden: {
    pl: 'Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
    en: 'You may not edit tasks. Required permission: OPERATOR',
  },
  deleteForbidden: {
    pl: 'Nie masz uprawnień do usuwania zadań. Wymagane uprawnienie: OPERATOR',
    en: 'You may not delete tasks. Required permission: OPERATOR',
  },
  priorityForbidden: {
    pl: 'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
    en: 'You may not change the priority. Required permission: OPERATOR',
  },
  assignForbidden: {
    pl: 'Nie masz uprawnień do przypisywania zadań.',
    en: 'You may not assign tasks.',
  },
  assignOthersForbidden: {
    pl: 'Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.',
    en: 'To assign tasks to others you need the permission OPERATOR.',
  },
  userRequired: { pl: 'Wybór użytkownika jest wymagany', en: 'Choosing a user is required' },
  groupRequired: { pl: 'Wybór grupy jest wymagany', en: 'Choosing a group is required' },
  attachForbidden: {
    pl: 'Nie masz uprawnień do dodawania plików do tego zadania.',
    en: 'You may not attach files to this task.',
  },
  attachmentNotFound: { pl: 'Nie znaleziono pliku.', en: 'The file was not found.' },
  attachmentMissing: { pl: 'Wybierz plik do przesłania.', en: 'Choose a file to upload.' },
  attachmentEmpty: { pl: 'Plik jest pusty.', en: 'The file is empty.' },
  attachmentTooLarge: { pl: 'Plik jest większy niż 10 MB.', en: 'The file is larger than 10 MB.' },
  attachmentTypeRefused: {
    pl: 'Ten rodzaj pliku nie jest przyjmowany. Dozwolone: JPG, PNG, GIF, WebP, PDF, DOC, DOCX, TXT.',
    en: 'Files of this kind are not accepted. Allowed: JPG, PNG, GIF, WebP, PDF, DOC, DOCX, TXT.',
  },
  attachmentContentRefused: {
    pl: 'Zawartość pliku nie zgadza się z jego rozszerzeniem.',
    en: 'The content of the file is not what its extension says.',
  },
  oneAttachment: { pl: 'Prześlij jeden plik naraz.', en: 'Send one file at a time.' },
  tooManyAttachments: {
    pl: 'Zadanie ma już najwięcej plików, ile może mieć (50).',
    en: 'The task already has as many files as it may have (50).',
  },
  tooManyComments: {
    pl: 'Zadanie ma już najwięcej komentarzy, ile może mieć (1000). Ciąg dalszy opisz w nowym zadaniu.',
    en: 'The task already has as many comments as it may have (1000). Go on in a new task.',
  },
  uploadBrokeOff: {
    pl: 'Przesyłanie pliku zostało przerwane.',
    en: 'The upload broke off.',
  },
  savedInBetween: {
    pl: 'Ktoś inny zapisał zadanie w międzyczasie.',
    en: 'Somebody else saved the task in between.',
  },
  keyReused: {
    pl: 'Ten klucz Idempotency-Key posłużył już do innego zgłoszenia.',
    en: 'This Idempotency-Key was used for another request.',
  },
} as const satisfies Record<string, Record<Exclude<Language, 'mul'>, string>>;

type MessageKey = keyof typeof messages;

export const say = (language: Language, key: MessageKey): string =>
  messages[key][language === 'mul' ? 'pl' : language];
