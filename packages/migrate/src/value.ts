import type { JSXAttribute, Node, ObjectExpression } from '@babel/types'
import type { ImportedName, Imports } from './importedNames.js'
import { quoted, type Source, type Style, textOf } from './source.js'

/** The value of an expression where it can be read off the page, and where it stands. */
export type Value = Read & { readonly node?: Node | undefined }

type Read =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'object'; readonly entries: Entries }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  /** A call of an imported function with one such object, or none. */
  | { readonly kind: 'call'; readonly of: ImportedName; readonly entries: Entries }
  /** An imported value, or a part of one: `base`, `base.id`, `darkTheme.accentColors.pink`. */
  | { readonly kind: 'imported'; readonly of: ImportedName; readonly path: readonly string[] }
  | { readonly kind: 'other' }

/** By their keys; what is spread into an object is under `...`. */
export type Entries = Readonly<Record<string, Value>>

/** The value of a prop, and its text with the quotes or braces around it. */
export interface Given {
  readonly value: Value
  readonly text: string
}

const other: Read = { kind: 'other' }

/** Reads an expression of a file with these imports. */
export const readValue = (node: Node | null | undefined, imports: Imports = new Map()): Value => ({
  ...read(node, imports),
  ...(node && { node }),
})

function read(node: Node | null | undefined, imports: Imports): Read {
  switch (node?.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { kind: 'literal', value: node.value }
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return read(node.expression, imports)
    case 'ObjectExpression':
      return readObject(node, imports)
    case 'ArrayExpression':
      return { kind: 'list', items: node.elements.map((each) => readValue(each, imports)) }
    case 'CallExpression': {
      const of = node.callee.type === 'Identifier' ? imports.get(node.callee.name) : undefined
      const [argument, ...more] = node.arguments
      const given: Read = argument ? read(argument, imports) : { kind: 'object', entries: {} }
      return of && more.length === 0 && given.kind === 'object' ? { kind: 'call', of, entries: given.entries } : other
    }
    case 'Identifier': {
      const of = imports.get(node.name)
      return of ? { kind: 'imported', of, path: [] } : other
    }
    case 'MemberExpression': {
      const object = read(node.object, imports)
      if (object.kind !== 'imported' || node.computed || node.property.type !== 'Identifier') return other
      return { ...object, path: [...object.path, node.property.name] }
    }
    default:
      return other
  }
}

function readObject({ properties }: ObjectExpression, imports: Imports): Read {
  const entries: Record<string, Value> = {}
  for (const each of properties) {
    if (each.type === 'SpreadElement' && !('...' in entries)) {
      entries['...'] = readValue(each.argument, imports)
      continue
    }
    if (each.type !== 'ObjectProperty' || each.computed) return other
    const { key } = each
    if (key.type !== 'Identifier' && key.type !== 'StringLiteral') return other
    entries[key.type === 'Identifier' ? key.name : key.value] = readValue(each.value, imports)
  }
  return { kind: 'object', entries }
}

/** Reads a prop; one without a value is true. */
export function readAttribute(source: Source, attribute: JSXAttribute, imports?: Imports): Given {
  if (!attribute.value) return { value: { kind: 'literal', value: true }, text: '{true}' }
  return { value: readValue(attribute.value, imports), text: textOf(source, attribute.value) }
}

/** The literal of a kind, or undefined where it is anything else. */
export const stringOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'literal' && typeof value.value === 'string' ? value.value : undefined
export const numberOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'literal' && typeof value.value === 'number' ? value.value : undefined
export const booleanOf = (value: Value | undefined): boolean | undefined =>
  value?.kind === 'literal' && typeof value.value === 'boolean' ? value.value : undefined

/** Strings of an object's keys, as the file would write them. */
export const printed = (style: Style, value: string | boolean | Readonly<Record<string, string>>): string => {
  if (typeof value === 'string') return quoted(style, value)
  if (typeof value === 'boolean') return String(value)
  const entries = Object.entries(value).map(
    ([key, each]) => `${/^\w+$/.test(key) ? key : quoted(style, key)}: ${quoted(style, each)}`,
  )
  return `{ ${entries.join(', ')} }`
}
