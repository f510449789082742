import { acmeTasks } from './acme-tasks';
import { acmeWorkflow } from './acme-workflow';
import type { DemoOrganization } from './demo-model';

const acme: DemoOrganization = {
  codeName: 'acme',
  name: 'Acme Logistyka',
  people: [
    { username: 'anna', email: 'anna@acme.test', role: 'ORG_ADMIN' },
    { username: 'wiktor', email: 'wiktor@acme.test', role: 'WORKFLOW_MANAGER' },
    { username: 'olga', email: 'olga@acme.test', role: 'OPERATOR' },
    { username: 'marek', email: 'marek@acme.test', role: 'MEMBER' },
    { username: 'rita', email: 'rita@acme.test', role: 'REPORTER' },
  ],
  invited: [{ username: 'iga', email: 'iga@acme.test', role: 'OPERATOR' }],
  administrator: 'anna',
  workflowManager: 'wiktor',
  integration: { name: 'Monitoring', roles: ['OPERATOR'], scopes: ['tasks:read', 'tasks:write'] },
  ...acmeWorkflow,
  calendar: { name: 'Biuro', fromYear: 2026, untilYear: 2027 },
  targets: [
    {
      metric: 'Pierwsza odpowiedź',
      priorities: ['HIGHEST', 'HIGH'],
      minutes: 60,
      end: { event: 'FIRST_REPLY' },
      pausedStatuses: [],
    },
    {
      metric: 'Pierwsza odpowiedź',
      priorities: [],
      minutes: 240,
      end: { event: 'FIRST_REPLY' },
      pausedStatuses: [],
    },
    {
      metric: 'Rozwiązanie',
      priorities: [],
      minutes: 2_400,
      end: { event: 'FINISHED' },
      pausedStatuses: ['Czeka na zgłaszającego'],
    },
  ],
  tasks: acmeTasks,
  answers: [
    {
      task: 'Drukarka etykiet drukuje puste paski',
      by: 'marek@acme.test',
      text: [
        'Od tygodnia bez jednej pustej etykiety. Można zamknąć temat rolek.',
        '',
        '-- ',
        'Marek Wiśniewski',
        'Magazyn, rampa 3',
        '',
        'W dniu 30.11.2026 o 10:00, Obieg pisze:',
        '> Dzień dobry,',
        '>',
        '> w zadaniu jest coś nowego:',
        '> Proszę dać znać, gdyby wróciło.',
      ].join('\n'),
    },
  ],
  dueHours: { HIGHEST: 8 },
  due: [
    { task: 'Skaner na linii 2 nie czyta kodów QR', inDays: -2 },
    { task: 'Przeciek w dachu nad regałem C14', inDays: 0 },
    { task: 'VPN dla nowej spedytorki', inDays: 3 },
    { task: 'Portal klienta nie pokazuje statusu przesyłki', inDays: 10 },
  ],
  links: [
    {
      from: 'Portal klienta po angielsku mimo polskich ustawień',
      type: 'DUPLICATES',
      to: 'Portal klienta nie pokazuje statusu przesyłki',
    },
    {
      from: 'System magazynowy gubi ostatni skan przed przerwą',
      type: 'BLOCKS',
      to: 'Skaner na linii 2 nie czyta kodów QR',
    },
    {
      from: 'VPN dla nowej spedytorki',
      type: 'RELATES',
      to: 'VPN przestał łączyć po zmianie hasła',
    },
    {
      from: 'Przeciek w dachu nad regałem C14',
      type: 'PARENT_OF',
      to: 'Uszkodzona bariera przy rampie 4',
    },
    {
      from: 'Przeciek w dachu nad regałem C14',
      type: 'PARENT_OF',
      to: 'Telefon stacjonarny w dyspozytorni głuchy',
    },
  ],
  cannedReplies: [
    {
      name: 'Przyjęcie zgłoszenia',
      content:
        'Dzień dobry,\n\nprzyjęliśmy zgłoszenie {{task.number}} „{{task.title}}”. Zajmuje się nim {{task.assignee}}.\n\nPozdrawiamy\n{{organization.name}}',
    },
    {
      name: 'Prośba o zdjęcie',
      content:
        'Prosimy o zdjęcie usterki. Można je dodać do zgłoszenia {{task.number}} albo wkleić w komentarzu.',
    },
    {
      name: 'Zamknięcie zgłoszenia',
      content:
        'Zgłoszenie „{{task.title}}” ma status „{{task.status}}”. Jeśli problem wróci, proszę napisać komentarz.\n\n{{my.name}}',
    },
  ],
  views: [
    {
      name: 'Pilne i otwarte',
      by: 'olga',
      isShared: true,
      query: { statusTypes: 'INITIAL,INTERMEDIATE', priorities: 'HIGHEST,HIGH' },
      sort: { by: 'priority', direction: 'desc' },
      columns: ['priority', 'title', 'statusName', 'assignee', 'lastUpdatedAt'],
    },
    {
      name: 'Helpdesk, ostatni tydzień',
      by: 'olga',
      query: { updatedDays: '7' },
      group: 'Helpdesk',
      sort: { by: 'lastUpdatedAt', direction: 'desc' },
    },
  ],
};

