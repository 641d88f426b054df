/** Words behind whose full stop a sentence goes on, in lower case and without that stop. */
export const ABBREVIATIONS = {
  /** Something always follows: a name, an example. */
  neverLast: words(
    'mr mrs ms dr prof rev gen col capt lt sgt hon messrs e.g i.e cf vs viz approx esp resp incl excl', // English
    'z.b d.h u.a o.ä i.d.r bzw evtl ggf inkl exkl zzgl vgl hr fr dipl ing sog', // German
    'm mme mlle mm p.ex c.-à-d cad env', // French
    'sra srta dña p.ej ud uds', // Spanish
    'sig dott avv es', // Italian
    'v.exa exmo exma', // Portuguese
    'dhr mevr bijv d.w.z m.b.t o.a', // Dutch
  ),
  /** Only where a number follows. */
  beforeNumber: words('no nr nos fig figs vol art abs sec ch p pp pg eq ref ext tel ca c n núm pág cap kap ziff st st.nr lfd'),
  /** May end a sentence: then something follows that is no lower-case letter. */
  sometimesLast: words(
    'etc usw inc ltd co corp jr sr st ave a.m p.m u.s u.k u.n e.u b.c a.d ph.d ecc enz jan feb mar apr jun jul aug sept sep oct okt nov dec dez min max mins hrs hr wk yr dept est misc',
  ),
} as const;

/** German and other ordinals: `am 3. März`. */
export const MONTHS_BEHIND_ORDINALS: ReadonlySet<string> = words(
  'januar jänner februar märz april mai juni juli august september oktober november dezember klasse stock etage jahrhundert quartal',
);

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
