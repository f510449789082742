import type { DemoFile } from './demo-files';
import type { DemoStep, DemoTask } from './demo-model';

const hardware = (kind: string, answers: Record<string, string>): Record<string, string> => ({
  kategoria: 'Usterka sprzętu',
  rodzaj_sprzetu: kind,
  ...answers,
});
const printer = (place: string) => hardware('Drukarka', { model_drukarki: place });
const numbered = (kind: string, number: string, isBlocking: boolean) =>
  hardware(kind, { numer_inwentarzowy: number, praca_stoi: String(isBlocking) });
const software = (program: string, answers: Record<string, string>): Record<string, string> => ({
  kategoria: 'Oprogramowanie',
  program,
  ...answers,
});
const access = (system: string, superior: string): Record<string, string> => ({
  kategoria: 'Dostęp do systemu',
  system,
  przelozony: superior,
});
const leave = (first: string, last: string): Record<string, string> => ({
  kategoria: 'Sprawa kadrowa',
  rodzaj_wniosku: 'Urlop',
  pierwszy_dzien: first,
  ostatni_dzien: last,
});
const paper = (kind: string): Record<string, string> => ({
  kategoria: 'Sprawa kadrowa',
  rodzaj_wniosku: kind,
});
const other = (text: string): Record<string, string> => ({ kategoria: 'Inna sprawa', krotko: text });

const starts = (by: string): DemoStep => ({ by, runs: 'Rozpocznij' });
const ends = (by: string): DemoStep => ({ by, runs: 'Zakończ' });
const attaches = (by: string, file: DemoFile): DemoStep => ({ by, attaches: file });
const says = (by: string, text: string): DemoStep => ({ by, says: text });
const tellsAuthor = (by: string, text: string): DemoStep => ({ by, says: text, toAuthor: true });