const globex: DemoOrganization = {
  codeName: 'globex',
  name: 'Globex Serwis',
  // Dates and times differ from those of Warsaw by an hour.
  timeZone: 'Europe/Lisbon',
  people: [
    { username: 'greta', email: 'greta@globex.test', role: 'ORG_ADMIN' },
    { username: 'gustaw', email: 'gustaw@globex.test', role: 'MEMBER' },
    {
      username: 'gerda',
      email: 'gerda@globex.test',
      role: 'OPERATOR',
      totpSecret: 'OBIEGDEMOOBIEGDEMOOBIEGDEMOOBIEG',
    },
  ],
  administrator: 'greta',
  workflowManager: 'greta',
  groups: [
    { name: 'Serwisanci', description: 'Jeżdżą do klientów', members: { greta: 'LEADER', gustaw: 'MEMBER' } },
    { name: 'Biuro', description: 'Umowy i faktury', members: { greta: 'LEADER' } },
    // Two groups with one name: pickers show where they belong.
    {
      name: 'Kierownicy',
      description: 'Układają grafik',
      parent: 'Serwisanci',
      members: { gustaw: 'LEADER' },
    },
    { name: 'Kierownicy', description: 'Podpisują umowy', parent: 'Biuro', members: { greta: 'LEADER' } },
  ],
  // Not finished, so that the workflow check has something to show: no transition leaves the status.
  statuses: [{ name: 'Czeka na część', type: 'INTERMEDIATE' }],
  parameters: [
    {
      name: 'urzadzenie',
      question: 'Co mamy naprawić?',
      type: 'DICTIONARY',
      stage: 'ALWAYS',
      values: ['Pralka', 'Lodówka', 'Zmywarka'],
    },
  ],
  transitions: [{ name: 'Zamów część', from: 'W toku', to: 'Czeka na część', order: 20 }],
  tasks: [
    {
      title: 'Pralka nie odpompowuje wody',
      by: 'jan.zielinski@poczta.example',
      answers: { urzadzenie: 'Pralka' },
      priority: 'HIGH',
      story: [
        { by: 'gustaw', runs: 'Rozpocznij' },
        { by: 'gustaw', says: 'Wizyta jutro między 10 a 12.', toAuthor: true },
      ],
    },
    { title: 'Lodówka głośno buczy', by: 'gustaw', answers: { urzadzenie: 'Lodówka' }, assignee: 'gustaw' },
    {
      title: 'Zmywarka zostawia osad',
      by: 'greta',
      answers: { urzadzenie: 'Zmywarka' },
      group: 'Serwisanci',
      story: [
        { by: 'gustaw', runs: 'Rozpocznij' },
        { by: 'gustaw', runs: 'Zakończ' },
      ],
    },
    {
      title: 'Umowa z dostawcą części',
      by: 'greta',
      answers: { urzadzenie: 'Pralka' },
      onlyUsers: ['greta'],
    },
  ],
};

export const demoOrganizations: DemoOrganization[] = [acme, globex];
