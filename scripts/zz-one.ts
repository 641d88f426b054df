import { checkDrift } from '../src/core/drift/check-drift.ts';
import { clausesOf } from '../src/core/drift/clause.ts';
const a = process.argv.slice(2); const sur = a.pop() as string;
const texts = a.map((s) => { const at = s.indexOf(': '); return { provenance: s.slice(0, at) as 'user', text: s.slice(at + 2) }; });
console.dir(checkDrift(sur, { texts }));
for (const t of [...texts.map((x) => x.text), sur]) for (const c of clausesOf(t)) console.dir({ text: c.text, signs: c.signs, claims: c.claims, cue: c.cue, neg: c.isNegated, ncue: c.negationCue, states: c.states, att: c.attachments, excl: c.isExclusive, inh: c.inherited, q: c.qualifiers, quant: c.quantifiers, past: c.isPast, nums: c.numbers.map((n) => [n.text, n.quantity.value, n.quantity.dimension, n.before, n.after, n.comparison]) }, { depth: 4 });