const hardwareTasks: DemoTask[] = [
  {
    title: 'Nowe wózki z terminalami do kompletacji',
    description: 'Dwa wózki na rampę 2. Oferta na 18 400 zł jest ważna do końca miesiąca.',
    by: 'rita',
    answers: other('Zakup dwóch wózków z terminalami'),
    priority: 'HIGH',
    story: [
      starts('olga'),
      says('olga', 'Sprawdziłam ofertę, terminale pasują do naszego systemu.'),
      { by: 'olga', runs: 'Poproś o akceptację' },
    ],
  },
  {
    title: 'Drukarka etykiet drukuje puste paski',
    description: 'Od rana każda druga etykieta wychodzi biała. Wymiana rolki nie pomogła.',
    by: 'marek',
    answers: printer('Zebra ZD421, rampa 3'),
    priority: 'HIGH',
    story: [
      attaches('marek', 'etykiety-rampa-3.png'),
      starts('olga'),
      {
        by: 'olga',
        says: 'Głowica jest zabrudzona klejem. Czyszczę ją.',
        later: { replaces: 'Głowica jest zabrudzona klejem. Czyszczę ją i zamawiam zapas.' },
      },
      { by: 'olga', says: 'To nie ta drukarka, przepraszam.', later: 'deletes' },
      tellsAuthor('olga', 'Po czyszczeniu drukuje dobrze. Proszę dać znać, gdyby wróciło.'),
      says('marek', 'Sto etykiet bez błędu, dziękuję.'),
      ends('olga'),
    ],
  },
  {
    title: 'Zacięty papier w drukarce przy recepcji',
    by: 'recepcja@acme.example',
    answers: printer('HP LaserJet M404, recepcja'),
    story: [starts('marek'), tellsAuthor('marek', 'Wyjęłem kartkę z podajnika, działa.'), ends('marek')],
  },
  {
    title: 'Skaner na linii 2 nie czyta kodów QR',
    description: 'Zwykłe kody kreskowe czyta, QR z nowych palet nie.',
    by: 'marek',
    answers: numbered('Skaner kodów', '20417', true),
    priority: 'HIGHEST',
    assignee: 'olga',
    story: [
      starts('olga'),
      says('olga', 'To model bez czytnika 2D. Sprawdzam, czy mamy wolny na magazynie B.'),
      says('wiktor', 'Dwa wolne leżą w szafie przy serwerowni, numery 20511 i 20512.'),
    ],
  },
  {
    title: 'Waga paletowa pokazuje o 12 kg za dużo',
    description: 'Sprawdzone odważnikiem wzorcowym. Legalizacja ważna do marca.',
    by: 'waga@transport-kowal.example',
    answers: numbered('Waga magazynowa', '7781', true),
    priority: 'HIGHEST',
    story: [
      attaches('olga', 'protokol-naprawy-2026118.pdf'),
      starts('olga'),
      tellsAuthor('olga', 'Do czasu naprawy ważymy na rampie 1. Przepraszamy za kłopot.'),
      { by: 'wiktor', runs: 'Oddaj do serwisu', answers: { numer_naprawy: '2026118' } },
      says('wiktor', 'Serwis był dziś, wymienią czujnik w czwartek.'),
    ],
  },
  {
    title: 'Laptop kierowniczki zmiany wyłącza się po godzinie',
    by: 'anna',
    answers: numbered('Komputer', '33102', false),
    priority: 'HIGH',
    story: [
      starts('olga'),
      {
        by: 'olga',
        runs: 'Poproś o uzupełnienie',
        answers: { czego_brakuje: 'Czy dzieje się to także na zasilaczu?' },
      },
      says('anna', 'Tak, na zasilaczu też, po godzinie i kilku minutach.'),
      { by: 'olga', runs: 'Uzupełnione' },
      says('olga', 'Wygląda na przegrzewanie. Zamówiłam wentylator.'),
    ],
  },
  {
    title: 'Telefon stacjonarny w dyspozytorni głuchy',
    by: 'dyspozytor@acme.example',
    answers: numbered('Telefon', '1450', true),
    priority: 'HIGH',
    story: [starts('marek'), says('marek', 'Przewód przegryziony, wymieniony.'), ends('marek')],
  },
  {
    title: 'Monitor miga na zielono',
    by: 'rita',
    answers: numbered('Komputer', '33077', false),
    priority: 'LOW',
    story: [attaches('rita', 'monitor.png')],
  },
  {
    title: 'Drukarka w kadrach żąda tonera, choć jest nowy',
    by: 'anna',
    answers: printer('Brother HL-L5210, pokój 112'),
    story: [
      starts('olga'),
      ends('olga'),
      says('anna', 'Po weekendzie znów to samo.'),
      { by: 'olga', runs: 'Wznów' },
      says('olga', 'Toner był zamiennikiem. Zakładam oryginalny.'),
    ],
  },
  {
    title: 'Klawiatura po zalaniu kawą',
    by: 'rita',
    answers: numbered('Komputer', '33077', true),
    story: [starts('marek'), tellsAuthor('marek', 'Nowa klawiatura czeka w pokoju 8.'), ends('marek')],
  },
  {
    title: 'Ładowarka do skanera nie ładuje',
    by: 'marek',
    answers: numbered('Skaner kodów', '20388', false),
  },
];

