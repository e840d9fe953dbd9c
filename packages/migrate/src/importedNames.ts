import { isDeclared } from './peerImports.js'
import { isNamed, type Source } from './source.js'

/** An export of a module, by the module as the file names it. */
export interface ImportedName {
  readonly from: string
  readonly name: string
}

/** By the name that the file has it under. */
export type Imports = ReadonlyMap<string, ImportedName>

/** The names that a file imports one by one, but those that mean something else further in. */
export function importedNames(source: Source): Imports {
  const imports = new Map<string, ImportedName>()
  for (const node of source.nodes) {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type') continue
    for (const each of node.specifiers) {
      if (each.type !== 'ImportSpecifier' || each.importKind === 'type' || each.imported.type !== 'Identifier') continue
      const local = each.local.name
      if (source.nodes.some((named) => isNamed(named, local) && isDeclared(source, named))) continue
      imports.set(local, { from: node.source.value, name: each.imported.name })
    }
  }
  return imports
}
