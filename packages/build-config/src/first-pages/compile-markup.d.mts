export declare const compileMarkup: (
  markup: string,
  findParts?: (page: HTMLElement) => [Element, object[]][],
  addresses?: readonly string[],
) => { nodes: unknown[]; classes: Set<string>; styles: string[] };
