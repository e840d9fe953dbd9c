import { readLowerHex } from '@foyer/core/chain'
import type { DescriptorField } from '@foyer/core/wire'
import type { Fact, Words } from '@foyer/core/words'
import { type Address, formatUnits, getAddress, isHex, size, slice } from 'viem'
import {
  amountOf,
  asListed,
  coinOf,
  isSame,
  nameOf,
  type ReadToken,
  readToken,
  tokenFacts,
  tokenWarnings,
} from '../contracts/tokens.js'
import { code, words } from '../sentences.js'
import { shownName, shownText } from '../shownText.js'
import { shownTime } from '../shownTime.js'
import type { SaidAmount } from './amounts.js'
import { isStranger, type Reading, reached, type SaidBy } from './reading.js'
import { MisfitError, type Tree, type Value } from './tree.js'
import { addressIn, isNothing, isUnsaid, longestText } from './unsaid.js'

/** A value, and what its field says of it. */
interface FormattedValue {
  readonly field: DescriptorField
  readonly label: Words
  readonly value: Value
  /** Its place among the values of its field: parameters that are lists go along with it. */
  readonly index: number
  readonly count: number
  readonly at: Tree
  readonly reading: Reading
}

/** Longer data is shown by its beginning: the whole is signed, and shown, beside. */
const longestData = 64

/** Says a value in its format; one that isn't known is shown as it is. */
export async function shownValue(shown: FormattedValue): Promise<readonly SaidBy[]> {
  const { field, label, value, reading } = shown
  // What is encrypted can't be said.
  if (field.encryption !== undefined) return bare(shown)
  switch (field.format) {
    case 'tokenAmount':
      return tokenAmount(shown)
    case 'amount':
      return amountIn(shown, wholeOf(value), coinOf(reading.network))
    case 'nftName':
      return nftName(shown)
    case 'addressName':
      return named(addressFact(shown), addressOf(value), shown)
    case 'tokenTicker':
      return tokenTicker(shown)
    case 'date':
      return plain({ label, value: dateOf(wholeOf(value), field.params?.encoding) })
    case 'duration':
      return plain({ label, value: durationOf(wholeOf(value)) })
    case 'unit':
      return plain({ label, value: unitOf(wholeOf(value), field.params ?? {}) })
    case 'enum': {
      const name = enumOf(shown)
      return name === undefined ? bare(shown) : plain({ label, value: name })
    }
    case 'chainId':
      return plain({ label, value: networkOf(wholeOf(value), reading) })
    case 'calldata':
      return innerCall(shown)
    default:
      return bare(shown)
  }
}

/** Says a value as it is. Letters and digits of bytes say nothing of what they do: it isn't said then, as little as where it is left out. */
function bare(shown: FormattedValue): readonly SaidBy[] {
  const { label, value, reading } = shown
  const fact = rawFact(label, value)
  const address = addressIn(value)
  if (address !== undefined) return named(fact, address, shown)
  if (!isUnsaid(value) || isNothing(value, reading.container.from)) return plain(fact)
  return [{ facts: [fact], warnings: [words('request.warn.hiddenData')], isDeliberate: true }]
}

/** Says who is named. Of the signer by another name that fact holds the address. */
const named = (fact: Fact, address: Address, { reading }: FormattedValue): readonly SaidBy[] =>
  fact.value !== reading.container.from && isStranger(address, reading)
    ? [{ facts: [fact], warnings: [words('request.warn.namesOther')], isDeliberate: true }]
    : plain(fact)

const plain = (...facts: readonly Fact[]): readonly SaidBy[] => [{ facts, warnings: [], isDeliberate: false }]

function wholeOf({ value }: Value): bigint {
  if (typeof value === 'bigint') return value
  // A number may be packed among other bytes.
  if (isHex(value) && size(value) <= 32) return value === '0x' ? 0n : BigInt(value)
  throw new MisfitError('number')
}

/** An address, as it is or behind twelve empty bytes: what holds more than that would be shown in part. */
function addressOf({ value }: Value): Address {
  if (typeof value === 'bigint' && value >= 0n && value < 2n ** 160n)
    return getAddress(`0x${value.toString(16).padStart(40, '0')}`)
  // A constant of the descriptor is a text.
  const found = isHex(value)
    ? addressIn({ is: 'value', type: size(value) === 32 ? 'bytes32' : 'address', value })
    : undefined
  if (found === undefined) throw new MisfitError('address')
  return found
}

