/** An element that a script found. Clicks and keys are those of the browser, not events that a script makes. */
export interface PageElement {
  click(): Promise<void>;
  type(text: string): Promise<void>;
}

/** A page of one person, with cookies and storage of its own. */
export interface BrowserPage {
  open(address: string): Promise<void>;
  /** Evaluates an expression in the page. @returns its JSON value */
  evaluate(expression: string): Promise<unknown>;
  /** Evaluates an expression whose value is an element or null. */
  findElement(expression: string): Promise<PageElement | undefined>;
}

/** A browser that the journey runs in. */
export interface Browser {
  /** Version of the started browser, for the report. */
  readVersion(): Promise<string>;
  openPage(): Promise<BrowserPage>;
  /** Pictures of all open pages, for the report of a failure. */
  takeScreenshots(): Promise<Buffer[]>;
  /** Errors that the console of any page has shown, and violations of the content security policy. */
  listProblems(): string[];
  close(): Promise<void>;
}

export const viewport = { width: 1440, height: 900 };
