import { isLowerHex } from '@foyer/core/chain'
import type { ShownField } from '@foyer/core/words'
import { isAddress } from 'viem'
import { shownText } from '../shownText.js'
import type { AskedTypedData } from './requestParams.js'
import { deepest, isPlainNumber, mostFields } from './typedSpelling.js'

/** In letters: what is hashed of types in all. Each structure is hashed with its own type and all that this names, however little it holds. */
const mostOfTypes = 1_048_576

type Types = AskedTypedData['types']

/**
 * Typed data as what is signed of it: each structure by its own type. What no type names isn't signed, so it isn't shown.
 * @throws TypeError where a value doesn't fit its type · RangeError for more than a visitor can read
 */
export function typedTree({ types, primaryType, domain, message }: AskedTypedData): readonly ShownField[] {
  let count = 0
  let ofTypes = 0
  const lengthOf = typeLengths(types)
  const read = (field: { readonly name: string; readonly type: string }, value: unknown, depth: number): ShownField => {
    count += 1
    if (depth > deepest || count > mostFields) throw new RangeError(`${count} values, ${depth} deep`)
    const { name } = field
    const item = /^(.+)\[(\d*)\]$/.exec(field.type)
    if (item) {
      const [, type = '', length = ''] = item
      if (!Array.isArray(value) || (length !== '' && value.length !== Number(length))) throw misfit(field)
      const fields = value.map((each: unknown, index) => read({ name: String(index + 1), type }, each, depth + 1))
      return fields.length === 0 ? { name, value: '[]', isCode: true } : { name, fields }
    }
    if (!Object.hasOwn(types, field.type)) return { name, ...shownValue(field, value) }
    ofTypes += lengthOf(field.type)
    if (ofTypes > mostOfTypes) throw new RangeError(`${ofTypes} letters of types`)
    const fields = fieldsOf(types, field.type).map((each) => read(each, own(value, each.name), depth + 1))
    return fields.length === 0 ? { name, value: '{}', isCode: true } : { name, fields }
  }
  const parts = [
    { name: 'Domain', type: 'EIP712Domain', value: domain },
    // A domain that is signed by itself has no message.
    ...(primaryType === 'EIP712Domain' ? [] : [{ name: 'Message', type: primaryType, value: message }]),
  ]
  return parts.map((part) => read(part, part.value, 0))
}

/**
 * Returns the length of a type as it is hashed: with all that it names, each once. Types that nothing names aren't
 * looked at.
 */
function typeLengths(types: Types): (type: string) => number {
  const known = new Map<string, number>()
  let looked = 0
  const measure = (type: string): number => {
    const named = new Set([type])
    let length = 0
    // What is added to a set while it is walked is walked too.
    for (const each of named) {
      length += each.length + 2
      for (const field of types[each] ?? []) {
        looked += 1
        if (looked > mostOfTypes) throw new RangeError(`${looked} fields of types`)
        length += field.type.length + field.name.length + 2
        const [inner = ''] = field.type.split('[', 1)
        if (Object.hasOwn(types, inner)) named.add(inner)
      }
    }
    return length
  }
  return (type) => {
    const length = known.get(type) ?? measure(type)
    known.set(type, length)
    return length
  }
}

/** The fields of a structure of the data's own types. */
function fieldsOf(types: Types, type: string) {
  const fields = types[type]
  if (!fields) throw misfit({ name: type, type })
  return fields
}

/** A field's value; one that every object has by birth isn't a field. */
function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw misfit({ name, type: 'struct' })
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** A single value as it is signed: a number in digits, whatever it is written in. Values of another kind than their type's would be signed as something else than is seen. */
function shownValue(
  { name, type }: { readonly name: string; readonly type: string },
  value: unknown,
): { readonly value: string; readonly isCode?: boolean } {
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string'
  if (typeof value === 'number' && !Number.isInteger(value)) throw misfit({ name, type })
  if (/^u?int\d*$/.test(type) && isNumber && isPlainNumber(value)) return { value: BigInt(value).toString() }
  if (type === 'bool' && typeof value === 'boolean') return { value: String(value) }
  if (type === 'string' && typeof value === 'string') return { value: shownLines(value) }
  // What hashes it checks its checksum: a page that worked thousands of them out would stand still.
  if (type === 'address' && typeof value === 'string' && isAddress(value, { strict: false }))
    return { value, isCode: true }
  if (/^bytes\d*$/.test(type) && typeof value === 'string' && isLowerHex(value)) return { value, isCode: true }
  throw misfit({ name, type })
}

/** A line's end is named too: what follows could be taken for the next field. */
const shownLines = (text: string): string => shownText(text).replaceAll('\n', '⟨U+000A⟩\n')

const misfit = ({ name, type }: { readonly name: string; readonly type: string }): TypeError =>
  new TypeError(`${name} is no ${type}`)
