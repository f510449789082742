/** Prints progress lines with the seconds since the start. */
export interface Progress {
  line(text: string): void;
  /** Adds bytes to a long step. Prints a line every few seconds. */
  count(step: string, bytes: number): void;
}

const intervalMs = 5_000;

export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const createProgress = (write: (text: string) => void): Progress => {
  const startedAt = performance.now();
  let printedAt = startedAt;
  let current = '';
  let total = 0;
  const line = (text: string): void => {
    printedAt = performance.now();
    write(`${((printedAt - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${text}\n`);
  };
  return {
    line,
    count: (step, bytes) => {
      if (step !== current) [current, total] = [step, 0];
      total += bytes;
      if (performance.now() - printedAt >= intervalMs) line(`${step}: ${formatBytes(total)}`);
    },
  };
};
