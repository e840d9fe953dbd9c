import { isAddress } from '@foyer/core/chain'
import { solanaDevnet, solana as solanaMainnet, solanaTestnet } from '@foyer/core/networks'
import { nativeTokens } from '@foyer/core/wire'
import { solanaVerifier } from '@foyer/solana/verify'
import * as v from 'valibot'
import { simulateSolana } from '../simulation/simulateSolana.js'
import { isBitcoinAddress } from './bip122.js'
import {
  asWritten,
  byCost,
  byKey,
  checkByTwo,
  Height,
  type OfChain,
  presetOf,
  type ReadHoldings,
  resultOf,
  type ServerFamily,
} from './family.js'
import { createSolanaHistory } from './solana/history.js'
import { tokenAccountCalls, tokenAccountsIn } from './solana/tokenAccounts.js'

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

export const solana: ServerFamily = {
  id: 'solana',
  addresses: {
    ...asWritten('solana'),
    // The older forms of Bitcoin's are written in the same letters.
    is: (address) => isAddress({ family: 'solana', address }) && !isBitcoinAddress(address),
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
    is: (address) => isAddress({ family: 'solana', address }),
    sentence: 'the base58 address of a Solana mint',
  },
  holdings,
  history: createSolanaHistory,
  simulate: simulateSolana,
  verify: byKey(solanaVerifier()),
  rooms: new Set(),
  networks: [
    ...[solanaMainnet, solanaDevnet, solanaTestnet].map(presetOf),
    // An earlier id of the main network, in lower case, that clients still name.
    { ...presetOf(solanaMainnet), id: 'solana:4sgjmw1sunhzsxgspuhpqldx6wiyjntz' },
  ],
}

const Lamports = v.object({ value: Height })

/**
 * Lamports, and the token accounts, those of one mint as one. A mint says nothing of its name, so only configured tokens are listed.
 * @see `getBalance`, `getTokenAccountsByOwner` with `jsonParsed`
 */
function holdings({ chain }: OfChain): ReadHoldings {
  return async ({ account, tokens, signal }) => {
    const calls = [{ method: 'getBalance', params: [account] }, ...tokenAccountCalls(account)]
    const [own, ...ofPrograms] = await chain.request({ calls, signal })
    const { value } = resultOf({ outcome: own, schema: Lamports, host: chain.id })
    const byMint = new Map<string, bigint>()
    for (const { mint, amount } of tokenAccountsIn({ outcomes: ofPrograms, host: chain.id })) {
      byMint.set(mint, (byMint.get(mint) ?? 0n) + amount)
    }
    return { coin: BigInt(value), amounts: tokens.map(({ address }) => byMint.get(address) ?? 0n) }
  }
}
