import type { PublishProgress } from '@obieg/delivery';

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
}

/** Prints progress to standard error: one line that is replaced in a terminal, otherwise one line a step. */
export const createProgress = (output: Output) => {
  const verbs = { compress: 'Compressing', upload: 'Uploading' };
  return ({ step, done, total }: PublishProgress): void => {
    const isLast = done === total;
    if (output.isTTY) output.write(`\r\u001b[K${verbs[step]} ${done}/${total}${isLast ? '\n' : ''}`);
    else if (isLast) output.write(`${verbs[step]} ${total} files\n`);
  };
};

/** Aligns columns, two spaces apart. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const formatSize = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Removes control characters of texts that other people wrote, which could change the terminal. */
export const toPlainText = (text: string): string => text.replace(/\p{Cc}/gu, ' ');
