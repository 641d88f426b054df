/** Tags that the harness writes into user text (formats.md 7.1, rule 7), and the kind of injected block each makes. */
export const HARNESS_TAGS: ReadonlyMap<string, string> = new Map([
  ['system-reminder', 'system-reminder'],
  ['command-name', 'command-echo'],
  ['command-message', 'command-echo'],
  ['local-command-stdout', 'command-echo'],
  ['local-command-stderr', 'command-echo'],
  ['local-command-caveat', 'command-echo'],
  ['bash-input', 'command-echo'],
  ['bash-stdout', 'command-echo'],
  ['bash-stderr', 'command-echo'],
  ['user-prompt-submit-hook', 'hook-output'],
  ['task-notification', 'task-notification'],
]);

/** `command-args` holds what the user typed, so it is no harness tag; it is read with its neighbours only. */
const COMMAND_ARGS = 'command-args';
const TAG = /\s*<((?:local-)?command-[a-z]+)>/y;
const NOTIFICATION_CLOSE = '</task-notification>';
/** Stands behind a notification; one line, written by the harness. Seen in transcripts/claude-code, 2.1.39. */
const NOTIFICATION_TAIL = 'Read the output file to retrieve the result:';

/** What a user record's whole text is, where it is one thing; `undefined` where it has to be split. */
export function wholeTextKind(text: string): 'user' | 'command-echo' | 'task-notification' | undefined {
  if (text.startsWith('<task-notification>')) {
    const close = text.lastIndexOf(NOTIFICATION_CLOSE);
    return close !== -1 && isNotificationTail(text.slice(close + NOTIFICATION_CLOSE.length)) ? 'task-notification' : undefined;
  }
  return commandKind(text);
}

/** Trimmed first, then compared: a regular expression that ends in `\s*$` is quadratic in white space. */
function isNotificationTail(text: string): boolean {
  const tail = text.trim();
  return tail === '' || (tail.startsWith(NOTIFICATION_TAIL) && !tail.includes('\n'));
}

/** The echo of a slash command is the user's text where it has arguments, as nothing else holds them. */
function commandKind(text: string): 'user' | 'command-echo' | undefined {
  let position = 0;
  let hasArguments = false;
  let count = 0;
  for (;;) {
    TAG.lastIndex = position;
    const tag = TAG.exec(text)?.[1];
    if (tag === undefined) break;
    const open = TAG.lastIndex;
    const close = text.indexOf(`</${tag}>`, open);
    if (close === -1) return undefined;
    if (tag === COMMAND_ARGS && text.slice(open, close).trim() !== '') hasArguments = true;
    position = close + tag.length + 3;
    count++;
  }
  if (count === 0 || text.slice(position).trim() !== '') return undefined;
  return hasArguments ? 'user' : 'command-echo';
}
