import { readFileSync, readdirSync } from 'node:fs';
import { checkDrift } from '/work/main/src/core/drift/check-drift.ts';
const dir = '/work/main/test/drift/pairs/';
const [split = 'dev', mode = 'list'] = process.argv.slice(2);
let d = 0, dp = 0, f = 0, fc = 0, kind = 0; const by: Record<string, [number, number]> = {};
for (const file of readdirSync(dir)) {
  const set = JSON.parse(readFileSync(dir + file, 'utf8'));
  if (split !== 'all' && !file.endsWith(`.${split}.json`)) continue;
  for (const p of set.pairs) {
    const texts = p.source.map((s: string) => { const at = s.indexOf(': '); return { provenance: s.slice(0, at), text: s.slice(at + 2) }; });
    let drifts: any; try { drifts = checkDrift(p.surrogate, { texts }); } catch (e) { console.log(p.id, e); continue; }
    if (p.label === 'drifted') { d++; const b = (by[p.kind] ??= [0, 0]); b[1]++; if (drifts.length === 0) { dp++; b[0]++; if (mode === 'list') console.log('PASS', p.id, p.kind, '|', p.source.join(' || '), '=>', p.surrogate); } else if (drifts[0].kind === p.kind) kind++; }
    else { f++; if (drifts.length) { fc++; if (mode === 'list') console.log('CUT ', p.id, JSON.stringify({ k: drifts[0].kind, f: drifts[0].found, e: drifts[0].expected }), '|', p.source.join(' || '), '=>', p.surrogate); } }
  }
}
console.log({ split, drifted: d, passed: dp, passShare: (dp / d * 100).toFixed(1), faithful: f, cut: fc, cutShare: (fc / f * 100).toFixed(1), kindRight: kind }, JSON.stringify(by));
