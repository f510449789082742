/** Long enough for every browser to have begun saving. */
const releaseAfterMs = 10_000;

/** Lets the browser save a file under a name, as a link's download does. */
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
