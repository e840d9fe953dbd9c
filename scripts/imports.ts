import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Import {
  readonly specifier: string
  /** Gone when the code runs. */
  readonly typeOnly: boolean
  /** An `import()`. */
  readonly dynamic: boolean
}

/** Every source file below a folder, tests left out unless asked for, as paths from the project's folder. */
export function sourceFiles(folder: string, { tests = false }: { readonly tests?: boolean } = {}): string[] {
  return filesBelow(folder)
    .filter((path) => /\.tsx?$/.test(path) && (tests || !/\.test\.tsx?$/.test(path)))
    .sort()
}

/** Hosts of other kits, which tests move, aren't ours; and what is installed and built isn't even looked into: other tests put folders there, and take them away, at any moment. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist', 'fixtures'].includes(entry.name) ? [] : filesBelow(path)
    return entry.isFile() ? [path] : []
  })
}

/** What was found in a text: each rule asks about every file, and to read one as TypeScript takes much longer than to fetch it. */
const known = new Map<string, { readonly text: string; readonly imports: readonly Import[] }>()

/** What a file imports and re-exports; its path is from the project's folder, or absolute. */
export function importsOf(path: string): readonly Import[] {
  const text = readFileSync(resolve(root, path), 'utf8')
  const before = known.get(path)
  if (before?.text === text) return before.imports
  const imports = importsIn(path, text)
  known.set(path, { text, imports })
  return imports
}

function importsIn(path: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: isTypeImport(node), dynamic: false })
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: isTypeExport(node), dynamic: false })
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments
      if (specifier && ts.isStringLiteral(specifier))
        found.push({ specifier: specifier.text, typeOnly: false, dynamic: true })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

export interface ImportedName {
  readonly specifier: string
  readonly name: string
  readonly typeOnly: boolean
}

/**
 * The names that a file imports and re-exports, those that it reads of a module's namespace among them. What it asks a namespace for with `?.` is none: that
 * may be lacking.
 */
export function namesImportedBy(path: string): readonly ImportedName[] {
  const source = ts.createSourceFile(path, readFileSync(resolve(root, path), 'utf8'), ts.ScriptTarget.Latest)
  const found: ImportedName[] = []
  const namespaces = new Map<string, string>()
  for (const statement of source.statements) {
    if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))) continue
    const from = statement.moduleSpecifier
    if (!from || !ts.isStringLiteral(from)) continue
    const specifier = from.text
    const allTypes = ts.isImportDeclaration(statement) ? statement.importClause?.isTypeOnly : statement.isTypeOnly
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined
    if (bindings && ts.isNamespaceImport(bindings)) namespaces.set(bindings.name.text, specifier)
    const names = ts.isExportDeclaration(statement) ? statement.exportClause : bindings
    if (!names || !(ts.isNamedImports(names) || ts.isNamedExports(names))) continue
    for (const { name, propertyName = name, isTypeOnly } of names.elements)
      found.push({ specifier, name: propertyName.text, typeOnly: isTypeOnly || allTypes === true })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && !node.questionDotToken) {
      const specifier = namespaces.get(node.expression.text)
      if (specifier !== undefined) found.push({ specifier, name: node.name.text, typeOnly: false })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false
  if (importClause.isTypeOnly) return true
  const { name, namedBindings } = importClause
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  )
}

function isTypeExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return true
  return (
    exportClause !== undefined &&
    ts.isNamedExports(exportClause) &&
    exportClause.elements.every((each) => each.isTypeOnly)
  )
}

/** The file that a relative import means, or undefined where it isn't one of the given. */
export function resolveRelative({
  from,
  specifier,
  files,
}: {
  readonly from: string
  readonly specifier: string
  readonly files: ReadonlySet<string>
}): string | undefined {
  const base = join(dirname(from), specifier)
  const stem = base.replace(/\.js$/, '')
  return [`${stem}.ts`, `${stem}.tsx`, base, `${base}/index.ts`].find((path) => files.has(path))
}

/** The given files that are imported from some of them, those themselves included. */
export function reachedFrom({
  entries,
  files,
}: {
  readonly entries: readonly string[]
  readonly files: ReadonlySet<string>
}): ReadonlySet<string> {
  const reached = new Set(entries)
  for (const file of reached) {
    for (const { specifier } of importsOf(file)) {
      const target = specifier.startsWith('.') ? resolveRelative({ from: file, specifier, files }) : undefined
      if (target !== undefined) reached.add(target)
    }
  }
  return reached
}
