import type { Language } from '@obieg/contracts';
import { createTranslate } from '@obieg/service-kit';

/** Server messages, which the specification quotes in English. */
const messages = {
  savedMeanwhile: {
    en: 'Another user saved changes in the meantime.',
    pl: 'Ktoś inny zapisał zmiany w międzyczasie.',
  },
  configurationTooLarge: {
    en: 'This change makes the workflow of the organization larger than 1 MB. Shorten texts or delete unused entries.',
    pl: 'Po tej zmianie obieg organizacji przekracza 1 MB. Skróć teksty albo usuń to, co nieużywane.',
  },
  tooManyParameters: {
    en: 'A workflow can have {max} parameters. This change would make it {count}.',
    pl: 'Obieg może mieć {max} parametrów. Po tej zmianie miałby {count}.',
  },
  tooManyStatuses: {
    en: 'A workflow can have {max} statuses. This change would make it {count}.',
    pl: 'Obieg może mieć {max} statusów. Po tej zmianie miałby {count}.',
  },
  tooManyTransitions: {
    en: 'A workflow can have {max} transitions. This change would make it {count}.',
    pl: 'Obieg może mieć {max} przejść. Po tej zmianie miałby {count}.',
  },
  tooManyConditions: {
    en: 'A workflow can have {max} dependencies and conditions. This change would make it {count}.',
    pl: 'Obieg może mieć {max} zależności i warunków. Po tej zmianie miałby {count}.',
  },
  tooManyRequired: {
    en: 'The transitions of a workflow can require {max} parameters in total. This change would make it {count}.',
    pl: 'Przejścia mogą wymagać łącznie {max} parametrów. Po tej zmianie wymagałyby {count}.',
  },
  tooManyComparedValues: {
    en: 'Conditions can name {max} different values of one parameter. This change would make it {count}.',
    pl: 'Warunki mogą wskazywać {max} różnych wartości jednego parametru. Po tej zmianie wskazywałyby {count}.',
  },
  tooManyDialogValues: {
    en: 'The transitions from one status can offer {max} dictionary values in total. This change would make it {count}.',
    pl: 'Przejścia z jednego statusu mogą oferować łącznie {max} wartości słowników. Po tej zmianie oferowałyby {count}.',
  },
  parameterNameTaken: {
    en: 'Parameter name already exists. Please choose a different name.',
    pl: 'Parametr o tej nazwie już istnieje. Wybierz inną nazwę.',
  },
  statusNameTaken: {
    en: 'A status with this name already exists in your organization.',
    pl: 'Status o tej nazwie już istnieje w Twojej organizacji.',
  },
  scenarioNameTaken: {
    en: 'A scenario with this name already exists.',
    pl: 'Scenariusz o tej nazwie już istnieje.',
  },
  tooManyScenarios: {
    en: 'An organization can have 100 scenarios. Delete one first.',
    pl: 'Organizacja może mieć 100 scenariuszy. Najpierw usuń jeden z nich.',
  },
  calendarNameTaken: {
    en: 'A calendar with this name already exists.',
    pl: 'Kalendarz o tej nazwie już istnieje.',
  },
  tooManyCalendars: {
    en: 'An organization can have {max} calendars. Delete one first.',
    pl: 'Organizacja może mieć {max} kalendarzy. Najpierw usuń jeden z nich.',
  },
  tooManyTargets: {
    en: 'An organization can have {max} targets. Delete one first.',
    pl: 'Organizacja może mieć {max} celów. Najpierw usuń jeden z nich.',
  },
  defaultCalendarNeeded: {
    en: 'One calendar must be the default one. Make another calendar the default instead.',
    pl: 'Jeden kalendarz musi być domyślny. Ustaw zamiast tego inny kalendarz jako domyślny.',
  },
  calendarInUse: {
    en: 'The calendar cannot be deleted: {uses}.',
    pl: 'Nie można usunąć kalendarza: {uses}.',
  },
  usedAsDefault: { en: 'it is the default calendar', pl: 'to kalendarz domyślny' },
  usedByTargets: { en: 'targets use it: {names}', pl: 'używają go cele: {names}' },
  valueUsedByTargets: { en: 'targets use it: {names}', pl: 'wskazują na nią cele: {names}' },
  targets: { en: 'targets {names}', pl: 'cele {names}' },
  calendarUnknown: { en: 'This calendar does not exist.', pl: 'Nie ma takiego kalendarza.' },
  calendarNotInFile: {
    en: 'The file has no calendar "{name}".',
    pl: 'W pliku nie ma kalendarza „{name}”.',
  },
  countryUnknown: {
    en: 'The holidays of this country are not known.',
    pl: 'Dni wolne tego kraju nie są znane.',
  },
  regionUnknown: {
    en: 'The holidays of this region are not known.',
    pl: 'Dni wolne tego regionu nie są znane.',
  },
  icsUnreadable: {
    en: 'The file is not a calendar in the format ICS.',
    pl: 'To nie jest plik kalendarza w formacie ICS.',
  },
  icsTooLong: {
    en: 'The file has too many days. Export a shorter period.',
    pl: 'Plik ma za dużo dni. Wyeksportuj krótszy okres.',
  },
  holiday: { en: 'Holiday', pl: 'Dzień wolny' },
  weekInvalid: {
    en: 'A week needs spans that end after their beginning and do not overlap.',
    pl: 'Tydzień musi mieć przedziały, które kończą się po początku i nie nachodzą na siebie.',
  },
  momentInFile: {
    en: 'Give either an event or statuses.',
    pl: 'Podaj albo zdarzenie, albo statusy.',
  },
  defaultCalendarInFile: {
    en: 'Exactly one calendar of the file must be the default one.',
    pl: 'Dokładnie jeden kalendarz w pliku musi być domyślny.',
  },
  parentMissing: { en: 'Please select a parent parameter.', pl: 'Wybierz parametr nadrzędny.' },
  parentIsSelf: { en: 'A parameter cannot depend on itself.', pl: 'Parametr nie może zależeć od siebie.' },
  dependencyCycle: {
    en: '{parent} depends on this parameter. Dependencies must not form a cycle.',
    pl: '{parent} zależy od tego parametru: zależności nie mogą tworzyć pętli.',
  },
  duplicateValue: { en: 'This value is duplicated.', pl: 'Ta wartość jest podana dwa razy.' },
  valuesMissing: {
    en: 'A dictionary needs at least one value.',
    pl: 'Słownik musi mieć co najmniej jedną wartość.',
  },
  activeValuesMissing: {
    en: 'An active dictionary needs at least one active value.',
    pl: 'Aktywny słownik musi mieć co najmniej jedną aktywną wartość, inaczej nikt nie odpowie.',
  },
  valueInUse: {
    en: 'The value {value} cannot be removed: {uses}.',
    pl: 'Nie można usunąć wartości {value}: {uses}.',
  },
  renamedValueInUse: {
    en: 'The value {value} is named elsewhere: {uses}.',
    pl: 'Wartość {value} jest wskazana gdzie indziej: {uses}.',
  },
  dictionaryInUse: {
    en: 'The type cannot be changed, because dictionary values are in use: {uses}.',
    pl: 'Nie można zmienić typu, bo wartości słownika są używane: {uses}.',
  },
  typeInUse: {
    en: 'The type cannot be changed, because conditions or default values would become invalid: {uses}.',
    pl: 'Nie można zmienić typu, bo warunki lub wartości domyślne przestałyby pasować: {uses}.',
  },
  parameterInUse: {
    en: 'The parameter cannot be deleted: {uses}.',
    pl: 'Nie można usunąć parametru: {uses}.',
  },
  statusInUse: { en: 'The status cannot be deleted: {uses}.', pl: 'Nie można usunąć statusu: {uses}.' },
  usedByParameters: { en: 'parameters depend on it: {names}', pl: 'zależą od niego parametry: {names}' },
  usedByTransitions: { en: 'transitions use it: {names}', pl: 'wskazują na niego przejścia: {names}' },
  valueUsedByParameters: {
    en: 'parameter dependencies use it: {names}',
    pl: 'wskazują na nią zależności parametrów: {names}',
  },
  valueUsedByTransitions: {
    en: 'transitions use it: {names}',
    pl: 'wskazują na nią przejścia: {names}',
  },
  parameters: { en: 'parameters {names}', pl: 'parametry {names}' },
  transitions: { en: 'transitions {names}', pl: 'przejścia {names}' },
  andOthers: { en: ' and others', pl: ' i inne' },
  usedByTasks: { en: 'tasks have this status', pl: 'mają go zadania' },
  startStatusType: {
    en: 'New tasks start in this status, so its type must stay INITIAL. Transitions: {names}.',
    pl: 'Tu zaczynają się nowe zadania, więc status pozostaje INITIAL. Przejścia: {names}.',
  },
  duplicateInOrder: { en: 'The parameter is listed twice.', pl: 'Parametr jest podany dwa razy.' },
  unknownInOrder: {
    en: 'This parameter does not exist anymore. Reload the list.',
    pl: 'Tego parametru nie ma lub już go nie ma. Odśwież listę.',
  },
  askedLater: {
    en: '“{parameter}” depends on the answer to “{awaited}”, so it is asked after it.',
    pl: '„{parameter}” zależy od odpowiedzi na „{awaited}”, więc jest zadawane po nim.',
  },
  orderStale: {
    en: 'Parameters were added in the meantime. Reload the list.',
    pl: 'W międzyczasie dodano parametry. Odśwież listę.',
  },
  orderChanged: {
    en: 'Another user changed the order in the meantime.',
    pl: 'Ktoś inny zmienił kolejność w międzyczasie.',
  },
  parameterUnknown: { en: 'This parameter does not exist.', pl: 'Nie ma takiego parametru.' },
  statusUnknown: { en: 'This status does not exist.', pl: 'Nie ma takiego statusu.' },
  groupUnknown: { en: 'This group does not exist.', pl: 'Nie ma takiej grupy.' },
  approvalTransitionElsewhere: {
    en: 'Select a transition from this status.',
    pl: 'Wybierz przejście z tego statusu.',
  },
  approvalTransitionsEqual: {
    en: 'Approval and rejection need different transitions.',
    pl: 'Akceptacja i odrzucenie muszą prowadzić innymi przejściami.',
  },
  approvalNeedsFromStatus: {
    en: 'The approval of the status "{status}" decides by this transition, so it must start there.',
    pl: 'O tym przejściu decyduje akceptacja statusu „{status}”, więc musi się w nim zaczynać.',
  },
  approvalTransitionNotInFile: {
    en: 'The file has no transition "{name}" from this status.',
    pl: 'W pliku nie ma przejścia „{name}” z tego statusu.',
  },
  approvalTransitionAmbiguous: {
    en: 'The file has several transitions "{name}" from this status.',
    pl: 'W pliku jest kilka przejść „{name}” z tego statusu.',
  },
  transitionInUse: {
    en: 'The transition cannot be deleted: {uses}.',
    pl: 'Nie można usunąć przejścia: {uses}.',
  },
  usedByApproval: {
    en: 'the approval of a status decides by it: {names}',
    pl: 'decyduje o nim akceptacja statusu: {names}',
  },
  toStatusMissing: { en: 'To status is required', pl: 'Status docelowy jest wymagany' },
  toStatusNotInitial: {
    en: 'A new task must start in an INITIAL status.',
    pl: 'Nowe zadanie zaczyna się w statusie INITIAL.',
  },
  duplicateRequired: {
    en: 'The parameter is listed twice.',
    pl: 'Parametr jest wymagany dwa razy.',
  },
  revisionNewer: {
    en: 'Another user changed the workflow in the meantime. Check the changes again.',
    pl: 'Ktoś inny zmienił w międzyczasie obieg. Sprawdź zmiany jeszcze raz.',
  },
  layoutSavedMeanwhile: {
    en: 'Another user moved statuses in the meantime.',
    pl: 'Ktoś inny przesunął w międzyczasie statusy.',
  },
  duplicatePosition: {
    en: 'The status has two positions.',
    pl: 'Status ma dwie pozycje.',
  },
  baseRevisionMissing: {
    en: 'State the revision that this change is based on.',
    pl: 'Podaj wersję, na której opiera się ta zmiana.',
  },
  duplicateInFile: {
    en: 'The name "{name}" is used twice in the file.',
    pl: 'Nazwa „{name}” jest w pliku użyta dwa razy.',
  },
  parameterNotInFile: {
    en: 'The file has no parameter "{name}".',
    pl: 'W pliku nie ma parametru „{name}”.',
  },
  statusNotInFile: { en: 'The file has no status "{name}".', pl: 'W pliku nie ma statusu „{name}”.' },
  valuesWithoutDictionary: {
    en: 'Only a parameter of type DICTIONARY has values.',
    pl: 'Wartości ma tylko parametr typu DICTIONARY.',
  },
  cycleInFile: {
    en: 'The dependencies of this parameter form a cycle.',
    pl: 'Zależności tego parametru tworzą pętlę.',
  },
  groupNotFound: {
    en: 'The organization has no group "{path}".',
    pl: 'W organizacji nie ma grupy „{path}”.',
  },
} as const;

export type MessageKey = keyof typeof messages;

export const translate = createTranslate<MessageKey>(messages, 'en');

const namesShown = 5;

/** Quotes up to five names. */
export const formatNames = (language: Language, names: readonly string[]): string =>
  names
    .slice(0, namesShown)
    .map((name) => `"${name}"`)
    .join(', ') + (names.length > namesShown ? translate(language, 'andOthers') : '');
