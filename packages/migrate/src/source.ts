import { type ParserPlugin, parse } from '@babel/parser'
import type { Identifier, Node } from '@babel/types'

/** A node of a file's syntax, with the range of the text that it is. */
export type Located = Node & { readonly start: number; readonly end: number }

/** A file that was read and understood as TypeScript or JavaScript. */
export interface Source {
  /** From the folder that is moved. */
  readonly path: string
  readonly text: string
  /** Every node, each before its children. */
  readonly nodes: readonly Located[]
  readonly parents: ReadonlyMap<Node, Located>
  /** Every name that is written in it, so that a new one is free. */
  readonly names: ReadonlySet<string>
  readonly style: Style
}

/** How a file is written. */
export interface Style {
  readonly quote: '"' | "'"
  readonly semicolon: ';' | ''
  readonly newline: '\n' | '\r\n'
  readonly indent: string
  /** Are types written in it? */
  readonly typed: boolean
}

/**
 * Reads a file's syntax.
 * @throws SyntaxError of the parser, with the line in `loc`
 */
export function parseSource({ path, text }: { readonly path: string; readonly text: string }): Source {
  const typed = /\.[mc]?tsx?$/.test(path)
  // In a `.ts` file `<T>value` is an assertion, not an element.
  const plugins: ParserPlugin[] = [
    ...(typed ? ['typescript' as const] : []),
    ...(/\.[mc]?ts$/.test(path) ? [] : ['jsx' as const]),
    'decorators',
  ]
  const { program } = parse(text, { sourceType: 'module', plugins })
  const nodes: Located[] = []
  const parents = new Map<Node, Located>()
  const names = new Set<string>()
  const visit = (node: Located): void => {
    nodes.push(node)
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') names.add(node.name)
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      visit(child)
    }
  }
  if (isLocated(program)) visit(program)
  return { path, text, nodes, parents, names, style: styleOf({ text, nodes, typed }) }
}

function childrenOf(node: Located): Located[] {
  return Object.entries(node)
    .filter(([key]) => !key.endsWith('Comments'))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isLocated)
}

function isLocated(value: unknown): value is Located {
  const { type, start, end } = Object(value)
  return typeof type === 'string' && typeof start === 'number' && typeof end === 'number'
}

/** A node of the parser's with its range, which it has whenever it was read from a text. */
export function located(node: Node): Located {
  if (isLocated(node)) return node
  throw new TypeError(`A node ${node.type} has no place in the text.`)
}

/** The text that a node is. */
export const textOf = ({ text }: Source, node: Node): string => {
  const { start, end } = located(node)
  return text.slice(start, end)
}

/** The line of an offset, from 1. */
export const lineOfText = (text: string, at: number): number => text.slice(0, at).split('\n').length
export const lineOf = ({ text }: Source, { start }: Located): number => lineOfText(text, start)

/** Is it this name, of a value or an element? */
export const isNamed = (node: Located, name: string): boolean =>
  (node.type === 'Identifier' || node.type === 'JSXIdentifier') && node.name === name

/** The name, or where it is taken the first with a number that isn't. */
export function freeName({ names }: Pick<Source, 'names'>, wanted: string): string {
  let name = wanted
  for (let at = 2; names.has(name); at++) name = `${wanted}${at}`
  return name
}

/** A string as the file would write it. */
export function quoted({ quote }: Style, value: string): string {
  const json = JSON.stringify(value)
  // As formatters do: the other quotes around one of these.
  return quote === '"' || (value.includes("'") && !value.includes('"'))
    ? json
    : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function styleOf({ text, nodes, typed }: Pick<Source, 'text' | 'nodes'> & { readonly typed: boolean }): Style {
  const imported = nodes.find(({ type }) => type === 'ImportDeclaration')
  const line = imported ? text.slice(imported.start, imported.end) : ''
  return {
    quote: line.includes('"') ? '"' : "'",
    semicolon: line.endsWith(';') ? ';' : '',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    indent: /\n([\t ]+)\S/.exec(text)?.[1] ?? '  ',
    typed,
  }
}

/** The import of a name by which this file has it from a module; undefined where it hasn't. */
export function importedAs(
  source: Source,
  { from, name }: { readonly from: string; readonly name: string },
): Identifier | undefined {
  for (const node of source.nodes) {
    if (node.type !== 'ImportDeclaration' || node.source.value !== from || node.importKind === 'type') continue
    for (const each of node.specifiers) {
      if (each.type !== 'ImportSpecifier' || each.importKind === 'type') continue
      if (each.imported.type === 'Identifier' && each.imported.name === name) return each.local
    }
  }
  return undefined
}
