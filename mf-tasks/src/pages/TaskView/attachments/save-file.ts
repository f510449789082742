/** Long enough for a person who is asked first, as on an iPhone, where the file is read only after the answer. */
const releaseAfterMs = 5 * 60_000;

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