export function rawFact(label: Words, { type, value }: Value): Fact {
  if (typeof value !== 'string') return { label, value: String(value) }
  if (type === 'address') return { label, value: getAddress(value), isCode: true }
  if (!isHex(value) || type === 'string') return { label, value: shownText(value).slice(0, longestText) }
  const isLong = size(value) > longestData
  return { label, value: isLong ? `${slice(value, 0, longestData)}…` : value, isCode: true }
}

/** A parameter that is a constant of the descriptor or a map's, or stands in what is signed, in the place of the value's own. */
function parameter(shown: FormattedValue, name: string): Value | undefined {
  const { field, at, reading, index, count } = shown
  const params = field.params ?? {}
  const path = params[`${name}Path`]
  if (typeof path === 'string') {
    const found = reached(path, { at, reading }).flatMap((tree) => (tree.is === 'list' ? tree.items : [tree]))
    const one = found.length === 1 ? found[0] : found.length === count ? found[index] : undefined
    if (one?.is !== 'value') throw new MisfitError(path)
    // What is said with it is said.
    reading.seen.add(one)
    return one
  }
  return constant(params[name], shown)
}

function constant(given: unknown, { at, reading }: Pick<FormattedValue, 'at' | 'reading'>): Value | undefined {
  if (given === undefined || given === null) return undefined
  const { constants, maps } = reading.descriptor.metadata
  if (typeof given === 'object') {
    const { map, keyPath } = Object(given)
    const values = own(maps, /^\$\.metadata\.maps\.(.+)$/.exec(String(map))?.[1])?.values
    const [key] = reached(String(keyPath), { at, reading })
    const found = key?.is === 'value' ? own(values, String(key.value)) : undefined
    // A map without the value makes the descriptor one of something else.
    if (found === undefined) throw new MisfitError(String(map))
    return asValue(found)
  }
  const name = /^\$\.metadata\.constants\.(.+)$/.exec(String(given))?.[1]
  if (name === undefined) return asValue(given)
  const found = own(constants, name)
  if (found === undefined) throw new MisfitError(name)
  return asValue(found)
}

const own = <Entry>(
  record: Readonly<Record<string, Entry>> | undefined,
  name: string | undefined,
): Entry | undefined => (record && name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined)

const asValue = (given: unknown): Value =>
  typeof given === 'number'
    ? { is: 'value', type: 'uint256', value: BigInt(Math.trunc(given)) }
    : { is: 'value', type: 'string', value: String(given) }

async function tokenAmount(shown: FormattedValue): Promise<readonly SaidBy[]> {
  const { label, value, field, reading } = shown
  const amount = wholeOf(value)
  const place = parameter(shown, 'token')
  const chain = parameter(shown, 'chainId')
  const isElsewhere = chain !== undefined && wholeOf(chain) !== reading.container.chainId
  if (!place || isElsewhere) return plain({ label, value: words('request.smallestUnit', { amount: `${amount}` }) })
  const contract = addressOf(place)
  const token = isNative(contract, shown) ? coinOf(reading.network) : await readToken(reading.network, contract)
  const limit = constant(field.params?.threshold, shown)
  const message = field.params?.message
  const isAbove = limit !== undefined && amount >= BigInt(String(limit.value))
  const said: Fact = isAbove
    ? {
        label,
        value:
          typeof message === 'string'
            ? `${shownName(message)} ${token.symbol ?? ''}`.trim()
            : words('request.unlimited', { token: nameOf(token) }),
      }
    : { ...amountOf(amount, token), label }
  return [{ ...ofToken(said, token), amounts: [saidAmount(shown, amount, token)] }]
}

const amountIn = (shown: FormattedValue, whole: bigint, token: ReadToken): readonly SaidBy[] => [
  {
    facts: [{ ...amountOf(whole, token), label: shown.label }],
    warnings: [],
    isDeliberate: false,
    amounts: [saidAmount(shown, whole, token)],
  },
]

const saidAmount = ({ field, reading }: FormattedValue, amount: bigint, token: ReadToken): SaidAmount => ({
  ...{ token, amount, isValue: field.path?.trim() === '@.value' },
  named: [field.label, field.path, reading.intent].join(' '),
})

/** An amount of a token with what a visitor must know of one that isn't listed. */
const ofToken = (fact: Fact, token: ReadToken): SaidBy => ({
  facts: token.isListed ? [fact] : [fact, ...tokenFacts(token)],
  warnings: tokenWarnings(token),
  isDeliberate: false,
})

