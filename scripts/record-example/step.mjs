/** One answer of the scripted model: what it thinks, what it says, which tools it calls (several: in parallel). */
export function step(parts, ...calls) {
  const { think, say } = typeof parts === 'string' ? { say: parts } : parts;
  return { think, say, calls };
}

/** Calls with nothing beside them. */
export const call = (...calls) => step({}, ...calls);

export const read = (path, offset, limit) => ({
  name: 'read',
  arguments: { path, ...(offset === undefined ? {} : { offset }), ...(limit === undefined ? {} : { limit }) },
});
export const bash = (command) => ({ name: 'bash', arguments: { command } });
export const write = (path, content) => ({ name: 'write', arguments: { path, content } });
/** `changes` are pairs of old and new text. */
export const edit = (path, ...changes) => ({
  name: 'edit',
  arguments: { path, edits: changes.map(([oldText, newText]) => ({ oldText, newText })) },
});

/** One prompt of the user and all answers up to the one that ends the turn. */
export const turn = (user, ...steps) => ({ user, steps });

/** Asks pi to compact; the model answers with this summary. */
export const compaction = (summary) => ({ compacts: true, steps: [step(summary)] });
