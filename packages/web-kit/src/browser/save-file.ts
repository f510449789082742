/** An iPhone reads the file only after the user has confirmed the download. */
const releaseAfterMs = 5 * 60_000;

/** Saves a blob as a file, like a download link. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), releaseAfterMs);
};
