import type { ChainQuery } from '@foyer/core/wire'
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { type Coins, coinsIn } from '../transaction/transfer.js'

export const Hex = v.pipe(v.string(), v.regex(/^0x(?:[\da-f]{2})*$/))
const Hash = v.pipe(v.string(), v.regex(/^0x[\da-f]{64}$/))
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const HexNumber = v.pipe(
  v.string(),
  v.regex(/^0x[\da-f]{1,13}$/),
  v.transform((text) => Number(text)),
)
/** Bytes in hexadecimal. */
export const bytesOf = (written: string): Uint8Array => hex.decode(written.slice(2))
export const written = (bytes: Uint8Array): string => `0x${hex.encode(bytes)}`

/** Where `System.Account` and `System.Events` are stored: the hashes of their names. */
const [accounts, events] = [
  '0x26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9',
  '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7',
]

const nothing: Coins = { free: 0n, frozen: 0n, reserved: 0n }

/** Returns the query for an account's coins; nothing where it isn't there. */
export const coinsQuery = (id: Uint8Array): ChainQuery<Coins, readonly string[]> => ({
  method: 'state_getStorage',
  params: [`${accounts}${hex.encode(blake2b(id, { dkLen: 16 }))}${hex.encode(id)}`],
  schema: v.pipe(
    v.nullable(Hex),
    v.transform((said) => (said === null ? nothing : coinsIn(bytesOf(said)))),
    v.custom<Coins>((coins) => coins !== undefined),
  ),
})

/** Returns the query for the events of a block's transactions, as they are stored. */
export const eventsQuery = (block: string): ChainQuery<Uint8Array, readonly string[]> => ({
  method: 'state_getStorage',
  params: [events, block],
  schema: v.pipe(
    v.nullable(Hex),
    v.transform((said) => bytesOf(said ?? '0x')),
  ),
})

export const genesisQuery: ChainQuery<string> = { method: 'chain_getBlockHash', params: [0], schema: Hash }

/** The last block that stays. */
export const finalQuery: ChainQuery<string> = { method: 'chain_getFinalizedHead', params: [], schema: Hash }

const Header = v.object({ number: HexNumber, parentHash: Hash })
export type Header = v.InferOutput<typeof Header>
export const headerQuery = (block: string): ChainQuery<Header> => ({
  method: 'chain_getHeader',
  params: [block],
  schema: Header,
})

const Block = v.pipe(
  v.object({ block: v.object({ header: Header, extrinsics: v.array(Hex) }) }),
  v.transform(({ block }) => block),
)
export const blockQuery = (block: string): ChainQuery<v.InferOutput<typeof Block>> => ({
  method: 'chain_getBlock',
  params: [block],
  schema: Block,
})

const Runtime = v.object({ specVersion: Count, transactionVersion: Count })
export const runtimeQuery: ChainQuery<v.InferOutput<typeof Runtime>> = {
  method: 'state_getRuntimeVersion',
  params: [],
  schema: Runtime,
}

/** The number of an account's next transaction, with what is pending. */
export const nonceQuery = (address: string): ChainQuery<number> => ({
  method: 'system_accountNextIndex',
  params: [address],
  schema: Count,
})

/** Returns the query for the fee of a transaction: behind its weight and its class stands the fee. */
export const feeQuery = (extrinsic: Uint8Array): ChainQuery<bigint> => ({
  method: 'state_call',
  params: [
    'TransactionPaymentApi_query_info',
    `${written(extrinsic)}${hex.encode(Uint8Array.from([0, 8, 16, 24], (shift) => (extrinsic.length >> shift) & 255))}`,
  ],
  schema: v.pipe(
    Hex,
    v.minLength(2 + 2 * 19),
    v.transform((said) => BigInt(`0x${hex.encode(bytesOf(said).slice(-16).reverse())}`)),
  ),
})

export const submitQuery = (extrinsic: Uint8Array): ChainQuery<string> => ({
  method: 'author_submitExtrinsic',
  params: [written(extrinsic)],
  schema: Hash,
})
