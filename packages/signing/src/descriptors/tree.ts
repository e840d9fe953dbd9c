import { type AbiParameter, isAddress, isHex } from 'viem'
import type { DescribedData } from '../outside.js'

/** The signed value, as its types have it. */
export type Tree =
  | { readonly is: 'value'; readonly type: string; readonly value: string | bigint | boolean }
  | { readonly is: 'list'; readonly items: readonly Tree[] }
  | { readonly is: 'structure'; readonly fields: ReadonlyMap<string, Tree> }

/** A value that holds no others. */
export type Value = Extract<Tree, { readonly is: 'value' }>

/** A descriptor doesn't fit what it is said of, or says too much: nothing of it is shown. */
export class MisfitError extends Error {
  override readonly name: string = 'MisfitError'
}

/** The most values, and the greatest depth, of data that a descriptor describes. */
const most = { values: 4_096, depth: 32 } as const

interface Type {
  readonly type: string
  readonly fields: readonly (Type & { readonly name: string })[] | undefined
}

/** The arguments of a call by their names. */
export function treeOfArguments(inputs: readonly AbiParameter[], values: readonly unknown[]): Tree {
  const typeOf = (parameter: AbiParameter): Type & { readonly name: string } => ({
    name: parameter.name ?? '',
    type: parameter.type,
    fields: 'components' in parameter ? parameter.components.map(typeOf) : undefined,
  })
  return plant({ type: 'tuple', fields: inputs.map(typeOf) }, values, (type) => type)
}

/** The message of typed data. */
export function treeOfMessage({
  types,
  primaryType,
  message,
}: Pick<DescribedData, 'types' | 'primaryType' | 'message'>): Tree {
  const typeOf = ({ type }: Pick<Type, 'type'>): Type => ({
    type,
    fields: Object.hasOwn(types, type)
      ? (types[type] ?? []).map((field) => ({ ...field, fields: undefined }))
      : undefined,
  })
  return plant(typeOf({ type: primaryType }), message, typeOf)
}

/** @param complete - a type with the fields that it has, looked up once it is reached: types may hold themselves */
function plant(type: Type, value: unknown, complete: (type: Type) => Type): Tree {
  let count = 0
  const grow = (of: Type, given: unknown, depth: number): Tree => {
    count += 1
    if (count > most.values || depth > most.depth) throw new MisfitError('too much')
    const list = /^(.+)\[\d*\]$/.exec(of.type)
    if (list) {
      if (!Array.isArray(given)) throw new MisfitError(of.type)
      const item = complete({ type: list[1] ?? '', fields: of.fields })
      return { is: 'list', items: given.map((each: unknown) => grow(item, each, depth + 1)) }
    }
    if (!of.fields) return { is: 'value', type: of.type, value: single(of.type, given) }
    const fields = of.fields.map((field, index) => {
      const own: unknown = Array.isArray(given)
        ? given[index]
        : Object.getOwnPropertyDescriptor(Object(given), field.name)?.value
      return [field.name, grow(field.fields ? field : complete(field), own, depth + 1)] as const
    })
    return { is: 'structure', fields: new Map(fields) }
  }
  return grow(type, value, 0)
}

function single(type: string, value: unknown): string | bigint | boolean {
  if (/^u?int\d*$/.test(type) && isWhole(value)) return BigInt(value)
  if (type === 'bool' && typeof value === 'boolean') return value
  if (type === 'string' && typeof value === 'string') return value
  if (type === 'address' && typeof value === 'string' && isAddress(value, { strict: false })) return value
  if (/^bytes\d*$/.test(type) && isHex(value)) return value
  throw new MisfitError(type)
}

const isWhole = (value: unknown): value is bigint | number | string =>
  typeof value === 'bigint' ||
  (typeof value === 'number' && Number.isSafeInteger(value)) ||
  (typeof value === 'string' && /^(0x[0-9a-fA-F]{1,64}|-?\d{1,78})$/.test(value))
