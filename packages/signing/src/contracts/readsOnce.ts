import type { AbiParameter, Hex } from 'viem'

/**
 * Whether reading encoded values looks at no more bytes than there are: encoders write each value in a place of its own, but nothing keeps a call from pointing at one
 * place from a thousand others, and reading 100 kB a thousand times takes a minute. It is counted before anything is decoded, and counting ends with the bytes.
 *
 * @param request.data - the values, without a selector
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export function readsOnce({ inputs, data }: { readonly inputs: readonly AbiParameter[]; readonly data: Hex }): boolean {
  const text = data.slice(2)
  let left = text.length / 2

  const take = (bytes: number): boolean => {
    left -= bytes
    return left >= 0
  }
  const numberAt = (at: number): number | undefined => {
    const word = text.slice(at * 2, at * 2 + 64)
    return take(32) && word.length === 64 && /^0{56}/.test(word) ? Number.parseInt(word, 16) : undefined
  }
  const all = (parameters: readonly AbiParameter[], base: number): boolean => {
    let at = base
    for (const each of parameters) {
      if (!one(each, { at, base })) return false
      at += isDynamic(each) ? 32 : sizeOf(each)
    }
    return true
  }
  const one = (parameter: AbiParameter, { at, base }: { readonly at: number; readonly base: number }): boolean => {
    if (!isDynamic(parameter)) return take(sizeOf(parameter))
    const offset = numberAt(at)
    return offset !== undefined && pointed(parameter, base + offset)
  }
  const pointed = (parameter: AbiParameter, at: number): boolean => {
    const list = itemOf(parameter)
    if (!list)
      return 'components' in parameter ? all(parameter.components, at) : take(numberAt(at) ?? Number.POSITIVE_INFINITY)
    const { item, length } = list
    const count = length ?? numberAt(at)
    const base = length === undefined ? at + 32 : at
    if (count === undefined) return false
    if (!isDynamic(item)) return take(count * Math.max(sizeOf(item), 1))
    for (let index = 0; index < count; index += 1) if (!one(item, { at: base + 32 * index, base })) return false
    return true
  }
  return all(inputs, 0)
}

/** The item of a list, and its length where its type has it. */
function itemOf(
  parameter: AbiParameter,
): { readonly item: AbiParameter; readonly length: number | undefined } | undefined {
  const [, type, length] = /^(.*)\[(\d*)\]$/.exec(parameter.type) ?? []
  if (type === undefined) return undefined
  return { item: { ...parameter, type }, length: length === '' ? undefined : Number(length) }
}

function isDynamic(parameter: AbiParameter): boolean {
  const list = itemOf(parameter)
  if (list) return list.length === undefined || isDynamic(list.item)
  return 'components' in parameter ? parameter.components.some(isDynamic) : /^(?:bytes|string)$/.test(parameter.type)
}

/** The bytes of a value whose type says how many. */
function sizeOf(parameter: AbiParameter): number {
  const list = itemOf(parameter)
  if (list) return (list.length ?? 0) * sizeOf(list.item)
  return 'components' in parameter ? parameter.components.reduce((sum, each) => sum + sizeOf(each), 0) : 32
}
