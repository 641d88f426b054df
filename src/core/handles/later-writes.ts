import { baseName, isRooted, selfAndParents } from './path.ts';

/**
 * What is written after a point of the conversation, filled from its end to its start; each question is answered with the
 * nearest write. A path touches another if it is the same or a directory above it. Where one of the two is relative to a
 * directory that is not known, the last part of the written one standing anywhere in the other is enough: rather one
 * handle too many invalidated than one too few. n log n: as many look-ups as a path has parts.
 */
export class LaterWrites {
  private readonly rooted = new Map<string, number>();
  private readonly belowRooted = new Map<string, number>();
  private readonly relativeNames = new Map<string, number>();
  private readonly names = new Map<string, number>();
  /** Names of directories in whose place something is written; those of relative paths apart. */
  private readonly directoryNames = new Map<string, number>();
  private readonly relativeDirectoryNames = new Map<string, number>();
  private everything: number | undefined;
  private anyTree: number | undefined;
  private anyRelative: number | undefined;
  private any: number | undefined;

  /** Must come in descending order of `index`. `isTree`: all below it may be written. */
  add(path: string, index: number, isTree = false): void {
    this.any = index;
    if (isTree) this.anyTree = index;
    const name = baseName(path);
    if (isUnknownDirectory(path)) this.everything = index;
    this.names.set(name, index);
    for (const part of path.split('/').slice(0, -1)) {
      this.directoryNames.set(part, index);
      if (!isRooted(path)) this.relativeDirectoryNames.set(part, index);
    }
    if (isRooted(path)) {
      this.rooted.set(path, index);
      for (const directory of selfAndParents(path)) this.belowRooted.set(directory, index);
    } else {
      this.anyRelative = index;
      this.relativeNames.set(name, index);
    }
  }

  /** The nearest write that touches this file. */
  nearestOn(path: string): number | undefined {
    let nearest = isRooted(path) ? this.everything : earlier(this.everything, this.anyTree);
    const names = isRooted(path) ? this.relativeNames : this.names;
    for (const part of path.split('/')) nearest = earlier(nearest, names.get(part));
    if (isRooted(path)) for (const directory of selfAndParents(path)) nearest = earlier(nearest, this.rooted.get(directory));
    return nearest;
  }

  /** The nearest write that touches this file, or a file in it if it turns out to be a directory. */
  nearestOnOrIn(path: string): number | undefined {
    if (isUnknownDirectory(path)) return this.any;
    const names = isRooted(path) ? this.relativeDirectoryNames : this.directoryNames;
    const inside = earlier(names.get(baseName(path)), isRooted(path) ? this.belowRooted.get(path) : undefined);
    return earlier(this.nearestOn(path), earlier(inside, isLikeDirectory(path) ? this.anyRelative : undefined));
  }

  /** The nearest write that touches this path or anything below it. */
  nearestBelow(path: string): number | undefined {
    if (!isRooted(path)) return this.any;
    return earlier(earlier(this.nearestOn(path), this.belowRooted.get(path)), this.anyRelative);
  }
}

/** The plain form of `LaterWrites`: true where a write of `written` may change the file `path`. */
export function touchesFile(written: string, path: string, isTree = false): boolean {
  if (isUnknownDirectory(written) || (isTree && !isRooted(path))) return true;
  if (isRooted(written) && isRooted(path)) return selfAndParents(path).includes(written);
  return path.split('/').includes(baseName(written));
}

/** True where a write of `written` may change the file `path`, or a file in it if it turns out to be a directory. */
export function touchesFileOrInside(written: string, path: string, isTree = false): boolean {
  if (touchesFile(written, path, isTree) || isUnknownDirectory(path)) return true;
  if (isRooted(written) && isRooted(path)) return selfAndParents(written).includes(path);
  return (isLikeDirectory(path) && !isRooted(written)) || written.split('/').slice(0, -1).includes(baseName(path));
}

/** No ending: a name alone may be that of a file in it. */
function isLikeDirectory(path: string): boolean {
  return !baseName(path).includes('.');
}

/** True where a write of `written` may change what is read at `path` or below it. */
export function touchesBelow(written: string, path: string): boolean {
  if (!isRooted(written) || !isRooted(path)) return true;
  return touchesFile(written, path) || selfAndParents(written).includes(path);
}

/** `.` and `..` of a directory that is not known hold every file. */
function isUnknownDirectory(path: string): boolean {
  return path === '.' || path === '..' || path.endsWith('/..') || path === '~';
}

export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined) return b;
  return b === undefined ? a : Math.min(a, b);
}
