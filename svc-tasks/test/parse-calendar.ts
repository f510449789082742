type Properties = Record<string, string>;

const readText = (value: string): string =>
  value.replace(/\\([\\;,nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character));

/**
 * Parses iCalendar (RFC 5545) as a calendar program does: unfolds lines, then reads `NAME;PARAMETER:value` between
 * `BEGIN` and `END`. @throws for a line that is no property, and for components that do not nest
 */
export const parseCalendar = (text: string): { calendar: Properties; events: Properties[] } => {
  const calendar: Properties = {};
  const events: Properties[] = [];
  const open: string[] = [];
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n');
  if (lines.pop() !== '') throw new Error('The last line has no end');
  for (const line of lines) {
    const [, name, value] = /^([A-Z-]+(?:;[A-Z-]+=[^:]*)?):(.*)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined || /[\r\n]/.test(value))
      throw new Error(`Not a property: ${JSON.stringify(line)}`);
    if (name === 'BEGIN') {
      open.push(value);
      if (value === 'VEVENT') events.push({});
    } else if (name === 'END') {
      if (open.pop() !== value) throw new Error(`${value} ends outside of itself`);
    } else {
      const target = open.at(-1) === 'VCALENDAR' ? calendar : events.at(-1);
      if (!target || name in target) throw new Error(`${name} is out of place or repeated`);
      target[name] = readText(value);
    }
  }
  if (open.length > 0) throw new Error(`${open.join()} does not end`);
  return { calendar, events };
};
