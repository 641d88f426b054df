import { selfAndParents } from '../handles/path.ts';
import type { Attempt } from './attempt.ts';

interface Attempted {
  /** One of them had no operands. */
  isWhole: boolean;
  readonly operandLists: Set<string>;
  readonly paths: Set<string>;
}

/** What was attempted after the exchange that is looked at, going back from the end. */
export class LaterAttempts {
  private readonly byProgram = new Map<string, Attempted>();

  add({ program, operands, arePaths }: Attempt): void {
    let attempted = this.byProgram.get(program);
    if (attempted === undefined) {
      attempted = { isWhole: false, operandLists: new Set(), paths: new Set() };
      this.byProgram.set(program, attempted);
    }
    if (operands.length === 0) attempted.isWhole = true;
    attempted.operandLists.add(listKey(operands));
    if (arePaths) for (const operand of operands) attempted.paths.add(operand);
  }

  /** Whether one with the same operands was. */
  hasEqual({ program, operands }: Attempt): boolean {
    return this.byProgram.get(program)?.operandLists.has(listKey(operands)) === true;
  }

  /** Whether the same thing was, or all of it with more. */
  has({ program, operands, sameness }: Attempt): boolean {
    const attempted = this.byProgram.get(program);
    if (attempted === undefined) return false;
    if (attempted.operandLists.has(listKey(operands))) return true;
    switch (sameness) {
      case 'equal':
        return false;
      case 'refined':
        return attempted.isWhole || operands.length === 0;
      case 'whole':
        return attempted.isWhole || (operands.length > 0 && operands.every((operand) => placesOf(operand).some((path) => attempted.paths.has(path))));
    }
  }
}

/** A path, what is above it, and the file of a test in it (`a.py::test_b`). */
function placesOf(operand: string): readonly string[] {
  const file = operand.indexOf('::');
  return file === -1 ? selfAndParents(operand) : [operand, ...selfAndParents(operand.slice(0, file))];
}

function listKey(operands: readonly string[]): string {
  return JSON.stringify(operands);
}
