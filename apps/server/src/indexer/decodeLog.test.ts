import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi, toEventSelector } from 'viem'
import { expect, test } from 'vitest'
import { decodeLog, mostInBatch, topics } from './decodeLog.js'
import { mostEvents } from './keptEvents.js'
import { batchLog, indexedOf, transferLog } from './test/longBatch.js'

const hash = `0x${'ab'.repeat(32)}`
const contract = `0x${'cc'.repeat(20)}`
const log = (said: { topics: readonly string[]; data: string }) => ({
  address: contract,
  blockHash: hash,
  transactionHash: hash,
  topics: [...said.topics],
  data: said.data,
})

test('the topics are the hashes of the signatures', () => {
  expect(topics).toEqual({
    transfer: toEventSelector('event Transfer(address,address,uint256)'),
    transferSingle: toEventSelector('event TransferSingle(address,address,address,uint256,uint256)'),
    transferBatch: toEventSelector('event TransferBatch(address,address,address,uint256[],uint256[])'),
    approval: toEventSelector('event Approval(address,address,uint256)'),
    approvalForAll: toEventSelector('event ApprovalForAll(address,address,bool)'),
    swapV2: toEventSelector('event Swap(address,uint256,uint256,uint256,uint256,address)'),
    swapV3: toEventSelector('event Swap(address,address,int256,int256,uint160,uint128,int24)'),
  })
})

const address = fc
  .bigInt({ min: 0n, max: 2n ** 160n - 1n })
  .map((value): Hex => `0x${value.toString(16).padStart(40, '0')}`)
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const batchAbi = parseAbi([
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

test('a batch is read as it was written, whatever it holds', () => {
  fc.assert(
    fc.property(address, address, fc.array(fc.tuple(amount, amount)), (from, to, moved) => {
      const ids = moved.map(([id]) => id)
      const values = moved.map(([, value]) => value)
      const written = log({
        topics: encodeEventTopics({ abi: batchAbi, args: { operator: to, from, to } }).map(String),
        data: encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, values]),
      })
      expect(decodeLog(written)).toEqual(
        moved.map(([tokenId, value]) => ({ kind: 'erc1155', contract, tokenId, from, to, amount: value })),
      )
    }),
  )
})

test('no log throws, and one that is not of its event’s form is no transfer', () => {
  const word = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map((value) => value.toString(16).padStart(64, '0'))
  const small = fc.bigInt({ min: 0n, max: 400n }).map((value) => value.toString(16).padStart(64, '0'))
  const anyTopics = fc.tuple(
    fc.constantFrom(...Object.values(topics)),
    fc.array(fc.oneof(word, small), { maxLength: 3 }),
  )
  const anyData = fc.array(fc.oneof(word, small), { maxLength: 12 }).map((words) => `0x${words.join('')}`)
  fc.assert(
    fc.property(anyTopics, anyData, fc.nat(10), ([first, rest], data, cut) => {
      const events = decodeLog(
        log({ topics: [first, ...rest.map((each) => `0x${each}`)], data: data.slice(0, data.length - cut) }),
      )
      for (const event of events) {
        expect(event.from).toMatch(/^0x[0-9a-f]{40}$/)
        expect(event.to).toMatch(/^0x[0-9a-f]{40}$/)
        expect(event.amount >= 0n && event.amount < 2n ** 256n).toBe(true)
      }
    }),
  )
  expect(decodeLog(log({ topics: [topics.transfer], data: '0x' }))).toEqual([])
  expect(decodeLog(log({ topics: [hash], data: '0x' }))).toEqual([])
  // An address has twelve empty bytes before it.
  expect(decodeLog(log({ topics: [topics.transfer, hash, hash], data: `0x${'00'.repeat(32)}` }))).toEqual([])
})

test('of a batch of thousands no more than a thousand are read', () => {
  const events = decodeLog(batchLog({ contract, to: `0x${'77'.repeat(20)}`, count: 20_000 }))
  expect([events.length, events.at(-1)?.tokenId]).toEqual([mostInBatch, 1_000n])
})

test('of a transaction of thousands of events two thousand are kept, and those of each contract: none hides another’s', () => {
  const [loud, quiet, to] = ['aa', 'bb', '77'].map((each) => `0x${each.repeat(20)}`)
  if (loud === undefined || quiet === undefined || to === undefined) throw new Error()
  const spam = Array.from({ length: 9 }, () => batchLog({ contract: loud, to, count: 900 }))
  const { events } = indexedOf({
    logs: [...spam, transferLog({ contract: quiet, to }), transferLog({ contract: quiet, to })],
  })
  expect(events).toHaveLength(mostEvents)
  expect(events[0]?.kind).toBe('native')
  expect(events.slice(-2).map((event) => event.contract)).toEqual([quiet, quiet])
})
