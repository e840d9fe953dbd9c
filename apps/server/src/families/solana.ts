import { isAddress } from '@foyer/core/chain'
import { solanaDevnet, solana as solanaMainnet, solanaTestnet } from '@foyer/core/networks'
import { nativeTokens } from '@foyer/core/wire'
import { base58 } from '@scure/base'
import * as v from 'valibot'
import { isCosmosAddress } from './cosmos.js'
import { asWritten, byCost, checkByTwo, Height, presetOf, type ServerFamily } from './family.js'

const methods = byCost({
  1: `
    getAccountInfo getBalance getBlockHeight getBlockTime getEpochInfo getEpochSchedule getFeeForMessage
    getFirstAvailableBlock getGenesisHash getHealth getLatestBlockhash getMinimumBalanceForRentExemption
    getRecentPerformanceSamples getRecentPrioritizationFees getSignatureStatuses getSlot getSlotLeader
    getStakeMinimumDelegation getTokenAccountBalance getTokenSupply getTransactionCount getVersion
    isBlockhashValid minimumLedgerSlot`,
  4: 'getMultipleAccounts getTransaction',
  10: `
    getBlocks getBlocksWithLimit getSignaturesForAddress getTokenAccountsByOwner sendTransaction
    simulateTransaction`,
  20: 'getBlock getInflationReward getSupply getTokenAccountsByDelegate getVoteAccounts',
  50: 'getProgramAccounts getTokenLargestAccounts',
})

/** Former ids, and the network that they mean today. */
const former: Readonly<Record<string, string>> = {
  '4sgjmw1sunhzsxgspuhpqldx6wiyjntz': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  '8e9rvcklfqia2y35hxjjpwzj8wevo44k': 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** 32 bytes in base58: what other families write in its letters has another length, but for some of Cosmos's. */
const isSolanaAddress = (address: string): boolean =>
  isAddress({ family: 'solana', address }) && base58.decode(address).length === 32

export const solana: ServerFamily = {
  id: 'solana',
  addresses: {
    ...asWritten('solana'),
    is: (address) => isSolanaAddress(address) && !isCosmosAddress(address),
  },
  coin: nativeTokens.solana,
  nodes: {
    methods,
    sending: ['sendTransaction'],
    /** @see CAIP-30: a reference is the first 32 characters of the genesis hash */
    check: (reference) =>
      checkByTwo({
        calls: [{ method: 'getGenesisHash' }, { method: 'getSlot' }],
        name: v.string(),
        isRight: (genesis) => genesis.startsWith(former[reference.toLowerCase()] ?? reference),
        head: Height,
        mostBehind: 150,
      }),
  },
  tokens: {
    is: isSolanaAddress,
    sentence: 'the base58 address of a Solana mint',
  },
  rooms: new Set(),
  networks: [
    ...[solanaMainnet, solanaDevnet, solanaTestnet].map(presetOf),
    // An earlier id of the main network, in lower case, that clients still name.
    { ...presetOf(solanaMainnet), id: 'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz' },
  ],
}
