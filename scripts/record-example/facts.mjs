/** What stands where in the recording: for tests, and for the demo. Line numbers count from 1. */
export function factsOf(text) {
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line, index) => ({ line: index + 1, entry: JSON.parse(line) }));
  const find = (role, start, pick = textOf) => {
    for (const { line, entry } of entries) {
      if (entry.type !== 'message' || entry.message.role !== role) continue;
      const exact = pick(entry.message)
        .split('\n')
        .find((one) => one.includes(start));
      if (exact !== undefined) return { line, text: exact };
    }
    throw new Error(`the recording has no ${role} message with ${start}`);
  };
  const last = (role, start) => {
    const found = entries.filter(({ entry }) => entry.message?.role === role && textOf(entry.message).includes(start)).at(-1);
    return {
      line: found.line,
      text: textOf(found.entry.message)
        .split('\n')
        .find((one) => one.includes(start)),
    };
  };
  const constraint = 'Do not modify anything under config/prod/ — read-only.';
  const sealLine = find('toolResult', 'snapshot sha256 ', (message) => linesLike(message, /^snapshot sha256 [0-9a-f]{64}$/));
  const seal = find('toolResult', 'seal ', (message) => linesLike(message, /^seal [0-9a-f]{24}$/));
  return {
    file: 'migrate-orders.pi.jsonl',
    recordedWith: '@mariozechner/pi-coding-agent 0.73.1',
    userTurns: entries.filter(({ entry }) => entry.message?.role === 'user').length,
    toolCalls: entries.reduce(
      (sum, { entry }) => sum + (entry.message?.role === 'assistant' ? entry.message.content.filter((one) => one.type === 'toolCall').length : 0),
      0,
    ),
    failedCalls: entries.filter(({ entry }) => entry.message?.role === 'toolResult' && entry.message.isError).length,
    constraint: { line: find('user', constraint).line, text: constraint },
    approval: {
      line: find('user', 'Dana has to approve').line,
      text: 'Dana has to approve the deletion of the duplicate customers in writing before 003-remove-duplicates runs',
    },
    blocked: last('assistant', '— blocked: waiting for approval by Dana (data owner)'),
    oneShot: { line: seal.line, command: 'node scripts/seal-snapshot.mjs', checksum: sealLine.text, seal: seal.text },
    remedy: find('assistant', 'Remedy: half-to-even rounding'),
    disproof: find('assistant', 'Half-to-even is disproved:'),
    rootCause: find('assistant', 'Root cause:'),
    correction: find('user', 'Correction:'),
  };
}

function linesLike(message, pattern) {
  return textOf(message)
    .split('\n')
    .filter((one) => pattern.test(one))
    .join('\n');
}

function textOf(message) {
  const { content } = message;
  if (typeof content === 'string') return content;
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n');
}
