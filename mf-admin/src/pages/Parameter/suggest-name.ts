import { limits } from '@obieg/contracts/limits';
import { foldText } from '@obieg/ui';

const suggestionMaxLength = 40;

/** Suggests a technical name for a question: `czego_dotyczy` for "Czego dotyczy?". Avoids names that are taken. */
export const suggestName = (displayName: string, takenNames: readonly string[]): string => {
  const words = foldText(displayName)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  let name = '';
  for (const word of words) {
    const longer = name ? `${name}_${word}` : word.slice(0, suggestionMaxLength);
    if (longer.length > suggestionMaxLength) break;
    name = longer;
  }
  if (name.length < limits.parameterNameMinLength) return '';
  const taken = new Set(takenNames.map((one) => one.toLowerCase()));
  let suggestion = name;
  for (let number = 2; taken.has(suggestion); number += 1) suggestion = `${name}_${number}`;
  return suggestion;
};
