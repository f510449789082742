import type { DemoGroup, DemoOrganization, DemoParameter, DemoScenario, DemoTransition } from './demo-model';

const groups: DemoGroup[] = [
  {
    name: 'IT',
    description: 'Sprzęt, sieć i systemy we wszystkich oddziałach',
    members: { wiktor: 'LEADER', anna: 'OBSERVER' },
  },
  {
    name: 'Helpdesk',
    description: 'Pierwsza linia: przyjmuje usterki i prośby o dostęp',
    parent: 'IT',
    members: { olga: 'LEADER', marek: 'MEMBER' },
  },
  {
    name: 'Kadry',
    description: 'Urlopy, zaświadczenia, szkolenia',
    members: { anna: 'LEADER', wiktor: 'OBSERVER' },
  },
];

const category = 'kategoria';
const parameters: DemoParameter[] = [
  {
    name: category,
    question: 'Czego dotyczy zgłoszenie?',
    description: 'Od odpowiedzi zależą dalsze pytania.',
    type: 'DICTIONARY',
    stage: 'ALWAYS',
    values: ['Usterka sprzętu', 'Oprogramowanie', 'Dostęp do systemu', 'Sprawa kadrowa', 'Inna sprawa'],
  },
  {
    name: 'rodzaj_sprzetu',
    question: 'Jaki to sprzęt?',
    type: 'DICTIONARY',
    values: ['Komputer', 'Drukarka', 'Telefon', 'Skaner kodów', 'Waga magazynowa'],
    retiredValues: ['Faks'],
    when: [[category, 'EQUALS', 'Usterka sprzętu']],
  },
  {
    name: 'model_drukarki',
    question: 'Jaki to model i gdzie stoi?',
    description: 'Model jest na przedniej ściance, na przykład „HP LaserJet, pokój 204”.',
    type: 'TEXT',
    when: [['rodzaj_sprzetu', 'EQUALS', 'Drukarka']],
  },
  {
    name: 'numer_inwentarzowy',
    question: 'Jaki jest numer inwentarzowy?',
    description: 'Same cyfry z naklejki.',
    type: 'NUMBER',
    when: [['rodzaj_sprzetu', 'NOT_EQUALS', 'Drukarka']],
  },
  {
    name: 'praca_stoi',
    question: 'Czy przez to nie możesz pracować?',
    type: 'BOOLEAN',
    when: [['numer_inwentarzowy', 'EXISTS']],
  },
  {
    name: 'program',
    question: 'Który program sprawia kłopot?',
    type: 'DICTIONARY',
    values: ['System magazynowy', 'Portal klienta', 'Poczta', 'Fakturowanie'],
    when: [[category, 'EQUALS', 'Oprogramowanie']],
  },
  {
    name: 'adres_strony',
    question: 'Na jakiej stronie widać błąd?',
    description: 'Skopiuj adres z paska przeglądarki.',
    type: 'URL',
    when: [['program', 'EQUALS', 'Portal klienta']],
  },
  {
    name: 'od_kiedy',
    question: 'Od kiedy to się dzieje?',
    type: 'DATETIME',
    when: [['program', 'NOT_EQUALS', 'Poczta']],
  },
  {
    name: 'system',
    question: 'Do czego potrzebny jest dostęp?',
    type: 'DICTIONARY',
    values: ['System magazynowy', 'Raporty finansowe', 'Kamery na placu', 'Sieć z domu (VPN)'],
    when: [[category, 'EQUALS', 'Dostęp do systemu']],
  },
  {
    name: 'przelozony',
    question: 'Kto potwierdzi potrzebę dostępu?',
    description: 'Adres e-mail przełożonego.',
    type: 'EMAIL',
    when: [['system', 'EXISTS']],
  },
  {
    name: 'rodzaj_wniosku',
    question: 'Jaki to wniosek?',
    type: 'DICTIONARY',
    values: ['Urlop', 'Zaświadczenie', 'Szkolenie'],
    when: [[category, 'EQUALS', 'Sprawa kadrowa']],
  },
  {
    name: 'pierwszy_dzien',
    question: 'Pierwszy dzień urlopu',
    type: 'DATE',
    when: [['rodzaj_wniosku', 'EQUALS', 'Urlop']],
  },
  {
    name: 'ostatni_dzien',
    question: 'Ostatni dzień urlopu',
    type: 'DATE',
    when: [['pierwszy_dzien', 'EXISTS']],
  },
  {
    name: 'powod_odrzucenia',
    question: 'Powód odrzucenia',
    type: 'DICTIONARY',
    stage: 'SYSTEM_CONTROLLED',
    values: ['Brak zgody przełożonego', 'Niepełny wniosek', 'Termin zajęty'],
  },
  {
    name: 'czego_brakuje',
    question: 'Czego brakuje w zgłoszeniu?',
    type: 'TEXT',
    stage: 'SYSTEM_CONTROLLED',
  },
  {
    name: 'numer_naprawy',
    question: 'Numer naprawy w serwisie',
    type: 'NUMBER',
    stage: 'SYSTEM_CONTROLLED',
  },
  {
    name: 'krotko',
    question: 'Czego potrzebujesz?',
    description: 'Jedno zdanie wystarczy.',
    type: 'TEXT',
    when: [[category, 'EQUALS', 'Inna sprawa']],
  },
];

