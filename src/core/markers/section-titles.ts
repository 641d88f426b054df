/** DESIGN §7: the sections of the state record, in their order. */
export const SECTION_TITLES = ['open work', 'tried and failed', 'changed', 'waiting', 'live index'] as const;
export type SectionTitle = (typeof SECTION_TITLES)[number];
