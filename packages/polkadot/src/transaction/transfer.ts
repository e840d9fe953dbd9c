import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import { UnsafePolkadotTransactionError } from '../errors.js'
import type { PolkadotKeyKind, PolkadotPayload, PolkadotSigned, PolkadotTransfers } from '../family.js'
import { compact, compactIn, uint, uintIn } from './scale.js'

/** A transfer with what numbers it and what it holds for. */
export interface Agreed {
  readonly transfers: PolkadotTransfers
  /** Of the sender. */
  readonly from: Uint8Array
  readonly address: string
  readonly to: Uint8Array
  readonly amount: bigint
  readonly nonce: number
  readonly specVersion: number
  readonly genesisHash: string
  /** A final block: from it on the transaction may be taken, for as long as {@link period} says. */
  readonly block: { readonly hash: string; readonly number: number }
}

/** For so many blocks a transaction may be taken into one. */
export const period = 64

/** The place of `transfer_keep_alive` among the calls of `Balances`, and that of an account's id among the ways to name one. */
const [transferKeepAlive, byId] = [3, 0]

/** Encodes the era: which block within its period it begins with; the lowest four bits say how long that is. */
const eraOf = (number: number): readonly number[] => uint(2, BigInt((Math.log2(period) - 1) | ((number % period) << 4)))

const callOf = ({ transfers: { pallet }, to, amount }: Agreed): readonly number[] => [
  pallet,
  transferKeepAlive,
  byId,
  ...to,
  ...compact(amount),
]

/** Returns the bytes that each extension adds to the transaction itself; without a tip, in the chain's coin, without a hash of the metadata. */
function extraOf({ transfers: { extensions }, nonce, block }: Agreed, mode = 0): readonly number[] {
  const bytes: Readonly<Record<string, readonly number[]>> = {
    CheckMortality: eraOf(block.number),
    CheckNonce: compact(BigInt(nonce)),
    ChargeTransactionPayment: compact(0n),
    ChargeAssetTxPayment: [...compact(0n), 0],
    CheckMetadataHash: [mode],
  }
  return extensions.flatMap((name) => bytes[name] ?? [])
}

const hexOf = (bytes: readonly number[]): string => `0x${hex.encode(Uint8Array.from(bytes))}`
const numberOf = (value: number, length: number): string => hexOf([...uint(length, BigInt(value))].reverse())

/** Returns the payload that a wallet is asked to sign. */
export const payloadOf = (agreed: Agreed): PolkadotPayload => ({
  address: agreed.address,
  blockHash: agreed.block.hash,
  blockNumber: numberOf(agreed.block.number, 4),
  era: hexOf(eraOf(agreed.block.number)),
  genesisHash: agreed.genesisHash,
  method: hexOf(callOf(agreed)),
  nonce: numberOf(agreed.nonce, 4),
  signedExtensions: agreed.transfers.extensions,
  specVersion: numberOf(agreed.specVersion, 4),
  tip: numberOf(0, 16),
  transactionVersion: numberOf(agreed.transfers.transactionVersion, 4),
  version: 4,
  mode: 0,
  withSignedTransaction: true,
})

/** Signed, of version 4. */
const version = 0x84
const kinds = ['ed25519', 'sr25519', 'ecdsa'] as const satisfies readonly PolkadotKeyKind[]
/** The curve's number and its signature, in bytes. */
const lengths: Readonly<Record<PolkadotKeyKind, number>> = { ed25519: 65, sr25519: 65, ecdsa: 66 }

/** A transaction with its length before it, as nodes take it. */
function extrinsicOf(agreed: Agreed, signature: readonly number[], mode = 0): Uint8Array {
  const body = [version, byId, ...agreed.from, ...signature, ...extraOf(agreed, mode), ...callOf(agreed)]
  return Uint8Array.from([...compact(BigInt(body.length)), ...body])
}

/** As long as the transaction, for what it costs: its signature is none. */
export const unsignedOf = (agreed: Agreed): Uint8Array =>
  extrinsicOf(agreed, [1, ...Array.from({ length: 64 }, () => 1)])

const bytesIn = (written: string): Uint8Array | undefined => {
  try {
    return hex.decode(written.replace(/^0x/, ''))
  } catch {
    return undefined // it isn't hexadecimal
  }
}

/**
 * The transaction that nodes are handed: as the wallet wrote it, where it is the agreed one byte for byte and at most says beside that a device has seen the
 * metadata's hash; else the agreed one with the signature.
 *
 * @throws UnsafePolkadotTransactionError
 */
