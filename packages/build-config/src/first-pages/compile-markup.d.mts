import type { FirstPageCondition, FirstPageNode } from '@obieg/contracts';

export declare const compileMarkup: (
  markup: string,
  findParts?: (page: HTMLElement) => [Element, FirstPageCondition[]][],
  addresses?: readonly string[],
) => { nodes: FirstPageNode[]; classes: Set<string>; styles: string[] };
