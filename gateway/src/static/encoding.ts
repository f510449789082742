/** Browsers name four. */
const codingsMax = 20;

/** Encodings that an Accept-Encoding header allows. `q=0` forbids one. */
export const acceptedEncodings = (header: string): Set<string> => {
  const accepted = new Set<string>();
  for (const part of header.toLowerCase().split(',', codingsMax)) {
    const [name = '', ...parameters] = part.split(';', codingsMax).map((text) => text.trim());
    const isForbidden = parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
    if (name !== '' && !isForbidden) accepted.add(name);
  }
  return accepted;
};
