/** What a tool does to the world, by its name and arguments. The effect decides the class of its exchanges (DESIGN §4). */
export type ToolEffect =
  | { readonly effect: 'read-file'; readonly path: string; readonly range?: string | undefined }
  | { readonly effect: 'list'; readonly command: string; readonly paths: readonly string[] } // grep, glob, ls: repeatable, a command handle
  | { readonly effect: 'fetch-url'; readonly url: string }
  | {
      readonly effect: 'write-file';
      readonly paths: readonly string[] /** A whole write replaces the file; an edit changes a part. */;
      readonly isWhole: boolean;
    }
  | { readonly effect: 'shell'; readonly command: string; readonly workingDirectory?: string | undefined }
  | { readonly effect: 'plan'; readonly items: readonly PlanItem[] }
  | { readonly effect: 'ask' } // a question or permission prompt: the result is the user's answer
  | { readonly effect: 'mode'; readonly modeKind: string }
  | { readonly effect: 'recall'; readonly handle: string } // holdfast's own recall tool
  | { readonly effect: 'one-shot' }; // changes something, cannot be repeated, or unknown

/** A line of a plan with its state and qualifier, letter for letter. */
export interface PlanItem {
  readonly text: string;
  /** As the tool writes it: `pending`, `in_progress`, `completed`, `cancelled`, `blocked`, … */
  readonly state: string;
  readonly id?: string | undefined;
}

export interface ToolRule {
  /** The tool's exact name, or a prefix that ends in `*`. */
  readonly name: string;
  /** From the call's arguments; `null` where the arguments are not as expected (then: one-shot). */
  readonly effectOf: (input: Readonly<Record<string, unknown>>) => ToolEffect | null;
  /** Where the fact comes from. */
  readonly source: string;
}

/** A harness's tools, one rule a tool; the first match wins. Unknown tools are one-shot. */
export type ToolTable = readonly ToolRule[];