function isNative(address: Address, shown: FormattedValue): boolean {
  const given = [shown.field.params?.nativeCurrencyAddress ?? []].flat()
  return given.some((each) => isSame(String(constant(each, shown)?.value ?? ''), address))
}

async function nftName(shown: FormattedValue): Promise<readonly SaidBy[]> {
  const place = parameter(shown, 'collection')
  if (!place) return plain(rawFact(shown.label, shown.value))
  const token = await readToken(shown.reading.network, addressOf(place))
  const value = `${token.symbol ?? ''} #${wholeOf(shown.value)}`.trim()
  return [ofToken({ label: shown.label, value: asListed(value, token) }, token)]
}

async function tokenTicker({ label, value, reading }: FormattedValue): Promise<readonly SaidBy[]> {
  const token = await readToken(reading.network, addressOf(value))
  const known = token.isListed ? `${token.symbol} (${token.address})` : token.address
  return [{ facts: [{ label, value: known, isCode: true }], warnings: tokenWarnings(token), isDeliberate: false }]
}

function addressFact(shown: FormattedValue): Fact {
  const { label, value, field, reading } = shown
  const address = addressOf(value)
  const senders = [field.params?.senderAddress ?? []].flat()
  const isSender = senders.some((each) => isSame(String(constant(each, shown)?.value ?? ''), address))
  if (isSender) return { label, value: reading.container.from, isCode: true }
  const token = reading.network.tokens.find((each) => isSame(each.address, address))
  return { label, value: token ? `${token.symbol} (${address})` : address, isCode: true }
}

/** The last date that can be shown, in seconds since 1970: what is later never comes. */
const last = 8_640_000_000_000n

function dateOf(seconds: bigint, encoding: unknown): string | Words {
  if (encoding === 'blockheight') return words('request.blockNumber', { block: `${seconds}` })
  return seconds > last ? words('request.forEver') : shownTime(seconds)
}

function durationOf(seconds: bigint): string {
  const two = (part: bigint) => `${part}`.padStart(2, '0')
  return `${two(seconds / 3_600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`
}

function unitOf(amount: bigint, { base, decimals }: Readonly<Record<string, unknown>>): string {
  const places = typeof decimals === 'number' && decimals >= 0 && decimals <= 77 ? Math.trunc(decimals) : 0
  const unit = typeof base === 'string' ? shownName(base, 16) : ''
  return `${formatUnits(amount, places)}${unit === '%' ? '' : ' '}${unit}`.trim()
}

/** Undefined for a value without a name. */
function enumOf({ value: { value }, field, reading }: FormattedValue): string | undefined {
  const name = /^\$\.metadata\.enums\.(.+)$/.exec(String(field.params?.$ref))?.[1]
  const values = own(reading.descriptor.metadata.enums, name)
  const found = typeof values === 'object' ? own(values, String(value)) : undefined
  return found === undefined ? undefined : shownName(found)
}

function networkOf(chainId: bigint, { network }: Reading): string | Words {
  return network.chainId === `eip155:${chainId}` ? network.name : words('request.chainNumber', { chain: `${chainId}` })
}

/** A call inside of what is signed is read as any other, and warned of as any other. */
async function innerCall(shown: FormattedValue): Promise<readonly SaidBy[]> {
  const { label, value, reading } = shown
  const place = parameter(shown, 'callee')
  if (!place || !isHex(value.value)) throw new MisfitError('callee')
  const to = addressOf(place)
  const selector = parameter(shown, 'selector')
  const data = readLowerHex(selector ? `0x${hexOf(selector)}${value.value.slice(2)}` : value.value)
  if (data === undefined) throw new MisfitError('calldata')
  const amount = parameter(shown, 'amount')
  const { container } = reading
  // A contract that calls itself does so for its caller.
  const from = isSame(to, container.to) ? container.from : container.to
  const call = { to, from, data, value: amount ? wholeOf(amount) : 0n }
  const inner = await reading.inner(call)
  if (inner) return [inner]
  const facts = [rawFact(label, { is: 'value', type: 'bytes', value: data }), code('request.contract', to)]
  return [{ facts, warnings: [words('request.warn.unreadCall')], isDeliberate: true }]
}

function hexOf({ value }: Value): string {
  if (!isHex(value) || size(value) !== 4) throw new MisfitError('selector')
  return value.slice(2)
}
