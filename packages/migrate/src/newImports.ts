import type { Edit } from './edits.js'
import { freeName, importedAs, located, type Source } from './source.js'

/** Names that a file comes to need, each by the module that has it. */
export interface NewImports {
  /** The name under which the file has it from now on. */
  readonly name: (from: string, name: string) => string
  /** Do names of this module come to it? */
  readonly wants: (from: string) => boolean
  /** A module that is imported for what it does, as a style sheet. */
  readonly module: (from: string) => void
  /**
   * Returns the imports in their place: names join an import of their module that stands already; the others are lines
   * of their own.
   */
  readonly finish: () => { readonly edits: readonly Edit[]; readonly lines: string }
}

/**
 * Collects the imports that a file comes to need. One that it has already is used as it is, and a name that is taken gets a number.
 * @example newImports(source).name('wagmi', 'http') // 'http'
 */
export function newImports(source: Source): NewImports {
  const { style } = source
  const wanted = new Map<string, Map<string, string>>()
  const modules = new Set<string>()
  const { quote, semicolon, newline } = style
  const line = (what: string, from: string) => `import ${what}${quote}${from}${quote}${semicolon}${newline}`
  return {
    name(from, name) {
      const names = wanted.get(from) ?? new Map<string, string>()
      wanted.set(from, names)
      const known = names.get(name) ?? importedAs(source, { from, name })?.name
      if (known !== undefined) return known
      const local = freeName(source, name)
      names.set(name, local)
      return local
    },
    wants: (from) => (wanted.get(from)?.size ?? 0) > 0,
    module: (from) => void modules.add(from),
    finish() {
      const edits: Edit[] = []
      let lines = [...modules].map((from) => line('', from)).join('')
      for (const [from, names] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (names.size === 0) continue
        const specifiers = [...names].sort().map(([name, local]) => (name === local ? name : `${name} as ${local}`))
        const edit = joined(source, { from, specifiers })
        if (edit) edits.push(edit)
        else lines += line(`{ ${specifiers.join(', ')} } from `, from)
      }
      return { edits, lines }
    },
  }
}

/** The names added to an import of the module that stands already, in a line or in lines as its own do. */
function joined(
  source: Source,
  { from, specifiers }: { readonly from: string; readonly specifiers: readonly string[] },
): Edit | undefined {
  for (const node of source.nodes) {
    if (node.type !== 'ImportDeclaration' || node.source.value !== from || node.importKind === 'type') continue
    const last = node.specifiers.filter(({ type }) => type === 'ImportSpecifier').at(-1)
    if (!last) continue
    const { start, end } = located(last)
    const [before] = /\r?\n[\t ]*$/.exec(source.text.slice(0, start)) ?? [' ']
    return { start: end, end, text: specifiers.map((each) => `,${before}${each}`).join('') }
  }
  return undefined
}
