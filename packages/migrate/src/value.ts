import type { JSXAttribute, Node } from '@babel/types'
import { quoted, type Source, type Style, textOf } from './source.js'

/** What an expression is where it can be read off the page: a literal, an object of such, or a call of a function of the peer's with such an object. */
export type Value =
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'object'; readonly entries: Readonly<Record<string, Value>> }
  | { readonly kind: 'call'; readonly name: string; readonly entries: Readonly<Record<string, Value>> }
  | { readonly kind: 'other' }

/** What a prop was given: its value, and its text with the quotes or braces around it. */
export interface Given {
  readonly value: Value
  readonly text: string
}

const other: Value = { kind: 'other' }

/** Reads an expression; `named` says what a local name is called by the peer. */
export function readValue(node: Node | null | undefined, named: ReadonlyMap<string, string> = new Map()): Value {
  switch (node?.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { kind: 'literal', value: node.value }
    case 'JSXExpressionContainer':
      return readValue(node.expression, named)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return readValue(node.expression, named)
    case 'ObjectExpression': {
      const entries: Record<string, Value> = {}
      for (const each of node.properties) {
        if (each.type !== 'ObjectProperty' || each.computed) return other
        const { key } = each
        if (key.type !== 'Identifier' && key.type !== 'StringLiteral') return other
        entries[key.type === 'Identifier' ? key.name : key.value] = readValue(each.value, named)
      }
      return { kind: 'object', entries }
    }
    case 'CallExpression': {
      const name = node.callee.type === 'Identifier' ? named.get(node.callee.name) : undefined
      const [argument, ...more] = node.arguments
      if (name === undefined || more.length > 0) return other
      const given = argument ? readValue(argument, named) : undefined
      if (given && given.kind !== 'object') return other
      return { kind: 'call', name, entries: given?.entries ?? {} }
    }
    default:
      return other
  }
}

/** Reads a prop; one without a value is true. */
export function readAttribute(source: Source, attribute: JSXAttribute, named?: ReadonlyMap<string, string>): Given {
  if (!attribute.value) return { value: { kind: 'literal', value: true }, text: '{true}' }
  return { value: readValue(attribute.value, named), text: textOf(source, attribute.value) }
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
