import { base58 } from '@scure/base'
import { readText, UnreadableRequestError } from '../unreadable.js'

/** A key and what it may sign: everything, or calls of one account. */
export interface AddedKey {
  readonly kind: 'addKey'
  readonly key: string
  /** Undefined for a key that may do anything. */
  readonly only: KeyBounds | undefined
}

/** Calls that a key may sign. They carry no deposit, by the network's rules: it spends on their fees alone. */
export interface KeyBounds {
  readonly receiver: string
  /** Undefined without a bound. */
  readonly allowance: bigint | undefined
  /** All of them where none is named. */
  readonly methods: readonly string[]
}

export interface FunctionCall {
  readonly kind: 'call'
  readonly method: string
  readonly args: Uint8Array
  readonly deposit: bigint
}

/** How much of an account is staked from then on, and by which validator's key. */
export interface Stake {
  readonly kind: 'stake'
  readonly amount: bigint
  readonly key: string
}

/** An action of a transaction at its receiver, by its kind. */
export type Action =
  | { readonly kind: 'createAccount' }
  | { readonly kind: 'transfer'; readonly deposit: bigint }
  | { readonly kind: 'deploy' }
  | { readonly kind: 'deleteKey'; readonly key: string }
  | { readonly kind: 'deleteAccount'; readonly beneficiary: string }
  | FunctionCall
  | Stake
  | AddedKey

/** A transaction that a wallet is asked to sign. @see https://nomicon.io/RuntimeSpec/Transactions */
export interface ReadTransaction {
  readonly signer: string
  readonly receiver: string
  readonly actions: readonly Action[]
  /** An action of a kind that isn't known stands behind these: where it ends isn't known either. */
  readonly hasMore: boolean
}

/** Of the keys by their curve. */
const curves: readonly (readonly [name: string, length: number])[] = [
  ['ed25519', 32],
  ['secp256k1', 64],
]

/** The network takes no more. */
const mostActions = 100

/** @throws UnreadableRequestError for more actions than the network takes, for bytes that are cut short, or go on after the last action */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  let place = 0
  const take = (length: number): Uint8Array => {
    if (place + length > bytes.length) throw new UnreadableRequestError('The transaction is cut short.')
    place += length
    return bytes.slice(place - length, place)
  }
  const uint = (length: number): bigint => take(length).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)
  const blob = (): Uint8Array => take(Number(uint(4)))
  const text = (): string => readText(blob())
  const key = (): string => {
    const curve = curves[Number(uint(1))]
    if (!curve) throw new UnreadableRequestError('The key is of no known curve.')
    return `${curve[0]}:${base58.encode(take(curve[1]))}`
  }
  const addedKey = (): AddedKey => {
    const added = key()
    take(8)
    const permission = uint(1)
    if (permission === 1n) return { kind: 'addKey', key: added, only: undefined }
    if (permission !== 0n) throw new UnreadableRequestError('The key’s permission is of no known kind.')
    const allowance = uint(1) === 1n ? uint(16) : undefined
    const receiver = text()
    const methods: string[] = []
    for (let left = uint(4); left > 0n; left -= 1n) methods.push(text())
    return { kind: 'addKey', key: added, only: { receiver, allowance, methods } }
  }
  const readers: readonly (() => Action)[] = [
    () => ({ kind: 'createAccount' }),
    () => {
      blob()
      return { kind: 'deploy' }
    },
    () => {
      const [method, args] = [text(), blob()]
      take(8)
      return { kind: 'call', method, args, deposit: uint(16) }
    },
    () => ({ kind: 'transfer', deposit: uint(16) }),
    () => ({ kind: 'stake', amount: uint(16), key: key() }),
    addedKey,
    () => ({ kind: 'deleteKey', key: key() }),
    () => ({ kind: 'deleteAccount', beneficiary: text() }),
  ]

  const signer = text()
  key()
  take(8)
  const receiver = text()
  take(32)
  const count = Number(uint(4))
  if (count > mostActions) throw new UnreadableRequestError('The transaction has more actions than the network takes.')
  const actions: Action[] = []
  while (actions.length < count) {
    const read = readers[Number(uint(1))]
    if (!read) return { signer, receiver, actions, hasMore: true }
    actions.push(read())
  }
  if (place !== bytes.length) throw new UnreadableRequestError('The transaction goes on after its end.')
  return { signer, receiver, actions, hasMore: false }
}
