/** Text of the registry that the gateway wrote into the page. Undefined in pages of the development server. */
export const readInlinedRegistry = (): string | undefined =>
  document.getElementById('remote-registry')?.textContent || undefined;
