import type { NotificationReason, otherReason } from '@obieg/contracts';
import type { MailLanguage } from '@obieg/service-kit/mail';

interface ReasonValues {
  /** Empty if no person caused the news. */
  actor: string;
  /** The new status, or the group. */
  detail: string;
}

export interface TaskMailTexts {
  greeting: string;
  signature: string;
  /** Instead of `signature` in a mail that can be answered. */
  answerable: string;
  settings: string;
  addressCheck: {
    subject(task: number): string;
    /** Instead of `subject` if the address is verified, and only files wait. */
    confirmSubject(task: number): string;
    received(task: number, organization: string): string;
    verify: string;
    /** Introduces the list of files. */
    files(hours: number): string;
    link: string;
    confirmLink: string;
    notYours: string;
    reason: string;
  };
  news: {
    subject(task: number, title: string): string;
    intro(task: number, title: string, organization: string): string;
    status(name: string): string;
    comment(writer: string): string;
    link: string;
    linkNote(days: number): string;
    reason: string;
  };
  notifications: {
    subject(task: string): string;
    intro(task: string, organization: string): string;
    openTask: string;
    /** Instead of `openTask` if the task waits for a decision. Opening decides nothing. */
    decide: string;
    digestSubject(tasks: number, organization: string): string;
    digestIntro(organization: string): string;
    openInbox: string;
    why(reasons: readonly string[]): string;
    mute: string;
  };
  answerRefused: {
    subject(task: number): string;
    intro(task: number): string;
    link: string;
    reason: string;
  };
  taskForm: {
    subject(organization: string): string;
    intro(organization: string): string;
    link: string;
    notYours: string;
    reason: string;
  };
  webhookOff: {
    subject(organization: string): string;
    intro(organization: string, days: number): string;
    link: string;
    note: string;
  };
  /** What happened. */
  reasons: Record<NotificationReason | typeof otherReason, (values: ReasonValues) => string>;
  /** Why the recipient gets the mail. */
  reasonNames: Record<NotificationReason | typeof otherReason, string>;
}

const by = (actor: string): string => (actor === '' ? '' : ` (${actor})`);

