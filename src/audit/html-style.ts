/** Of the report page: light and dark, from 400 px on, on paper. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--raised:#f6f6f4;--ink:#1c1c1a;--faint:#5d5d58;--line:#d9d9d3;--lost:#a33b00;--changed:#8a5a00;--invented:#6b3fa0;--kept:#1d6b3a;--mark:#ffe9a8;--bar:#4a6fa5}
@media (prefers-color-scheme:dark){:root{--ground:#161615;--raised:#20201e;--ink:#ecece6;--faint:#a5a59d;--line:#3a3a36;--lost:#ff9d66;--changed:#f0bf52;--invented:#c8a6f5;--kept:#7ecb96;--mark:#5c4a10;--bar:#86a9dd}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:62rem;padding:1.5rem 1rem 4rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}
h2{font-size:1.2rem;margin:2.5rem 0 .25rem;overflow-wrap:anywhere}
h3{font-size:1.1rem;margin:2rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--line)}
h4{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.25rem 0 .75rem}
a{color:inherit}
.faint{color:var(--faint)}
h4 span{font-weight:normal;color:var(--faint)}
.figures{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0;padding:0;list-style:none}
.figures li{flex:1 1 8rem;background:var(--raised);border-radius:.5rem;padding:.6rem .8rem}
.figures b{display:block;font-size:1.5rem;line-height:1.2;font-variant-numeric:tabular-nums}
.lost b{color:var(--lost)}.changed b{color:var(--changed)}.invented b{color:var(--invented)}.kept b{color:var(--kept)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}
th{font-weight:600;color:var(--faint)}
.number{text-align:right}.number,.fixed{white-space:nowrap}
p.where{margin:.2rem 0}
.name{overflow-wrap:anywhere;min-width:10rem}
.statements{list-style:none;margin:0;padding:0}
.statements>li{padding:.6rem 0;border-bottom:1px solid var(--line);break-inside:avoid}
.where{font-size:.85rem;color:var(--faint)}
blockquote{margin:.2rem 0 0;padding-left:.8rem;border-left:3px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere}
.is-lost blockquote{border-color:var(--lost)}.is-invented blockquote{border-color:var(--invented)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
.pair div:last-child blockquote{border-color:var(--changed)}
@media (max-width:640px){.pair{grid-template-columns:1fr;gap:.4rem}table{font-size:.8rem}th,td{padding-right:.5rem}.wide{display:none}}
mark{background:var(--mark);color:inherit;border-radius:.2rem;padding:0 .1rem;font-weight:600}
svg{display:block;width:100%;max-width:40rem;height:auto;margin:.5rem 0}
svg text{fill:var(--ink);font:9px system-ui,sans-serif}
svg text{paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}
svg .faint{fill:var(--faint)}
svg rect{fill:var(--bar)}svg .found{fill:var(--lost)}
svg .none{fill:none;stroke:var(--lost);stroke-dasharray:3 2}
svg line{stroke:var(--faint);stroke-dasharray:4 3}
@media print{:root{--ground:#fff;--raised:#fff;--ink:#000;--faint:#444;--line:#bbb;--lost:#8a3200;--changed:#6b4600;--invented:#553080;--kept:#12522a;--mark:#eee;--bar:#446}body{max-width:none;padding:0;font-size:10.5pt}h2,h3,h4{break-after:avoid}.figures li{border:1px solid var(--line)}}
`;
