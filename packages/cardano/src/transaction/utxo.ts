import { bytesIn, intIn, listIn, readCbor } from '@foyer/signing/cardano/cbor'
import { type Held, readOutput } from '@foyer/signing/cardano/output'
import { bytesToHex } from '@noble/hashes/utils.js'
import { addressOf } from '../addresses/address.js'

/** An output that stands to be spent. */
export interface Utxo extends Held {
  /** The transaction's hash. */
  readonly hash: Uint8Array
  readonly index: number
  /** The hash of the key that spends it. */
  readonly keyHash: Uint8Array
}

/** An output's name at the nodes. */
export const nameOf = ({ hash, index }: Pick<Utxo, 'hash' | 'index'>): string => `${bytesToHex(hash)}#${index}`

/**
 * Reads what a wallet can spend. Outputs that no key spends alone, and those with a script beside them, which others may be using, are left out.
 * @throws UnreadableRequestError for what isn't written as the chain has it
 */
export function readUtxos(listed: readonly Uint8Array[]): readonly Utxo[] {
  const read = listed.flatMap((bytes): readonly Utxo[] => {
    const [input, output] = listIn(readCbor(bytes))
    const [hash, index] = listIn(input)
    const { address, coins, tokens, hasScript } = readOutput(output)
    const keyHash = addressOf(address)?.keyHash
    return keyHash && !hasScript ? [{ hash: bytesIn(hash), index: Number(intIn(index)), keyHash, coins, tokens }] : []
  })
  return [...new Map(read.map((each) => [nameOf(each), each])).values()]
}

/** Adds up coins and tokens. */
export function sumOf(all: readonly Held[]): Held {
  const tokens = new Map<string, bigint>()
  for (const each of all) for (const [name, amount] of each.tokens) tokens.set(name, (tokens.get(name) ?? 0n) + amount)
  return { coins: all.reduce((sum, { coins }) => sum + coins, 0n), tokens }
}
