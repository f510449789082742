import { createTranslate } from '@obieg/service-kit';

/** User-facing texts of the server, which the specification quotes in Polish. */
const messages = {
  taskNotFound: { pl: 'Nie znaleziono zadania.', en: 'The task was not found.' },
  taskIdRequired: { pl: 'ID zadania jest wymagane', en: 'The task ID is required' },
  taskCreated: { pl: 'Zadanie zostało utworzone.', en: 'The task has been created.' },
  noInitialStatus: {
    pl: 'Organizacja nie ma statusu dla nowych zadań.',
    en: 'The organization has no status for new tasks.',
  },
  workflowMissing: {
    pl: 'Obieg zadań organizacji nie jest jeszcze gotowy.',
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
  transitionNeedsApproval: {
    en: 'Only the decision of the approvers runs this transition.',
    pl: 'To przejście wykonuje tylko decyzja osób akceptujących.',
  },
  approvalForbidden: {
    en: 'You cannot decide about this task: you are not one of its approvers.',
    pl: 'Nie możesz zdecydować o tym zadaniu: nie należysz do osób, które je akceptują.',
  },
  approvalClosed: {
    en: 'This approval is already decided, or the task has moved on. Reload the page.',
    pl: 'O tej akceptacji już zdecydowano albo zadanie poszło dalej. Odśwież stronę.',
  },
  approvalBlocked: {
    en: 'The decision would run the transition "{name}", which is not possible now. It was not recorded. {reason}',
    pl: 'Decyzja wykonałaby przejście „{name}”, a to teraz niemożliwe. Nie została zapisana. {reason}',
  },
  approvalNeedsAnswers: {
    en: 'Answers that the transition requires are missing in the task.',
    pl: 'W zadaniu brakuje odpowiedzi, których wymaga to przejście.',
  },
  ownSubstitute: {
    en: 'Select another person as your substitute.',
    pl: 'Wybierz inną osobę na zastępstwo.',
  },
  transitionForbidden: {
    pl: 'Nie masz uprawnień do wykonania tego przejścia.',
    en: 'You do not have permission to run this transition.',
  },
  reporterLinkInvalid: {
    pl: 'Ten odnośnik jest nieprawidłowy, wygasł albo został unieważniony.',
    en: 'This link is invalid, has expired or was revoked.',
  },
  mailLinkInvalid: {
    pl: 'Ten odnośnik jest nieprawidłowy albo wygasł.',
    en: 'This link is invalid or has expired.',
  },
  mailChoiceUnknown: {
    pl: 'Tej wiadomości nie można tak zatrzymać.',
    en: 'This message cannot be stopped in this way.',
  },
  mentionForbidden: {
    pl: 'Nie masz uprawnień do wspominania osób w tym zadaniu.',
    en: 'You do not have permission to mention people in this task.',
  },
  tooManyReaders: {
    pl: 'Komentarz może wskazać najwyżej 500 osób i 500 grup',
    en: 'A comment can name at most 500 people and 500 groups',
  },
  tooManyMentions: {
    pl: 'Komentarz może wspomnieć najwyżej 50 osób',
    en: 'A comment can mention at most 50 people',
  },
  commentForbidden: {
    pl: 'Nie masz uprawnień do komentowania tego zadania.',
    en: 'You do not have permission to comment on this task.',
  },
  watchForbidden: {
    pl: 'Możesz obserwować tylko swoje zgłoszenia.',
    en: 'You can only watch tasks that you submitted.',
  },
  notificationNotFound: { pl: 'Nie znaleziono powiadomienia.', en: 'The notification was not found.' },
  snoozeTime: {
    pl: 'Podaj czas w przyszłości, najwyżej za rok.',
    en: 'Enter a time in the future, at most one year ahead.',
  },
  commentNotFound: { pl: 'Nie znaleziono komentarza.', en: 'The comment was not found.' },
  commentChangeForbidden: {
    pl: 'Komentarz może zmienić lub usunąć tylko jego autor.',
    en: 'Only the writer of a comment can edit or delete it.',
  },
  commentSavedElsewhere: {
    pl: 'Komentarz został w międzyczasie zmieniony w innym oknie.',
    en: 'The comment was changed in another window in the meantime.',
  },
  commentDeletedMeanwhile: {
    pl: 'Komentarz został w międzyczasie usunięty.',
    en: 'The comment was deleted in the meantime.',
  },
  tooManyCommentEdits: {
    pl: 'Ten komentarz był już zmieniany najwięcej razy, ile można (100). Dodaj nowy komentarz.',
    en: 'This comment already has the maximum of 100 edits. Add a new comment.',
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
  changedMeanwhile: {
    pl: 'Ktoś zmienił to w międzyczasie. Sprawdź obecną wartość i zapisz ponownie, aby ją zastąpić.',
    en: 'Another user has changed this in the meantime. Check the current value, and save again to replace it.',
  },
  dueDateForbidden: {
    pl: 'Termin może zmienić operator albo osoba, która ma to zadanie.',
    en: 'Only an operator or the assignee can change the due date.',
  },
  dueSettingsSavedElsewhere: {
    pl: 'Ktoś inny zmienił w międzyczasie godziny pracy albo terminy.',
    en: 'Another user changed the working hours or due times in the meantime.',
  },
  linkForbidden: {
    pl: 'Zadania może łączyć operator albo osoba, która ma to zadanie.',
    en: 'Only an operator or the assignee can link this task.',
  },
  linkedTaskNotFound: {
    pl: 'Nie ma takiego zadania albo go nie widzisz.',
    en: 'This task does not exist, or you cannot see it.',
  },
  linkToItself: {
    pl: 'Zadania nie można połączyć z nim samym.',
    en: 'A task cannot be linked to itself.',
  },
  linkReversed: {
    pl: 'Te zadania są już tak połączone, w drugą stronę.',
    en: 'These tasks are already linked this way, in the other direction.',
  },
  parentRefused: {
    pl: 'To zadanie nie może być podzadaniem wskazanego: ma już zadanie nadrzędne, powstałaby pętla albo zbyt wiele poziomów (20).',
    en: 'This task cannot become a subtask of that one: it has a parent already, or there would be a cycle or more than 20 levels.',
  },
  tooManyLinks: {
    pl: 'Jedno z zadań ma już najwięcej powiązań, ile może mieć (100).',
    en: 'One of the tasks already has the maximum of 100 links.',
  },
  linkNotFound: { pl: 'Nie znaleziono powiązania.', en: 'The link was not found.' },
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
  attachmentDeleteForbidden: {
    pl: 'Plik może usunąć osoba, która go dodała, albo operator. Wymagane uprawnienie: OPERATOR',
    en: 'Only the uploader or an operator can delete the file. Required permission: OPERATOR',
  },
  attachmentNotFound: { pl: 'Nie znaleziono pliku.', en: 'The file was not found.' },
  attachmentMissing: { pl: 'Wybierz plik do przesłania.', en: 'Choose a file to upload.' },
  attachmentNameTooLong: {
    pl: 'Nazwa pliku jest za długa: dozwolone jest 255 znaków.',
    en: 'The file name is too long: at most 255 characters.',
  },
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
  tooManyPendingAttachments: {
    pl: 'Do zgłoszenia można dołączyć najwyżej 10 plików.',
    en: 'A submission can have at most 10 files.',
  },
  addressQuotaExhausted: {
    pl: 'Z tego adresu sieciowego przesłano już zbyt wiele plików bez potwierdzenia. Wyślij zgłoszenie bez tego pliku i dołącz go później.',
    en: 'Too many unconfirmed files were uploaded from this network address. Submit without this file and attach it later.',
  },
  organizationQuotaExhausted: {
    pl: 'Organizacja nie przyjmuje teraz więcej plików bez potwierdzenia. Wyślij zgłoszenie bez tego pliku i dołącz go później.',
    en: 'The organization accepts no more unconfirmed files at the moment. Submit without this file and attach it later.',
  },
  uploadSecretUnknown: {
    pl: 'Dodane pliki wygasły albo zostały już wysłane. Dodaj je ponownie.',
    en: 'The added files have expired or were already submitted. Add them again.',
  },
  uploadInterrupted: {
    pl: 'Przesyłanie pliku zostało przerwane.',
    en: 'The upload was interrupted.',
  },
  savedByAnotherUser: {
    pl: 'Ktoś inny zapisał zadanie w międzyczasie.',
    en: 'Another user saved the task in the meantime.',
  },
  viewNotFound: { pl: 'Nie znaleziono widoku.', en: 'The view was not found.' },
  shareViewForbidden: {
    pl: 'Nie masz uprawnień do udostępniania widoków. Wymagane uprawnienie: OPERATOR',
    en: 'You do not have permission to share views. Required permission: OPERATOR',
  },
  changeViewForbidden: {
    pl: 'Nie masz uprawnień do zmiany udostępnionych widoków. Wymagane uprawnienie: OPERATOR',
    en: 'You do not have permission to change shared views. Required permission: OPERATOR',
  },
  unshareViewForbidden: {
    pl: 'Udostępnianie widoku może zakończyć tylko osoba, która go utworzyła.',
    en: 'Only the member who made the view can stop sharing it.',
  },
  viewSavedElsewhere: {
    pl: 'Ktoś inny zapisał ten widok w międzyczasie.',
    en: 'Another user saved this view in the meantime.',
  },
  tooManyViews: {
    pl: 'Masz już najwięcej własnych widoków, ile można mieć (50).',
    en: 'You already have the maximum of 50 views of your own.',
  },
  tooManySharedViews: {
    pl: 'Organizacja ma już najwięcej udostępnionych widoków, ile może mieć (100).',
    en: 'The organization already has the maximum of 100 shared views.',
  },
  webhookNotFound: { pl: 'Nie znaleziono webhooka.', en: 'The webhook was not found.' },
  deliveryNotFound: { pl: 'Nie znaleziono wysyłki.', en: 'The delivery was not found.' },
  webhookSavedElsewhere: {
    pl: 'Ktoś inny zapisał ten webhook w międzyczasie.',
    en: 'Another user saved this webhook in the meantime.',
  },
  tooManyWebhooks: {
    pl: 'Organizacja ma już najwięcej webhooków, ile może mieć (20).',
    en: 'The organization already has the maximum of 20 webhooks.',
  },
  webhooksUnavailable: {
    pl: 'Webhooki nie są włączone w tej instalacji. Administrator systemu musi ustawić WEBHOOK_KEYS.',
    en: 'Webhooks are not enabled in this installation. The system administrator must set WEBHOOK_KEYS.',
  },
  deliveryPending: {
    pl: 'Ta wiadomość już czeka na wysłanie.',
    en: 'This message is already waiting to be sent.',
  },
  webhookInactive: {
    pl: 'Webhook jest wyłączony. Najpierw go włącz.',
    en: 'The webhook is off. Switch it on first.',
  },
  noSuchIntegration: {
    pl: 'Nie ma takiej integracji w organizacji',
    en: 'The organization has no such integration',
  },
  invalidWebhookUrl: {
    pl: 'Podaj adres, który zaczyna się od https://',
    en: 'Enter an address that starts with https://',
  },
  webhookUrlNeedsHttps: {
    pl: 'Adres musi zaczynać się od https://',
    en: 'The address must start with https://',
  },
  webhookUrlHasUser: {
    pl: 'Adres nie może zawierać nazwy użytkownika ani hasła',
    en: 'The address must not contain a user name or password',
  },
  webhookHostUnknown: {
    pl: 'Nie udało się znaleźć serwera o tej nazwie',
    en: 'No server with this name was found',
  },
  webhookAddressRefused: {
    pl: 'Ten adres prowadzi do sieci prywatnej lub zastrzeżonej',
    en: 'This address leads to a private or reserved network',
  },
  cannedReplyNotFound: { pl: 'Nie znaleziono szablonu odpowiedzi.', en: 'The canned reply was not found.' },
  changeCannedRepliesForbidden: {
    pl: 'Nie masz uprawnień do zmiany szablonów odpowiedzi. Wymagane uprawnienie: OPERATOR',
    en: 'You do not have permission to change canned replies. Required permission: OPERATOR',
  },
  cannedReplySavedElsewhere: {
    pl: 'Ktoś inny zapisał ten szablon w międzyczasie.',
    en: 'Another user saved this canned reply in the meantime.',
  },
  tooManyCannedReplies: {
    pl: 'Organizacja ma już najwięcej szablonów odpowiedzi, ile może mieć (200).',
    en: 'The organization already has the maximum of 200 canned replies.',
  },
  unknownPlaceholders: {
    pl: 'Nieznane pola',
    en: 'Unknown placeholders',
  },
  noTransitionOfName: {
    pl: 'To zadanie nie ma teraz takiego przejścia.',
    en: 'This task does not offer such a transition now.',
  },
  nothingToUndo: {
    pl: 'W tym zadaniu nie ma czego cofnąć.',
    en: 'There is nothing to undo in this task.',
  },
  changedSinceUndo: {
    pl: 'Ktoś zmienił to zadanie w międzyczasie, więc zmiana nie została cofnięta.',
    en: 'The task was changed in the meantime, so the change was not undone.',
  },
  mailFiles: { pl: 'Pliki', en: 'Files' },
  mailFilesRefused: {
    pl: 'Nie dołączono plików, których rodzaj lub rozmiar nie jest dozwolony',
    en: 'Files that were not attached, because their type or size is not allowed',
  },
  mailInSettingsSavedElsewhere: {
    pl: 'Ktoś inny zapisał to ustawienie w międzyczasie.',
    en: 'Another user saved this setting in the meantime.',
  },
  keyReused: {
    pl: 'Ten klucz Idempotency-Key posłużył już do innego zgłoszenia.',
    en: 'This Idempotency-Key was already used for a different request.',
  },
} as const;

export const translate = createTranslate(messages, 'pl');