const polish: TaskMailTexts = {
  greeting: 'Dzień dobry,',
  signature: 'Wiadomość wysłana automatycznie przez system Obieg. Prosimy na nią nie odpowiadać.',
  answerable: 'Wiadomość z systemu Obieg. Odpowiedź na nią stanie się komentarzem w zadaniu.',
  settings: 'Ustawienia wiadomości',
  addressCheck: {
    subject: (task) => `Zgłoszenie ${task}: potwierdź adres e-mail`,
    confirmSubject: (task) => `Zgłoszenie ${task}: potwierdź pliki`,
    received: (task, organization) => `zgłoszenie w organizacji ${organization} ma numer ${task}.`,
    verify: 'Potwierdź ten adres, a napiszemy, gdy coś się w zgłoszeniu zmieni.',
    files: (hours) =>
      `Do zgłoszenia dodano pliki. Dołączymy je w Twoim imieniu, gdy potwierdzisz, że zgłoszenie jest Twoje. Bez potwierdzenia usuniemy je po ${hours} godzinach:`,
    link: 'Potwierdź adres',
    confirmLink: 'Potwierdź zgłoszenie',
    notYours: 'Jeśli to nie Twoje zgłoszenie, nic nie musisz robić.',
    reason: 'Ten adres podano w zgłoszeniu.',
  },
  news: {
    subject: (task, title) => `Zgłoszenie ${task}: ${title}`,
    intro: (task, title, organization) =>
      `w zgłoszeniu ${task} „${title}” w organizacji ${organization} jest coś nowego:`,
    status: (name) => `Nowy status: ${name}`,
    comment: (writer) => `Komentarz (${writer})`,
    link: 'Zobacz i odpowiedz',
    linkNote: (days) =>
      `Odnośnik jest tylko dla Ciebie i działa ${days} dni. Kto go ma, widzi to zgłoszenie i może w nim odpowiadać.`,
    reason: 'Dostajesz tę wiadomość, bo to Twoje zgłoszenie.',
  },
  notifications: {
    subject: (task) => `Zadanie ${task}`,
    intro: (task, organization) => `w zadaniu ${task} w organizacji ${organization} jest coś nowego:`,
    openTask: 'Otwórz zadanie',
    decide: 'Zobacz zadanie i zdecyduj',
    digestSubject: (tasks, organization) => `Podsumowanie dnia: ${organization} (zadania: ${tasks})`,
    digestIntro: (organization) => `oto, co nowego w zadaniach organizacji ${organization}:`,
    openInbox: 'Otwórz powiadomienia',
    why: (reasons) => `Dostajesz tę wiadomość z powodu: ${reasons.join(', ')}.`,
    mute: 'Wycisz',
  },
  answerRefused: {
    subject: (task) => `Zadanie ${task}: odpowiedź nie została dodana`,
    intro: (task) =>
      `Twojej odpowiedzi nie dodano do zadania ${task}, bo nie możesz już w nim pisać albo zadania już nie ma.`,
    link: 'Otwórz zadanie',
    reason:
      'Dostajesz tę wiadomość, bo z Twojego adresu przyszła odpowiedź. Wysyłamy ją najwyżej raz dziennie.',
  },
  taskForm: {
    subject: (organization) => `Twoje zgłoszenie: ${organization}`,
    intro: (organization) =>
      `dziękujemy za wiadomość. ${organization} potrzebuje jeszcze odpowiedzi na kilka pytań, dlatego z wiadomości nie powstało zgłoszenie. Wypełnij, proszę, formularz:`,
    link: 'Otwórz formularz',
    notYours: 'Jeśli to nie Twoja wiadomość, nic nie musisz robić.',
    reason: 'Dostajesz tę wiadomość, bo z Twojego adresu przyszło zgłoszenie.',
  },
  webhookOff: {
    subject: (organization) => `Webhook wyłączony: ${organization}`,
    intro: (organization, days) =>
      `wyłączyliśmy webhook organizacji ${organization}, bo od ${days} dni jego odbiorca nie przyjmuje wiadomości:`,
    link: 'Zobacz, co się nie udało',
    note: 'Gdy odbiorca znów działa, włącz webhook na tej stronie. Wiadomości sprzed ponad doby nie zostaną wysłane ponownie.',
  },
  reasons: {
    ASSIGNED: ({ actor }) => `Zadanie przypisano Tobie${by(actor)}`,
    ASSIGNED_TO_GROUP: ({ actor, detail }) => `Zadanie przypisano grupie ${detail}${by(actor)}`,
    MENTIONED: ({ actor }) => `Wzmianka o Tobie${by(actor)}`,
    COMMENTED: ({ actor }) => `Komentarz${by(actor)}`,
    STATUS_CHANGED: ({ actor, detail }) => `Nowy status: ${detail}${by(actor)}`,
    APPROVAL_REQUESTED: ({ detail }) => `Zadanie czeka na Twoją decyzję: ${detail}`,
    DUE_SOON: () => 'Zbliża się termin',
    OVERDUE: () => 'Termin minął',
    TARGET_SOON: () => 'Kończy się czas na zadanie',
    TARGET_MISSED: () => 'Czas na zadanie minął',
    REPORTER_UPDATE: ({ detail }) => `Nowy status: ${detail}`,
    OTHER: () => 'Inna zmiana',
  },
  reasonNames: {
    ASSIGNED: 'przypisanie do Ciebie',
    ASSIGNED_TO_GROUP: 'przypisanie do Twojej grupy',
    MENTIONED: 'wzmianka o Tobie',
    COMMENTED: 'komentarz w obserwowanym zadaniu',
    STATUS_CHANGED: 'zmiana statusu obserwowanego zadania',
    APPROVAL_REQUESTED: 'akceptacja, o której decydujesz',
    DUE_SOON: 'zbliżający się termin',
    OVERDUE: 'przekroczony termin',
    TARGET_SOON: 'kończący się czas na zadanie',
    TARGET_MISSED: 'przekroczony czas na zadanie',
    REPORTER_UPDATE: 'Twoje zgłoszenie',
    OTHER: 'inna zmiana',
  },
};

