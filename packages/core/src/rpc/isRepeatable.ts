/** Methods that change something, or whose answer depends on who asked before: sends, signatures, filters, a test chain's own. */
const once =
  /send|sign|submit|broadcast|airdrop|filter|subscri|^(?:personal|wallet|pm|miner|admin|anvil|evm|hardhat|tenderly)_/i

/** What only reads in spite of its name: `getSignatureStatuses`, `eth_getFilterLogs`. */
const reads = /^(?:[a-z]+_)?get(?!FilterChanges)/

/** Whether a method may be sent twice, or once for two callers: never a signature or a send [F22]. */
export function isRepeatable(method: string): boolean {
  return reads.test(method) || !once.test(method)
}
