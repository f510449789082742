// Additions to files that are there. Order and line breaks are Biome's business, which sees every file afterwards.

/** No refusal: the file has been changed into something that this program does not know. */
const lost = (what) => new Error(`it has no place any more for ${what}`);

/** Puts a line behind the last import. */
export const addImport = (text, line) => {
  const imports = [...text.matchAll(/^(?:import .*|\} from .*);\n/gm)];
  const last = imports.at(-1);
  if (!last) throw lost(line);
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`;
};

/** Puts something behind the first match. */
export const addBehind = (text, pattern, addition) => {
  const match = pattern.exec(text);
  if (!match) throw lost(addition.trim());
  const end = match.index + match[0].length;
  return text.slice(0, end) + addition + text.slice(end);
};

/** Puts something before the first match. */
export const addBefore = (text, pattern, addition) => {
  const match = pattern.exec(text);
  if (!match) throw lost(addition.trim());
  return text.slice(0, match.index) + addition + text.slice(match.index);
};
