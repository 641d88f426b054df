import type { Command } from 'commander';

type AddVerb = (program: Command) => void;

/** The verbs in the order of `--help`, each with the module that adds it: a run loads what its own verb needs, and no more. */
const VERBS: readonly { readonly names: readonly string[]; readonly load: () => Promise<AddVerb> }[] = [
  { names: ['compact'], load: async () => (await import('./compact.ts')).addCompact },
  { names: ['plan'], load: async () => (await import('./plan.ts')).addPlan },
  { names: ['audit'], load: async () => (await import('./audit.ts')).addAudit },
  { names: ['verify'], load: async () => (await import('./verify.ts')).addVerify },
  { names: ['recall'], load: async () => (await import('./recall.ts')).addRecall },
  { names: ['inspect'], load: async () => (await import('./inspect.ts')).addInspect },
  { names: ['proxy'], load: async () => (await import('./proxy.ts')).addProxy },
  { names: ['mcp'], load: async () => (await import('./mcp.ts')).addMcp },
  { names: ['install'], load: async () => (await import('./install.ts')).addInstall },
  { names: ['convert'], load: async () => (await import('./convert.ts')).addConvert },
  { names: ['stats', 'export', 'import', 'erase', 'gc'], load: async () => (await import('./archive-verbs.ts')).addArchiveVerbs },
  { names: ['doctor'], load: async () => (await import('./doctor.ts')).addDoctor },
  { names: ['hook'], load: async () => (await import('./hook.ts')).addHook },
];

/** Adds the verb that is called; all of them where none is, as `--help` lists them; none for the version. */
export async function addVerbs(program: Command, called: string | undefined): Promise<void> {
  if (called === '--version' || called === '-V') return;
  const wanted = VERBS.filter(({ names }) => called !== undefined && names.includes(called));
  for (const { load } of wanted.length > 0 ? wanted : VERBS) (await load())(program);
}
