// Text insertions into existing files. Biome sorts and formats the result.

/** Not a user error: the file no longer has the expected shape. */
const placeNotFound = (what) => new Error(`no place found for ${what}`);

/** Inserts a line after the last import. */
export const addImport = (text, line) => {
  const imports = [...text.matchAll(/^(?:import .*|\} from .*);\n/gm)];
  const last = imports.at(-1);
  if (!last) throw placeNotFound(line);
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`;
};

/** Inserts text after the first match. */
export const addAfter = (text, pattern, addition) => {
  const match = pattern.exec(text);
  if (!match) throw placeNotFound(addition.trim());
  const end = match.index + match[0].length;
  return text.slice(0, end) + addition + text.slice(end);
};

/** Inserts text before the first match. */
export const addBefore = (text, pattern, addition) => {
  const match = pattern.exec(text);
  if (!match) throw placeNotFound(addition.trim());
  return text.slice(0, match.index) + addition + text.slice(match.index);
};

/** Adds a folder below `src` to rooms.json, above all others. */
export const addRoom = (text, workspace, room) => {
  const lists = JSON.parse(text);
  const { rooms = [], ...others } = lists[workspace] ?? {};
  // Indented, because Biome joins the lines of an object that starts on one line.
  return JSON.stringify({ ...lists, [workspace]: { rooms: [...rooms, room], ...others } }, null, 2);
};
