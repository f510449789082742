const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the lines of CSV that arrives in pieces. A line feed in quotes belongs to a cell. */
export const createRowCounter = () => {
  let isQuoted = false;
  let lines = 0;
  return (bytes: Uint8Array): number => {
    for (const byte of bytes) {
      // A quote in a cell is doubled, so that it changes nothing.
      if (byte === quote) isQuoted = !isQuoted;
      else if (byte === lineFeed && !isQuoted) lines += 1;
    }
    return lines;
  };
};

/**
 * Reads an exported file to its end.
 *
 * @param onRows gets the number of tasks so far; the first line has the headings
 * @throws if the transfer is cut off or aborted
 */
export const readExport = async (
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<Blob> => {
  const countLines = createRowCounter();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  // A stream that has failed rejects. The reader below has told it.
  signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (done) return new Blob(parts, { type: 'text/csv' });
    parts.push(value);
    onRows(Math.max(0, countLines(value) - 1));
  }
};
