import { type AbstractConversation, SERIALIZERS, type Step } from '../generators/abstract-conversation.ts';

/** What the hostile session would set if any of it were run. */
export const RUN_MARK = 'holdfastWasRun';

const SCRIPTS = [
  `<script>window.${RUN_MARK} = 1; alert(1)</script>`,
  `<img src=x onerror="window.${RUN_MARK} = 2; alert(2)">`,
  `<svg/onload=window.${RUN_MARK}=3>`,
  `"><iframe srcdoc="<script>parent.${RUN_MARK}=4</script>"></iframe>`,
  `<a href="javascript:window.${RUN_MARK}=5">open</a><style>* { display: none }</style>`,
  '</script></pre></html><!--',
  '<link rel=stylesheet href=//attacker.invalid/x.css><meta http-equiv=refresh content="0;url=//attacker.invalid/">',
  '{{constructor.constructor("alert(6)")()}} <%= alert(7) %>',
];
/** Turns the writing of what follows it, and hides what stands in it. */
export const BIDI = 'admin\u202e\u2066 )drowssap( \u2069\u2066nimda\u2069\u200b\u0007';

/** A pi session in which every place that a page shows holds something that would do harm if it were read as HTML. */
export function hostileSession(): string {
  const steps: Step[] = [{ kind: 'user', text: `First words ${SCRIPTS.join('\n')}` }];
  // A line that no page lays out at once, and one word of it.
  steps.push({ kind: 'act', calls: [{ tool: 'bash', input: { command: 'cat minified.js' }, result: `${'x'.repeat(600_000)}\u0001${SCRIPTS[0]}` }] });
  for (const [index, script] of SCRIPTS.entries()) {
    steps.push({
      kind: 'act',
      text: script,
      thinking: script,
      calls: [
        { tool: 'bash', input: { command: `echo '${script}'`, __proto__x: script }, result: `${script}\n${BIDI}`, isError: index % 2 === 0 },
        { tool: 'read', input: { path: `/work/${script}/../../${index}` }, result: `${script}\n`.repeat(40) },
      ],
    });
  }
  steps.push({ kind: 'say', text: `Done. ${BIDI} ${SCRIPTS.join(' ')}` }, { kind: 'user', text: `Good. ${BIDI}` });
  return SERIALIZERS.pi({ system: SCRIPTS.join(' '), steps });
}

/** What a small file or a short run prints. */
const BODY = Array.from({ length: 12 }, (_, line) => `  const value${line} = await store.read('orders', ${line});`).join('\n');

/** A pi session of about so many spans, each small: some 80 tokens on average. */
export function manySpans(count: number): string {
  const steps: Step[] = [{ kind: 'user', text: 'Go through all of it, and keep a list. Do not touch /etc/prod.' }];
  for (let index = 0; index < count / 2; index++) {
    steps.push({
      kind: 'act',
      text: `Step ${index}: the next file is looked at.`,
      calls: [
        index % 5 === 0
          ? { tool: 'bash', input: { command: `npm test -- part-${index}` }, result: `part ${index}: ${index % 7} failed\n${BODY}`, isError: index % 50 === 0 }
          : { tool: 'read', input: { path: `/work/src/part-${index % 900}.ts` }, result: `export const part${index} = ${index};\n${BODY}` },
      ],
    });
  }
  steps.push({ kind: 'say', text: 'All of it was gone through.' }, { kind: 'user', text: 'Thank you.' });
  const conversation: AbstractConversation = { system: 'You are careful.', steps };
  return SERIALIZERS.pi(conversation);
}
