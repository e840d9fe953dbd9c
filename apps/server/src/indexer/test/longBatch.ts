import { topics } from '../decodeLog.js'
import { type IndexedTransaction, toIndexed } from '../indexedTransaction.js'

const word = (value: number) => value.toString(16).padStart(64, '0')
const topicOf = (address: string) => `0x${'0'.repeat(24)}${address.slice(2)}`
const sender = `0x${'9'.repeat(40)}`

/** For tests. A log that gives an account so many tokens at once, whose two lists are one: a word each, as cheap as can be. */
export const batchLog = ({ contract, to, count }: { contract: string; to: string; count: number }) => ({
  address: contract,
  topics: [topics.transferBatch, topicOf(to), topicOf(sender), topicOf(to)],
  data: `0x${word(64)}${word(64)}${word(count)}${Array.from({ length: count }, (_, index) => word(index + 1)).join('')}`,
})

/** For tests. The transfer of a token. */
export const transferLog = ({ contract, to }: { contract: string; to: string }) => ({
  address: contract,
  topics: [topics.transfer, topicOf(sender), topicOf(to)],
  data: `0x${word(5)}`,
})

/** For tests. A transaction as it is indexed, that has these logs. */
export function indexedOf({
  logs,
  at = 1,
}: {
  logs: readonly ReturnType<typeof batchLog>[]
  at?: number
}): IndexedTransaction {
  const [hash, blockHash] = [`0x${word(at)}`, `0x${word(1_000)}`]
  const named = { hash, blockHash, transactionIndex: at }
  return toIndexed({
    block: { number: 5, timestamp: 1_700_000_000 },
    transaction: { ...named, from: sender, to: sender, nonce: 0, value: 1n, input: '0x' },
    receipt: {
      transactionHash: hash,
      blockHash,
      contractAddress: null,
      status: true,
      logs: logs.map((log) => ({ ...log, blockHash, transactionHash: hash })),
    },
    listed: new Set(),
  })
}
