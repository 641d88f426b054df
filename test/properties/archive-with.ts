import type { Archive } from '../../src/archive/archive.ts';

/** An archive that does some of its methods otherwise, as one does that lost a span or has a full disk. */
export function archiveWith(archive: Archive, others: Partial<Archive>): Archive {
  return new Proxy(archive, {
    get(target, name) {
      if (Object.hasOwn(others, name)) return others[name as keyof Archive];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
