import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface PublicNames {
  /** What a caller can use at run time. */
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The names that an entry exports, read from its source. Each stands there by itself, as STYLE demands: `export *` is an error. */
export function publicNames(entry: string): PublicNames {
  const path = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const values: string[] = [];
  const types: string[] = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) continue;
    if (ts.isFunctionDeclaration(statement)) {
      const isExported = statement.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) === true;
      if (isExported) values.push(statement.name?.text ?? 'default');
      continue;
    }
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (clause === undefined || !ts.isNamedExports(clause)) throw new Error(`${entry} exports what has no name: ${statement.getText().slice(0, 80)}`);
    const isTypes = ts.isExportDeclaration(statement) && statement.isTypeOnly;
    for (const element of clause.elements) (isTypes || element.isTypeOnly ? types : values).push(element.name.text);
  }
  return { values: values.sort(), types: types.sort() };
}