const english: TaskMailTexts = {
  greeting: 'Hello,',
  signature: 'Sent automatically by Obieg. Please do not reply to this message.',
  answerable: 'Sent by Obieg. Your answer to this message becomes a comment on the task.',
  settings: 'Mail settings',
  addressCheck: {
    subject: (task) => `Task ${task}: verify your e-mail address`,
    confirmSubject: (task) => `Task ${task}: confirm the files`,
    received: (task, organization) => `A task in the organization ${organization} has the number ${task}.`,
    verify: 'Verify this address, and we will write when something changes in the task.',
    files: (hours) =>
      `Files were added to the task. We will attach them in your name once you confirm that the task is yours. Without a confirmation, we delete them after ${hours} hours:`,
    link: 'Verify the address',
    confirmLink: 'Confirm the task',
    notYours: 'If you did not submit this task, you can ignore this message.',
    reason: 'This address was entered in a task.',
  },
  news: {
    subject: (task, title) => `Task ${task}: ${title}`,
    intro: (task, title, organization) =>
      `There is news in the task ${task} “${title}” in the organization ${organization}:`,
    status: (name) => `New status: ${name}`,
    comment: (writer) => `Comment (${writer})`,
    link: 'View and reply',
    linkNote: (days) =>
      `The link is only for you and works for ${days} days. Anyone who has it can view this task and reply in it.`,
    reason: 'You receive this message because you submitted the task.',
  },
  notifications: {
    subject: (task) => `Task ${task}`,
    intro: (task, organization) => `There is news in the task ${task} in the organization ${organization}:`,
    openTask: 'Open the task',
    decide: 'See the task and decide',
    digestSubject: (tasks, organization) => `Daily digest: ${organization} (tasks: ${tasks})`,
    digestIntro: (organization) => `This is new in the tasks of the organization ${organization}:`,
    openInbox: 'Open the notifications',
    why: (reasons) => `You receive this message because of: ${reasons.join(', ')}.`,
    mute: 'Mute',
  },
  answerRefused: {
    subject: (task) => `Task ${task}: your answer was not added`,
    intro: (task) =>
      `Your answer was not added to the task ${task}, because you cannot write in it any more or the task no longer exists.`,
    link: 'Open the task',
    reason:
      'You receive this message because an answer came from your address. We send it once a day at most.',
  },
  taskForm: {
    subject: (organization) => `Your task: ${organization}`,
    intro: (organization) =>
      `Thank you for your message. ${organization} needs answers to some questions, so your message did not create a task. Please complete the form:`,
    link: 'Open the form',
    notYours: 'If this was not your message, you can ignore this one.',
    reason: 'You receive this message because a task came from your address.',
  },
  webhookOff: {
    subject: (organization) => `Webhook switched off: ${organization}`,
    intro: (organization, days) =>
      `We switched off a webhook of the organization ${organization}, because its receiver has not accepted a message for ${days} days:`,
    link: 'See what failed',
    note: 'Once the receiver works again, switch the webhook on at this page. Messages older than a day are not sent again.',
  },
  reasons: {
    ASSIGNED: ({ actor }) => `The task was assigned to you${by(actor)}`,
    ASSIGNED_TO_GROUP: ({ actor, detail }) => `The task was assigned to the group ${detail}${by(actor)}`,
    MENTIONED: ({ actor }) => `You were mentioned${by(actor)}`,
    COMMENTED: ({ actor }) => `Comment${by(actor)}`,
    STATUS_CHANGED: ({ actor, detail }) => `New status: ${detail}${by(actor)}`,
    APPROVAL_REQUESTED: ({ detail }) => `The task waits for your decision: ${detail}`,
    DUE_SOON: () => 'The task is due soon',
    OVERDUE: () => 'The task is overdue',
    TARGET_SOON: () => 'A target of the task ends soon',
    TARGET_MISSED: () => 'A target of the task was missed',
    REPORTER_UPDATE: ({ detail }) => `New status: ${detail}`,
    OTHER: () => 'Another change',
  },
  reasonNames: {
    ASSIGNED: 'assigned to you',
    ASSIGNED_TO_GROUP: 'assigned to your group',
    MENTIONED: 'mentioned',
    COMMENTED: 'a comment on a watched task',
    STATUS_CHANGED: 'a new status of a watched task',
    APPROVAL_REQUESTED: 'an approval that you decide',
    DUE_SOON: 'due soon',
    OVERDUE: 'overdue',
    TARGET_SOON: 'a target that ends soon',
    TARGET_MISSED: 'a missed target',
    REPORTER_UPDATE: 'your task',
    OTHER: 'another change',
  },
};

export const taskMailTexts: Record<MailLanguage, TaskMailTexts> = { pl: polish, en: english };