const transitions: DemoTransition[] = [
  { name: 'Nowe zgłoszenie', to: 'Nowe', order: 100 },
  {
    name: 'Zgłoszenie do Helpdesku',
    description: 'Usterki trafiają od razu do pierwszej linii.',
    to: 'Nowe',
    order: 10,
    targetGroup: 'Helpdesk',
    conditions: [[category, 'EQUALS', 'Usterka sprzętu']],
  },
  {
    name: 'Wniosek kadrowy',
    description: 'Sprawy kadrowe mają własną drogę.',
    to: 'Złożone',
    order: 20,
    targetGroup: 'Kadry',
    conditions: [[category, 'EQUALS', 'Sprawa kadrowa']],
  },
  { name: 'Rozpocznij', from: 'Nowe', to: 'W toku', order: 10 },
  {
    name: 'Poproś o uzupełnienie',
    from: 'W toku',
    to: 'Czeka na zgłaszającego',
    order: 20,
    required: [{ parameter: 'czego_brakuje' }],
  },
  { name: 'Uzupełnione', from: 'Czeka na zgłaszającego', to: 'W toku', order: 10 },
  {
    name: 'Oddaj do serwisu',
    description: 'Tylko sprzęt, i tylko za pośrednictwem IT.',
    from: 'W toku',
    to: 'W serwisie',
    order: 30,
    targetGroup: 'IT',
    executors: ['IT'],
    conditions: [[category, 'EQUALS', 'Usterka sprzętu']],
    required: [{ parameter: 'numer_naprawy', isOptional: true }],
  },
  { name: 'Odbierz z serwisu', from: 'W serwisie', to: 'W toku', order: 10, targetGroup: 'Helpdesk' },
  { name: 'Rozpatrz', from: 'Złożone', to: 'Do decyzji', order: 10, executors: ['Kadry'] },
  { name: 'Przyjmij wniosek', from: 'Do decyzji', to: 'Zakończone', order: 10, executors: ['Kadry'] },
  {
    name: 'Odrzuć wniosek',
    from: 'Do decyzji',
    to: 'Odrzucone',
    order: 20,
    executors: ['Kadry'],
    required: [{ parameter: 'powod_odrzucenia' }],
  },
  {
    name: 'Poproś o akceptację',
    description: 'Zakupy i zmiany, na które zgadzają się Kadry i IT.',
    from: 'W toku',
    to: 'Do akceptacji',
    order: 80,
  },
  { name: 'Zatwierdź', from: 'Do akceptacji', to: 'W toku', order: 10 },
  { name: 'Nie zatwierdzaj', from: 'Do akceptacji', to: 'Odrzucone', order: 20 },
  {
    name: 'Odrzuć bez rozpatrzenia',
    description: 'Wycofane w ubiegłym roku; zostaje dla porządku.',
    from: 'Nowe',
    to: 'Odrzucone',
    order: 90,
    isInactive: true,
  },
];

const scenarios: DemoScenario[] = [
  {
    name: 'Zepsuta drukarka trafia do Helpdesku',
    answers: {
      [category]: 'Usterka sprzętu',
      rodzaj_sprzetu: 'Drukarka',
      model_drukarki: 'HP LaserJet, pokój 204',
    },
    asks: [category, 'rodzaj_sprzetu', 'model_drukarki'],
    status: 'Nowe',
    group: 'Helpdesk',
  },
  {
    name: 'Urlop trafia do Kadr',
    answers: {
      [category]: 'Sprawa kadrowa',
      rodzaj_wniosku: 'Urlop',
      pierwszy_dzien: '2026-12-21',
      ostatni_dzien: '2026-12-31',
    },
    asks: [category, 'rodzaj_wniosku', 'pierwszy_dzien', 'ostatni_dzien'],
    status: 'Złożone',
    group: 'Kadry',
  },
];

export const acmeWorkflow: Pick<
  DemoOrganization,
  'groups' | 'statuses' | 'parameters' | 'transitions' | 'scenarios'
> = {
  scenarios,
  groups,
  statuses: [
    { name: 'Złożone', type: 'INITIAL' },
    { name: 'Do decyzji', type: 'INTERMEDIATE' },
    { name: 'Czeka na zgłaszającego', type: 'INTERMEDIATE' },
    { name: 'W serwisie', type: 'INTERMEDIATE' },
    {
      name: 'Do akceptacji',
      type: 'INTERMEDIATE',
      approval: { groups: ['Kadry', 'IT'], quorum: 2, approved: 'Zatwierdź', rejected: 'Nie zatwierdzaj' },
    },
    { name: 'Odrzucone', type: 'FINAL' },
  ],
  parameters,
  transitions,
};
