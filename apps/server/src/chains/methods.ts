import type { Family } from '@foyer/core/chain'

const evm = [
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'net_listening',
  'net_version',
  'web3_clientVersion',
]

const solana = [
  'getAccountInfo',
  'getBalance',
  'getBlock',
  'getBlockHeight',
  'getBlockTime',
  'getBlocks',
  'getBlocksWithLimit',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getInflationReward',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getSlotLeader',
  'getStakeMinimumDelegation',
  'getSupply',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'getVoteAccounts',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'sendTransaction',
  'simulateTransaction',
]

const bitcoin = [
  'decoderawtransaction',
  'decodescript',
  'estimatesmartfee',
  'getbestblockhash',
  'getblock',
  'getblockchaininfo',
  'getblockcount',
  'getblockfilter',
  'getblockhash',
  'getblockheader',
  'getblockstats',
  'getchaintxstats',
  'getdifficulty',
  'getmempoolentry',
  'getmempoolinfo',
  'getrawtransaction',
  'gettxout',
  'gettxoutproof',
  'sendrawtransaction',
  'testmempoolaccept',
  'validateaddress',
]

const near = [
  'EXPERIMENTAL_changes',
  'EXPERIMENTAL_changes_in_block',
  'EXPERIMENTAL_light_client_proof',
  'EXPERIMENTAL_protocol_config',
  'EXPERIMENTAL_receipt',
  'EXPERIMENTAL_tx_status',
  'EXPERIMENTAL_validators_ordered',
  'block',
  'broadcast_tx_async',
  'broadcast_tx_commit',
  'changes',
  'chunk',
  'gas_price',
  'health',
  'network_info',
  'next_light_client_block',
  'query',
  'send_tx',
  'status',
  'tx',
  'validators',
]

/**
 * What the proxy passes on: reads, and transactions that a wallet has signed. Nothing that signs with a node's own keys,
 * looks into a node or changes it.
 */
const allowed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['eip155', new Set(evm)],
  ['solana', new Set(solana)],
  ['bip122', new Set(bitcoin)],
  ['near', new Set(near)],
])

const sending: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'sendTransaction',
  'sendrawtransaction',
  'broadcast_tx_async',
  'broadcast_tx_commit',
  'send_tx',
])

/** Whether the proxy passes a method on to a network of this family; of a family without a list it passes nothing. */
export function isMethodAllowed({ family, method }: { family: Family | string; method: string }): boolean {
  return allowed.get(family)?.has(method) ?? false
}

/** What is passed on to networks of each family; for the test that pins it. */
export const allowedMethods = (): readonly string[] =>
  [...allowed].flatMap(([family, methods]) => [...methods].map((method) => `${family} ${method}`))

/** Whether a method sends something that must not be sent a second time on a guess. @see F22 */
export function isSending(method: string): boolean {
  return sending.has(method)
}

/**
 * What a call costs a node, in units of which `eth_chainId` is one; public providers charge in like proportions. Those that aren't
 * named search, compute or answer much less.
 */
const costs: ReadonlyMap<string, number> = new Map([
  ['eth_call', 2],
  ['eth_estimateGas', 4],
  ['eth_createAccessList', 10],
  ['eth_feeHistory', 4],
  ['eth_getBlockByHash', 4],
  ['eth_getBlockByNumber', 4],
  ['eth_getBlockReceipts', 20],
  ['eth_getFilterChanges', 4],
  ['eth_getFilterLogs', 20],
  ['eth_getLogs', 20],
  ['eth_getProof', 10],
  ['eth_newBlockFilter', 10],
  ['eth_newFilter', 10],
  ['eth_newPendingTransactionFilter', 20],
  ['eth_sendRawTransaction', 10],
  ['getBlock', 20],
  ['getBlocks', 10],
  ['getBlocksWithLimit', 10],
  ['getInflationReward', 20],
  ['getMultipleAccounts', 4],
  ['getProgramAccounts', 50],
  ['getSignaturesForAddress', 10],
  ['getSupply', 20],
  ['getTokenAccountsByDelegate', 20],
  ['getTokenAccountsByOwner', 10],
  ['getTokenLargestAccounts', 50],
  ['getTransaction', 4],
  ['getVoteAccounts', 20],
  ['sendTransaction', 10],
  ['simulateTransaction', 10],
  ['getblock', 20],
  ['getblockfilter', 10],
  ['getblockstats', 20],
  ['getrawtransaction', 4],
  ['gettxoutproof', 20],
  ['sendrawtransaction', 10],
  ['testmempoolaccept', 10],
  ['EXPERIMENTAL_changes', 20],
  ['EXPERIMENTAL_changes_in_block', 20],
  ['EXPERIMENTAL_tx_status', 10],
  ['EXPERIMENTAL_validators_ordered', 10],
  ['block', 4],
  ['broadcast_tx_async', 10],
  ['broadcast_tx_commit', 20],
  ['changes', 20],
  ['chunk', 10],
  ['query', 2],
  ['send_tx', 10],
  ['tx', 4],
  ['validators', 10],
])

/** @returns units; 1 for a method that isn't passed on, which is answered here */
export function costOf(method: string): number {
  return costs.get(method) ?? 1
}
