import type { Language } from '@obieg/contracts';

/** User-facing texts of the server. The specification quotes them in Polish, so the language `mul` uses `pl`. */
const messages = {
  taskNotFound: { pl: 'Nie znaleziono zadania.', en: 'The task was not found.' },
  taskIdRequired: { pl: 'ID zadania jest wymagane', en: 'The task ID is required' },
  taskCreated: { pl: 'Zadanie zostało utworzone.', en: 'The task has been created.' },
  noInitialStatus: {
    pl: 'Organizacja nie ma statusu dla nowych zadań.',
    en: 'The organization has no status for new tasks.',
  },
  workflowMissing: {
    pl: 'Konfiguracja organizacji nie jest jeszcze gotowa.',
    en: 'The workflow of the organization is not available yet.',
  },
  invalidEmail: { pl: 'Podaj prawidłowy adres e-mail', en: 'Enter a valid e-mail address' },
  oneAssignee: {
    pl: 'Zadanie przypisuje się użytkownikowi albo grupie',
    en: 'Assign the task to a user or a group, not both',
  },
  noSuchMember: {
    pl: 'Nie ma takiego użytkownika w organizacji',
    en: 'This user is not a member of the organization',
  },
  notAssignable: {
    pl: 'Temu użytkownikowi nie można przypisać zadania',
    en: 'A task cannot be assigned to this user',
  },
  noSuchGroup: {
    pl: 'Nie ma takiej grupy w organizacji',
    en: 'This group does not exist in the organization',
  },
  noSuchTransition: {
    pl: 'Tego przejścia nie ma. Odśwież zadanie.',
    en: 'This transition no longer exists. Refresh the task.',
  },
  statusChanged: {
    pl: 'Status zadania zmienił się w międzyczasie. Odśwież zadanie.',
    en: 'The status of the task changed in the meantime. Refresh the task.',
  },
  transitionUnavailable: {
    pl: 'To przejście nie jest już dostępne dla tego zadania. Odśwież zadanie.',
    en: 'This transition is no longer available for the task. Refresh the task.',
  },
  transitionForbidden: {
    pl: 'Nie masz uprawnień do wykonania tego przejścia.',
    en: 'You do not have permission to run this transition.',
  },
  commentForbidden: {
    pl: 'Nie masz uprawnień do komentowania tego zadania.',
    en: 'You do not have permission to comment on this task.',
  },
  editForbidden: {
    pl: 'Nie masz uprawnień do edycji zadań. Wymagane uprawnienie: OPERATOR',
    en: 'You do not have permission to edit tasks. Required permission: OPERATOR',
  },
  deleteForbidden: {
    pl: 'Nie masz uprawnień do usuwania zadań. Wymagane uprawnienie: OPERATOR',
    en: 'You do not have permission to delete tasks. Required permission: OPERATOR',
  },
  priorityForbidden: {
    pl: 'Nie masz uprawnień do zmiany priorytetu. Wymagane uprawnienie: OPERATOR',
    en: 'You do not have permission to change the priority. Required permission: OPERATOR',
  },
  assignForbidden: {
    pl: 'Nie masz uprawnień do przypisywania zadań.',
    en: 'You do not have permission to assign tasks.',
  },
  assignOthersForbidden: {
    pl: 'Aby przypisywać zadania innym osobom, potrzebujesz uprawnień operatora.',
    en: 'You do not have permission to assign tasks to others. Required permission: OPERATOR',
  },
  userRequired: { pl: 'Wybór użytkownika jest wymagany', en: 'A user is required' },
  groupRequired: { pl: 'Wybór grupy jest wymagany', en: 'A group is required' },
  attachForbidden: {
    pl: 'Nie masz uprawnień do dodawania plików do tego zadania.',
    en: 'You do not have permission to attach files to this task.',
  },
  attachmentNotFound: { pl: 'Nie znaleziono pliku.', en: 'The file was not found.' },
  attachmentMissing: { pl: 'Wybierz plik do przesłania.', en: 'Choose a file to upload.' },
  attachmentEmpty: { pl: 'Plik jest pusty.', en: 'The file is empty.' },
  attachmentTooLarge: { pl: 'Plik jest większy niż 10 MB.', en: 'The file is larger than 10 MB.' },
  attachmentTypeRefused: {
    pl: 'Ten rodzaj pliku nie jest przyjmowany. Dozwolone: JPG, PNG, GIF, WebP, PDF, DOC, DOCX, TXT.',
    en: 'This file type is not accepted. Accepted types: JPG, PNG, GIF, WebP, PDF, DOC, DOCX, TXT.',
  },
  attachmentContentRefused: {
    pl: 'Zawartość pliku nie zgadza się z jego rozszerzeniem.',
    en: 'The content of the file does not match its extension.',
  },
  oneAttachment: { pl: 'Prześlij jeden plik naraz.', en: 'Upload one file at a time.' },
  tooManyAttachments: {
    pl: 'Zadanie ma już najwięcej plików, ile może mieć (50).',
    en: 'The task already has the maximum of 50 files.',
  },
  tooManyComments: {
    pl: 'Zadanie ma już najwięcej komentarzy, ile może mieć (1000). Ciąg dalszy opisz w nowym zadaniu.',
    en: 'The task already has the maximum of 1000 comments. Continue in a new task.',
  },
  uploadInterrupted: {
    pl: 'Przesyłanie pliku zostało przerwane.',
    en: 'The upload was interrupted.',
  },
  savedByAnotherUser: {
    pl: 'Ktoś inny zapisał zadanie w międzyczasie.',
    en: 'Another user saved the task in the meantime.',
  },
  keyReused: {
    pl: 'Ten klucz Idempotency-Key posłużył już do innego zgłoszenia.',
    en: 'This Idempotency-Key was already used for a different request.',
  },
} as const satisfies Record<string, Record<Exclude<Language, 'mul'>, string>>;

type MessageKey = keyof typeof messages;

export const translate = (language: Language, key: MessageKey): string =>
  messages[key][language === 'mul' ? 'pl' : language];
