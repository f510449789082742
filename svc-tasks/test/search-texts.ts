/** Words of six languages, with letters that NFKD decomposes and letters that only a table folds. */
const words = [
  'Zażółć gęślą jaźń drukarka świeci źle łącze padło hasło wygasło ćma żarówka',
  'Müller Straße größer Drucker über Maßnahme Schlüssel öffnen Fußboden Zählerstand',
  'œuvre naïve réseau déjà garçon imprimante clé façade hôpital Noël',
  'İstanbul ışık şifre çağrı yazıcı değişti ğüzel sıcak ağ bağlantı',
  'příliš žluťoučký kůň tiskárna čeština ďábelské ódy síť heslo zámek',
  'Đường tiếng Việt máy in mật khẩu mạng lỗi smørrebrød æble ångström',
].map((line) => line.split(' '));

export const pick = <T>(random: () => number, items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
};

const separators = [' ', ' ', ' ', '  ', ', ', '-', '\n', '/'];

/** A text of one language, in one of the normal forms. */
export const createText = (random: () => number, length: number): string => {
  const language = pick(random, words);
  const parts = Array.from({ length }, (_, index) => {
    const word = random() < 0.1 ? String(Math.floor(random() * 9_999)) : pick(random, language);
    const cased = random() < 0.2 ? word.toUpperCase() : word;
    return `${index === 0 ? '' : pick(random, separators)}${cased}`;
  });
  return parts.join('').normalize(pick(random, ['NFC', 'NFD']));
};

const table: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};

/** A second implementation of folding, character by character. */
export const foldPlainly = (text: string): string =>
  [...text.normalize('NFKD')]
    .filter((character) => !/\p{M}/u.test(character))
    .map((character) => character.toLowerCase())
    .map((character) => table[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
