import type { DescribedRequest, RequestReader, ShownRequest } from '@foyer/core/words'
import { describeRequest, polkadotReader, type ReadableChains } from '@foyer/signing/polkadot/words'
import { writeAddress } from '../addresses/ss58.js'
import { type Chains, chainIn } from '../chain/chains.js'

/** Returns the constants of chains, as their requests are read by them. */
const readableIn =
  (chains: Chains): ReadableChains =>
  (chainId) => {
    const { prefix, existentialDeposit, transfers } = chainIn(chains, chainId) ?? {}
    if (prefix === undefined || existentialDeposit === undefined || !transfers) return undefined
    const { transactionVersion, pallet } = transfers
    return { existentialDeposit, transactionVersion, pallet, addressOf: (id) => writeAddress({ prefix, id }) }
  }

/** Reads requests for the kit's own chains and these. */
export const readerOf = (chains: Chains): RequestReader => polkadotReader(readableIn(chains))

/**
 * Describes what a wallet of Polkadot is about to be asked for, by the data of the request alone.
 * @param chains - beside those that the kit knows
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export const describePolkadot = (request: DescribedRequest, chains: Chains = {}): Promise<ShownRequest | undefined> =>
  describeRequest(request, readableIn(chains))
