import * as v from 'valibot'
import { parseOnce } from '../jsonOnce.js'
import { readBase64, UnreadableRequestError } from '../unreadable.js'
import { listOf, numberAt, partAt, readFields, textAt } from './protobuf.js'

/** A coin as transactions have it. */
export interface Coin {
  readonly denom: string
  readonly amount: bigint
}

/** A message, or a part of one, by its fields: as bytes or as JSON. */
export interface MessageFields {
  /** Its fields by their names, which stand in the order of their numbers; undefined where it has others too. */
  readonly named: (...names: readonly string[]) => NamedFields | undefined
}

export interface NamedFields {
  readonly text: (name: string) => string
  /** A whole number as it is written; none where it is left out. */
  readonly number: (name: string) => string | undefined
  readonly coins: (name: string) => readonly Coin[]
  /** Of a field that holds one coin; none where it is left out. */
  readonly coin: (name: string) => readonly Coin[]
  readonly parts: (name: string) => readonly MessageFields[]
  /** Of a field that holds one part. */
  readonly part: (name: string) => MessageFields | undefined
  /** A part that says of which kind it is. */
  readonly kindOf: (name: string) => { readonly kind: string; readonly fields: MessageFields } | undefined
  /** A moment, in seconds since 1970 where it is bytes, and as it is written in JSON; undefined where there is none. */
  readonly time: (name: string) => bigint | string | undefined
  /** JSON that a contract is called with. */
  readonly json: (name: string) => unknown
}

export const Text = v.pipe(v.string(), v.maxLength(131_072))
/** As chains write them: by a zero before others they read an octal number (Go’s `big.Int` of no base). */
const Units = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9]\d{0,77})$/),
  v.transform((text) => BigInt(text)),
)
const Whole = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,20}$/))
const Coin = v.strictObject({ denom: v.string(), amount: Units })
export const Coins = v.pipe(v.array(Coin), v.maxLength(16))
const Typed = v.object({ type: Text, value: v.unknown() })
const Entries = v.record(v.string(), v.unknown())

const readAs = <Read>(schema: v.GenericSchema<unknown, Read>, value: unknown, what: string): Read => {
  const { success, output } = v.safeParse(schema, value)
  if (!success) throw new UnreadableRequestError(`${what} can’t be read.`)
  return output
}

/** @throws UnreadableRequestError */
export const coinIn = (bytes: Uint8Array): Coin => {
  const fields = readFields(bytes)
  return readAs(Coin, { denom: textAt(fields, 1), amount: textAt(fields, 2) }, 'An amount')
}

/** Of protobuf. @throws UnreadableRequestError */
export const fieldsInBytes = (bytes: Uint8Array): MessageFields => ({
  named(...names) {
    const all = readFields(bytes)
    const at = (name: string) => names.indexOf(name) + 1
    const list = (name: string) => listOf(all, at(name))
    const one = (name: string) => {
      const part = partAt(all, at(name))
      return part ? [part] : []
    }
    if (all.some(([number]) => number > names.length)) return undefined
    return {
      text: (name) => textAt(all, at(name)),
      number: (name) => numberAt(all, at(name))?.toString(),
      coins: (name) => list(name).map(coinIn),
      coin: (name) => one(name).map(coinIn),
      parts: (name) => list(name).map(fieldsInBytes),
      part: (name) => one(name).map(fieldsInBytes)[0],
      kindOf(name) {
        const [any] = one(name).map(readFields)
        const fields = any && fieldsInBytes(listOf(any, 2).at(-1) ?? new Uint8Array())
        return any && fields && { kind: textAt(any, 1), fields }
      },
      time(name) {
        const [moment] = one(name).map(readFields)
        return moment && numberAt(moment, 1)
      },
      json: (name) => jsonOf(textAt(all, at(name))),
    }
  },
})

/** Of JSON, as signed by wallets that show it themselves. @throws UnreadableRequestError */
export const fieldsInJson = (value: unknown): MessageFields => ({
  named(...names) {
    const { success, output: all } = v.safeParse(Entries, value)
    if (!success || Object.keys(all).some((name) => !names.includes(name))) return undefined
    const list = (name: string): readonly unknown[] => [all[name] ?? []].flat()
    return {
      text: (name) => readAs(v.optional(Text, ''), all[name], 'A field'),
      number: (name) => readAs(v.optional(Whole), all[name], 'A number'),
      coins: (name) => readAs(Coins, list(name), 'An amount'),
      coin: (name) => readAs(Coins, list(name), 'An amount'),
      parts: (name) => list(name).map(fieldsInJson),
      part: (name) => list(name).map(fieldsInJson)[0],
      kindOf(name) {
        const typed = v.safeParse(Typed, all[name])
        return typed.success ? { kind: typed.output.type, fields: fieldsInJson(typed.output.value) } : undefined
      },
      time: (name) => readAs(v.optional(Text), all[name] ?? undefined, 'A moment'),
      json: (name) => (typeof all[name] === 'string' ? jsonOf(base64Text(all[name])) : all[name]),
    }
  },
})

const base64Text = (text: string): string => {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.base64()), text)
  return success ? new TextDecoder().decode(readBase64(output)) : text
}

function jsonOf(text: string): unknown {
  try {
    return parseOnce(text)
  } catch {
    return undefined // a contract takes other bytes too
  }
}