const softwareTasks: DemoTask[] = [
  {
    title: 'Portal klienta nie pokazuje statusu przesyłki',
    description: 'Po wpisaniu numeru listu widać tylko kręcące się kółko.',
    by: 'logistyka@sklep-rower.example',
    files: ['list-przewozowy.pdf'],
    answers: software('Portal klienta', {
      adres_strony: 'https://portal.acme.example/sledzenie?nr=PL884120',
      od_kiedy: '2026-11-19T08:30',
    }),
    priority: 'HIGH',
    assignee: 'wiktor',
    story: [
      starts('wiktor'),
      tellsAuthor('wiktor', 'Potwierdzamy. Błąd dotyczy numerów z listopada, pracujemy nad poprawką.'),
      says('wiktor', 'Indeks po migracji nie objął nowej partycji. Przebudowa w nocy.'),
    ],
  },
  {
    title: 'System magazynowy gubi ostatni skan przed przerwą',
    by: 'marek',
    answers: software('System magazynowy', { od_kiedy: '2026-11-17T14:00' }),
    priority: 'HIGHEST',
    group: 'IT',
    story: [
      attaches('marek', 'dziennik-skanera.txt'),
      starts('wiktor'),
      says('wiktor', 'Udało się odtworzyć: skan w trakcie wygaszania ekranu nie dociera do serwera.'),
      { by: 'wiktor', says: 'Dostawca potwierdził błąd, poprawka w wersji 8.4.2.', onlyGroup: 'IT' },
    ],
  },
  {
    title: 'Poczta odrzuca załączniki od przewoźników',
    by: 'olga',
    answers: software('Poczta', {}),
    story: [
      starts('wiktor'),
      says('wiktor', 'Filtr brał pliki XML za podejrzane. Dodana reguła.'),
      ends('wiktor'),
    ],
  },
  {
    title: 'Faktura z podwójnym numerem',
    description: 'FV/11/0482 wystawiła się dwa razy, obie poszły do klienta.',
    by: 'ksiegowosc@acme.example',
    answers: software('Fakturowanie', { od_kiedy: '2026-11-18T11:42' }),
    priority: 'HIGHEST',
    assignee: 'wiktor',
    story: [
      starts('wiktor'),
      {
        by: 'wiktor',
        runs: 'Poproś o uzupełnienie',
        answers: { czego_brakuje: 'Proszę o numer korekty, jeśli już jest.' },
      },
    ],
  },
  {
    title: 'Raport dobowy przychodzi pusty',
    by: 'anna',
    answers: software('System magazynowy', { od_kiedy: '2026-11-20T06:00' }),
  },
  {
    title: 'Portal klienta po angielsku mimo polskich ustawień',
    by: 'biuro@meble-dab.example',
    answers: software('Portal klienta', {
      adres_strony: 'https://portal.acme.example/konto',
      od_kiedy: '2026-11-15T09:00',
    }),
    priority: 'LOWEST',
  },
  {
    title: 'Nie da się cofnąć wydania palety',
    by: 'olga',
    answers: software('System magazynowy', { od_kiedy: '2026-11-12T16:20' }),
    assignee: 'olga',
    story: [
      starts('olga'),
      says('olga', 'Instrukcja w bazie wiedzy była nieaktualna. Poprawiona.'),
      ends('olga'),
    ],
  },
  {
    title: 'Podpis w poczcie ma stare logo',
    by: 'rita',
    answers: software('Poczta', {}),
    priority: 'LOWEST',
    story: [tellsAuthor('olga', 'Nowy wzór podpisu roześlemy wszystkim w grudniu.')],
  },
];

const accessTasks: DemoTask[] = [
  {
    title: 'VPN dla nowej spedytorki',
    by: 'anna',
    answers: access('Sieć z domu (VPN)', 'anna@acme.test'),
    assignee: 'marek',
    story: [starts('marek'), says('anna', 'Potwierdzam, od poniedziałku pracuje z domu.')],
  },
  {
    title: 'Podgląd kamer na placu dla ochrony nocnej',
    by: 'ochrona@straznik.example',
    answers: access('Kamery na placu', 'anna@acme.test'),
    story: [
      starts('olga'),
      {
        by: 'olga',
        runs: 'Poproś o uzupełnienie',
        answers: { czego_brakuje: 'Imiona i nazwiska osób z umowy.' },
      },
      tellsAuthor('olga', 'Dostęp damy tylko osobom wymienionym w umowie. Prosimy o ich listę.'),
    ],
  },
  {
    title: 'Raporty finansowe za trzeci kwartał',
    by: 'wiktor',
    answers: access('Raporty finansowe', 'anna@acme.test'),
    onlyUsers: ['anna', 'wiktor'],
    story: [says('anna', 'Zgoda do końca miesiąca.')],
  },
  {
    title: 'Konto w systemie magazynowym dla praktykanta',
    by: 'marek',
    answers: access('System magazynowy', 'olga@acme.test'),
    story: [starts('olga'), says('olga', 'Konto założone, tylko do odczytu.'), ends('olga')],
  },
  {
    title: 'Odebrać dostęp po odejściu z działu',
    by: 'anna',
    answers: access('System magazynowy', 'anna@acme.test'),
    priority: 'HIGH',
    onlyGroups: ['IT', 'Kadry'],
    assignee: 'wiktor',
  },
  {
    title: 'VPN przestał łączyć po zmianie hasła',
    by: 'rita',
    answers: access('Sieć z domu (VPN)', 'olga@acme.test'),
  },
];

