import { expect, test } from 'vitest'
import type { ChainLog } from './block.js'
import { topics } from './decodeLog.js'
import { toIndexed } from './indexedTransaction.js'
import { isOwn, mostApprovals, mostEvents } from './keptEvents.js'

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`
const topicOf = (account: string) => `0x${'0'.repeat(24)}${account.slice(2)}`
const [victim, stranger, token, spender] = [address(0xa1), address(0xb2), address(0xc3), address(0xd4)]
const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032'
/** UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256) */
const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

type BareLog = Pick<ChainLog, 'address' | 'topics' | 'data'>

const approvalLog = (contract: string, owner: string, to = spender): BareLog => ({
  address: contract,
  topics: [topics.approval, topicOf(owner), topicOf(to)],
  data: `0x${word(5)}`,
})
const operationLog = (sender: string, at = entryPoint): BareLog => ({
  address: at,
  topics: [operationTopic, `0x${word(1)}`, topicOf(sender), topicOf(address(0))],
  data: '0x',
})
const many = (count: number, log: (index: number) => BareLog) => Array.from({ length: count }, (_, index) => log(index))

/** A stranger's transaction that has these logs. */
function indexed(logs: readonly BareLog[], from = stranger) {
  const [hash, blockHash] = [`0x${word(1)}`, `0x${word(2)}`]
  const named = { hash, blockHash, transactionIndex: 0 }
  const transaction = toIndexed({
    block: { number: 5, timestamp: 1_700_000_000 },
    transaction: { ...named, from, to: entryPoint, nonce: 0, value: 0n, input: '0x' },
    receipt: {
      transactionHash: hash,
      blockHash,
      contractAddress: null,
      status: true,
      logs: logs.map((log) => ({ ...log, blockHash, transactionHash: hash })),
    },
    listed: new Set(),
  })
  const events = transaction.events.map((event) => ({ ...event, isOwn: isOwn(event, transaction.signers) }))
  return { ...transaction, events }
}

test('an approval of an operation that a bundler sent is the account’s own, and one beside it that names the account without its signature isn’t', () => {
  const signed = indexed([approvalLog(token, victim), operationLog(victim)])
  expect(signed.events.map((event) => event.isOwn)).toEqual([true])
  const forged = indexed([approvalLog(token, victim), operationLog(victim, stranger), operationLog(stranger)])
  expect(forged.events.map((event) => event.isOwn)).toEqual([false])
})

test.each([
  ['thousands of contracts that name the account', (index: number) => approvalLog(address(0x10_000 + index), victim)],
  [
    'thousands of contracts that name thousands',
    (index: number) => approvalLog(address(0x10_000 + index), address(0x20_000 + index)),
  ],
  [
    'thousands of transfers of the same token',
    (index: number): BareLog => ({
      address: token,
      topics: [topics.transfer, topicOf(stranger), topicOf(address(0x20_000 + index))],
      data: `0x${word(0)}`,
    }),
  ],
  [
    'thousands of contracts that move tokens',
    (index: number): BareLog => ({
      address: address(0x10_000 + index),
      topics: [topics.transfer, topicOf(stranger), topicOf(address(0x20_000 + index))],
      data: `0x${word(1)}`,
    }),
  ],
  [
    'another signer’s own, by thousands of contracts',
    (index: number) => approvalLog(address(0x10_000 + index), stranger),
  ],
])('an approval that an account signed is written down, behind %s in the same bundle', (_, log) => {
  const neighbour = address(0xe5)
  const logs = [
    ...many(mostEvents * 2, log),
    approvalLog(token, neighbour),
    operationLog(neighbour),
    operationLog(stranger),
  ]
  const { events } = indexed(logs)
  expect(events.length).toBeLessThan(mostEvents)
  expect(events.filter(({ from }) => from === neighbour)).toMatchObject([{ contract: token, to: spender, isOwn: true }])
})

test('a contract that an account calls writes no more approvals of it than leave room for those of its other transactions', () => {
  const logs = [
    ...many(1_000, (index) => approvalLog(stranger, victim, address(0x30_000 + index))),
    approvalLog(token, victim),
  ]
  const { events } = indexed(logs, victim)
  expect(events).toHaveLength(mostApprovals)
  expect(events.at(-1)).toMatchObject({ contract: token, to: spender, isOwn: true })
})
