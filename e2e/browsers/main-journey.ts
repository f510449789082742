import { demoPassword } from '../support/people';
import type { Browser } from './driver';
import { createScreen, type Screen } from './screen';

const button = (name: string) => ({ role: 'button', name });
const heading = (name: string) => ({ role: 'heading', name });
const comment = 'Jadę na miejsce. Zażółć gęślą jaźń.';

/** A visitor answers the questions of the wizard. @returns the path of the task */
const submitTask = async (screen: Screen, organization: string, title: string): Promise<string> => {
  await screen.open(`${organization}/submit-task`);
  await screen.click(button('Usterka sprzętu'));
  await screen.click(button('Drukarka'));
  await screen.see(heading('Jaki to model i gdzie stoi?'));
  await screen.type('Jaki to model i gdzie stoi?', 'HP LaserJet, pokój 204');
  await screen.click(button('Dalej'));
  await screen.click(button('Kontynuuj - Uzupełnij szczegóły zadania'));
  await screen.see(heading('Szczegóły zadania'));
  await screen.type('Tytuł', title);
  await screen.type('Opis', 'Zgłasza zacięcie, choć papieru nie ma.');
  await screen.type('Adres e-mail zgłaszającego', 'gosc@example.com');
  await screen.click(button('Utwórz zadanie'));
  await screen.see(heading('Zadanie zostało utworzone'));
  await screen.click({ role: 'link', name: 'Przejdź do zadania' });
  await screen.see(heading(title));
  return screen.seePath(/^\/task\/[1-9]\d{11}$/);
};

const signIn = async (screen: Screen, organization: string): Promise<void> => {
  await screen.open(`${organization}/login`);
  await screen.type('Email or Username', 'olga@acme.test');
  await screen.click(button('Continue'));
  await screen.type('Password', demoPassword);
  await screen.click(button('Login'));
  await screen.see(heading('Dashboard Overview'));
};

/** An operator finds the task in the list, comments it and completes it. */
const completeTask = async (screen: Screen, title: string): Promise<void> => {
  await screen.click({ role: 'link', name: 'Lista Zadań' });
  await screen.see(heading('Lista Zadań'));
  await screen.click({ role: 'checkbox', name: 'Przypisane do mnie' });
  await screen.click({ text: title });
  await screen.see(heading(title));
  await screen.see({ text: 'HP LaserJet, pokój 204' });
  await screen.type('Komentarz', comment);
  await screen.click(button('Dodaj komentarz'));
  await screen.see({ text: comment });
  await screen.see(button('Rozpocznij'));
  await screen.clickUntilGone(button('Rozpocznij'));
  await screen.see(button('Zakończ'));
  await screen.clickUntilGone(button('Zakończ'));
  await screen.see({ text: 'Zakończone' });
};

const signOut = async (screen: Screen, organization: string): Promise<void> => {
  await screen.click(button('Wyloguj'));
  await screen.seePath(/^\/login$/);
  await screen.open(`${organization}/tasks`);
  await screen.seePath(/^\/login$/);
};

/** The job of the product: a visitor submits a task and follows it by its number, a member completes it. */
export const playMainJourney = async (browser: Browser, organization: string): Promise<void> => {
  const title = 'Nie działa drukarka na piętrze';
  const visitor = createScreen(await browser.openPage());
  const path = await submitTask(visitor, organization, title);

  const operator = createScreen(await browser.openPage());
  await signIn(operator, organization);
  await completeTask(operator, title);

  await visitor.open(`${organization}${path}`);
  await visitor.see({ text: 'Zakończone' });
  await visitor.seeNo({ text: comment });
  await signOut(operator, organization);
};