export function signedOf({
  agreed,
  kind = 'sr25519',
  signed: { signature, signedTransaction },
}: {
  readonly agreed: Agreed
  readonly kind?: PolkadotKeyKind | undefined
  readonly signed: PolkadotSigned
}): Uint8Array {
  const bytes = bytesIn(signedTransaction ?? signature)
  if (!bytes) throw new UnsafePolkadotTransactionError()
  if (signedTransaction === undefined) {
    const isBare = bytes.length === lengths[kind] - 1
    const said = isBare ? kind : kinds[bytes[0] ?? kinds.length]
    if (said === undefined || (!isBare && bytes.length !== lengths[said])) throw new UnsafePolkadotTransactionError()
    return extrinsicOf(agreed, isBare ? [kinds.indexOf(kind), ...bytes] : [...bytes])
  }
  const start = (compactIn(bytes)?.length ?? 0) + 2 + agreed.from.length
  const said = kinds[bytes[start] ?? kinds.length]
  const taken = said === undefined ? [] : [...bytes.slice(start, start + lengths[said])]
  for (const mode of [0, 1]) {
    const whole = extrinsicOf(agreed, taken, mode)
    if (whole.length === bytes.length && whole.every((byte, place) => byte === bytes[place])) return bytes
  }
  throw new UnsafePolkadotTransactionError()
}

/** Returns the hash by which a transaction is found. */
export const hashOf = (extrinsic: Uint8Array): string => `0x${hex.encode(blake2b(extrinsic, { dkLen: 32 }))}`

/** A transfer of the kit's in a block. */
export interface FoundTransfer {
  readonly from: Uint8Array
  readonly to: Uint8Array
  readonly amount: bigint
}

/** Reads a transfer of the kit's out of a block: whose extensions are known. @returns undefined for any other transaction */
export function transferIn(extrinsic: Uint8Array, transfers: PolkadotTransfers): FoundTransfer | undefined {
  const begin = (compactIn(extrinsic)?.length ?? 0) + 2
  const from = extrinsic.slice(begin, begin + 32)
  const kind = kinds[extrinsic[begin + 32] ?? kinds.length]
  if (extrinsic[begin - 2] !== version || extrinsic[begin - 1] !== byId || kind === undefined) return undefined
  const extra = begin + 32 + lengths[kind] + 2
  const nonce = compactIn(extrinsic.slice(extra))?.length ?? 0
  const rest = transfers.extensions.reduce((sum, name) => sum + (afterNonce[name] ?? 0), 0)
  const call = extrinsic.slice(extra + nonce + rest)
  const amount = compactIn(call.slice(35))
  const isTransfer = call[0] === transfers.pallet && call[1] === transferKeepAlive && call[2] === byId
  if (!isTransfer || !amount || call.length !== 35 + amount.length) return undefined
  return { from, to: call.slice(3, 35), amount: amount.value }
}

/** The bytes of the extensions behind the nonce, as the kit writes them. */
const afterNonce: Readonly<Record<string, number>> = {
  ChargeTransactionPayment: 1,
  ChargeAssetTxPayment: 2,
  CheckMetadataHash: 1,
}

/** The place of `Transfer` among the events of `Balances`. */
const transferEvent = 2

/** A transfer at its place in a block, with the events of that. */
interface CarriedOut {
  readonly events: Uint8Array
  readonly place: number
  readonly transfers: PolkadotTransfers
  readonly found: FoundTransfer
}

/**
 * Returns where what is read of an event ends that names its transaction and all of these data.
 * @returns undefined where there is none
 */
function eventEnd({ events, place }: CarriedOut, said: readonly number[]): number | undefined {
  const event = Uint8Array.from([0, ...uint(4, BigInt(place)), ...said])
  const [all, part] = [hex.encode(events), hex.encode(event)]
  let at = all.indexOf(part)
  // Only where a byte begins.
  while (at % 2 === 1) at = all.indexOf(part, at + 1)
  return at < 0 ? undefined : at / 2 + event.length
}

/** Do the events of a block say that its transaction at a place has moved these coins? */
export function hasMoved(of: CarriedOut): boolean {
  const { from, to, amount } = of.found
  return eventEnd(of, [of.transfers.pallet, transferEvent, ...from, ...to, ...uint(16, amount)]) !== undefined
}

/** The place of `TransactionFeePaid` among the events of `TransactionPayment`. */
const feePaidEvent = 0

/** Returns the fee that a transaction has cost by its block's events, with its tip. */
export function feePaid(of: CarriedOut): bigint | undefined {
  const { paymentPallet } = of.transfers
  const at = paymentPallet === undefined ? undefined : eventEnd(of, [paymentPallet, feePaidEvent, ...of.found.from])
  return at === undefined ? undefined : uintIn(of.events.slice(at, at + 16))
}

/** An account's coins, as its chain keeps them. */
export interface Coins {
  readonly free: bigint
  /** Of the free ones, those that may not be spent. */
  readonly frozen: bigint
  readonly reserved: bigint
}

/** Reads `System.Account`: four counters of 32 bits, and amounts of 128. @returns undefined for what is none */
export function coinsIn(bytes: Uint8Array): Coins | undefined {
  const amount = (place: number) => uintIn(bytes.slice(16 * place, 16 * (place + 1)))
  return bytes.length < 64 ? undefined : { free: amount(1), reserved: amount(2), frozen: amount(3) }
}