const staffTasks: DemoTask[] = [
  {
    title: 'Urlop świąteczny',
    by: 'marek',
    answers: leave('2026-12-21', '2026-12-31'),
    story: [
      { by: 'anna', runs: 'Rozpatrz' },
      { by: 'anna', runs: 'Przyjmij wniosek' },
      says('anna', 'Udanego wypoczynku!'),
    ],
  },
  {
    title: 'Urlop na żądanie w szczycie',
    by: 'rita',
    answers: leave('2026-11-27', '2026-11-27'),
    story: [
      { by: 'anna', runs: 'Rozpatrz' },
      { by: 'anna', runs: 'Odrzuć wniosek', answers: { powod_odrzucenia: 'Termin zajęty' } },
      tellsAuthor('anna', 'W czarny piątek potrzebujemy wszystkich. Proszę o inny dzień.'),
    ],
  },
  {
    title: 'Urlop w lutym',
    by: 'olga',
    answers: leave('2027-02-08', '2027-02-19'),
    story: [{ by: 'anna', runs: 'Rozpatrz' }],
  },
  {
    title: 'Zaświadczenie o zarobkach do banku',
    by: 'olga',
    answers: paper('Zaświadczenie'),
    onlyGroups: ['Kadry'],
    story: [
      { by: 'anna', runs: 'Rozpatrz' },
      { by: 'anna', says: '@olga, zaświadczenie jest do odbioru w pokoju 112.' },
    ],
  },
  { title: 'Szkolenie z obsługi wózków', by: 'marek', answers: paper('Szkolenie'), priority: 'LOW' },
  { title: 'Zaświadczenie o zatrudnieniu', by: 'rita', answers: paper('Zaświadczenie') },
];

const otherTasks: DemoTask[] = [
  {
    title: 'Przeciek w dachu nad regałem C14',
    description: 'Kapie przy większym deszczu. Palety przestawione na C12.',
    by: 'marek',
    answers: other('Naprawa dachu nad C14'),
    priority: 'HIGH',
    assignee: 'anna',
    story: [
      attaches('marek', 'przeciek-c14.png'),
      starts('anna'),
      says('anna', 'Dekarz będzie w środę o ósmej.'),
      says('marek', 'Podstawiłem pojemnik.'),
    ],
  },
  {
    title: 'Brak miejsca na rowery pod wiatą',
    by: 'rita',
    answers: other('Więcej stojaków na rowery'),
    priority: 'LOWEST',
  },
  {
    title: 'Awizacja o 5:30 zamiast o 6:00',
    by: 'spedycja@trans-baltyk.example',
    answers: other('Wcześniejsza awizacja'),
    story: [
      starts('olga'),
      tellsAuthor('olga', 'Od 1 grudnia rampa 2 otwiera się o 5:30.'),
      says('olga', 'Uzgodnione z ochroną.'),
      ends('olga'),
    ],
  },
  {
    title: 'Uszkodzona bariera przy rampie 4',
    by: 'marek',
    answers: other('Wymiana bariery'),
    assignee: 'marek',
    story: [starts('marek'), says('marek', 'Taśma założona, zdjęcia wysłane do ubezpieczyciela.')],
  },
  {
    title: 'Nowe identyfikatory dla gości',
    by: 'anna',
    answers: other('Pięćdziesiąt identyfikatorów'),
    priority: 'LOW',
  },
  {
    title: 'Zgubiona paczka z dokumentami celnymi',
    by: 'agencja@clo-port.example',
    answers: other('Odnalezienie paczki AC-2291'),
    priority: 'HIGHEST',
    assignee: 'olga',
    story: [
      attaches('olga', 'list-przewozowy.pdf'),
      starts('olga'),
      says('olga', 'Kamera pokazuje, że została na wózku 17.'),
      tellsAuthor('olga', 'Paczka jest u nas, wyślemy ją dziś kurierem.'),
      ends('olga'),
    ],
  },
  {
    title: 'Ogrzewanie w szatni nie grzeje',
    by: 'rita',
    answers: other('Naprawa ogrzewania'),
    group: 'Helpdesk',
  },
  {
    title: 'Wymiana oświetlenia na placu',
    by: 'anna',
    answers: other('Lampy LED od bramy do wagi'),
    group: 'IT',
    story: [says('wiktor', 'Trzeba to połączyć z wymianą kamer, sprawdzam terminy.')],
  },
];

/** Submitted by a visitor. It answers the parameter that is created last. */
const firstTask: DemoTask = {
  title: 'Zmiana adresu do faktur',
  description: 'Od 1 grudnia prosimy wystawiać faktury na nowy adres: ul. Portowa 7, Gdynia.',
  by: 'biuro@papier-hurt.example',
  answers: other('Nowy adres na fakturach'),
};

export const acmeTasks: DemoTask[] = [
  firstTask,
  ...otherTasks,
  ...staffTasks,
  ...accessTasks,
  ...softwareTasks,
  ...hardwareTasks,
];
