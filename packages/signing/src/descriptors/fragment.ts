import { lowerHex, type Selector, selectorIn } from '@foyer/core/chain'
import { type AbiParameter, keccak256, stringToBytes } from 'viem'
import type { DescribedData } from '../outside.js'

/** A function as a descriptor names it: with its parameters' names, by which paths lead to them. */
export interface Fragment {
  /** The first four bytes of a call. */
  readonly selector: Selector | undefined
  readonly inputs: readonly AbiParameter[]
}

const token = /\s*([A-Za-z_$][\w$]*|\(|\)|,|\[\d*\])/gy
const elementary =
  /^(u?int(8|16|24|32|40|48|56|64|72|80|88|96|1\d\d|2[0-4]\d|25[0-6])|address|bool|string|bytes([1-9]|[12]\d|3[0-2])?)$/
const locations = ['memory', 'calldata', 'storage']
/** Deeper structures aren't read. */
const deepest = 8

/**
 * Reads the key of a descriptor's format, such as `repay((address token,uint256 amount) loan,bytes32 id)`.
 * @returns undefined for what is no function with canonical types
 */
export function readFragment(key: string): Fragment | undefined {
  const tokens = tokensOf(key)
  const [name, open, ...rest] = tokens ?? []
  if (!name || !/^[A-Za-z_$]/.test(name) || open !== '(') return undefined
  const left = rest.reverse()
  const inputs = readParameters(left, 0)
  if (!inputs || left.length > 0) return undefined
  return { selector: selectorIn(lowerHex(keccak256(stringToBytes(`${name}(${typesOf(inputs)})`)))), inputs }
}

function tokensOf(key: string): string[] | undefined {
  const found = [...key.matchAll(token)]
  const last = found.at(-1)
  const end = last ? last.index + last[0].length : 0
  return key.slice(end).trim() === '' ? found.map(([, text = '']) => text) : undefined
}

/** Takes parameters from the end of what is left, up to the bracket that closes them. */
function readParameters(left: string[], depth: number): AbiParameter[] | undefined {
  const parameters: AbiParameter[] = []
  if (depth > deepest) return undefined
  if (left.at(-1) === ')') {
    left.pop()
    return parameters
  }
  for (;;) {
    const parameter = readParameter(left, depth)
    const after = left.pop()
    if (!parameter) return undefined
    parameters.push(parameter)
    if (after === ')') return parameters
    if (after !== ',') return undefined
  }
}

function readParameter(left: string[], depth: number): AbiParameter | undefined {
  let type = left.pop() ?? ''
  if (type === 'tuple' && left.at(-1) === '(') type = left.pop() ?? ''
  const components = type === '(' ? readParameters(left, depth + 1) : undefined
  if (type === '(' ? !components : !elementary.test(type)) return undefined
  let lists = ''
  while (left.at(-1)?.startsWith('[')) lists += left.pop()
  if (locations.includes(left.at(-1) ?? '')) left.pop()
  const name = /^[A-Za-z_$]/.test(left.at(-1) ?? '') ? left.pop() : ''
  return components ? { name, type: `tuple${lists}`, components } : { name, type: `${type}${lists}` }
}

const typesOf = (parameters: readonly AbiParameter[]): string =>
  parameters
    .map((each) =>
      'components' in each ? `(${typesOf(each.components)})${each.type.slice('tuple'.length)}` : each.type,
    )
    .join(',')

/** The type of typed data with all that it is made of, as it is hashed (`encodeType` of EIP-712). */
export function encodedType({ types, primaryType }: Pick<DescribedData, 'types' | 'primaryType'>): string {
  const found = new Set<string>()
  const visit = (type: string) => {
    const name = type.replace(/(?<!\])(?:\[\d*\])+$/, '')
    const fields = Object.hasOwn(types, name) ? types[name] : undefined
    if (!fields || found.has(name)) return
    found.add(name)
    for (const field of fields) visit(field.type)
  }
  visit(primaryType)
  const [first, ...rest] = found
  const written = (name: string) =>
    `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`
  return [...(first === undefined ? [] : [first]), ...rest.sort()].map(written).join('')
}

/** A descriptor's key for typed data as `encodedType` writes one. */
export const typeKey = (key: string): string =>
  key
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),]) ?/g, '$1')
