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
  'net_version',
  'web3_clientVersion',
]

const solana = [
  'getAccountInfo',
  'getBalance',
  'getBlockHeight',
  'getBlockTime',
  'getEpochInfo',
  'getFeeForMessage',
  'getGenesisHash',
  'getHealth',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getTokenAccountBalance',
  'getTokenAccountsByOwner',
  'getTokenSupply',
  'getTransaction',
  'getVersion',
  'isBlockhashValid',
  'sendTransaction',
  'simulateTransaction',
]

const bitcoin = [
  'estimatesmartfee',
  'getbestblockhash',
  'getblock',
  'getblockchaininfo',
  'getblockcount',
  'getblockhash',
  'getblockheader',
  'getmempoolentry',
  'getrawtransaction',
  'gettxout',
  'sendrawtransaction',
  'testmempoolaccept',
]

const near = [
  'EXPERIMENTAL_protocol_config',
  'EXPERIMENTAL_tx_status',
  'block',
  'broadcast_tx_async',
  'broadcast_tx_commit',
  'chunk',
  'gas_price',
  'network_info',
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

/** Whether a method sends something that must not be sent a second time on a guess. @see F22 */
export function isSending(method: string): boolean {
  return sending.has(method)
}
