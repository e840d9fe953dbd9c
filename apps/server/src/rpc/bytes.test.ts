import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Block, Receipt } from '../indexer/block.js'
import { Bytes, bytesOf } from './bytes.js'
import { Quantity } from './readQuantity.js'

test('bytes of nodes and engines have one form, and a length where it is known', () => {
  expect(v.parse(Bytes, '0xAbCd')).toBe('0xabcd')
  expect(v.parse(Bytes, '0x')).toBe('0x')
  expect(v.parse(bytesOf(2), '0xABCD')).toBe('0xabcd')
  for (const text of ['0XABCD', '0xabc', 'abcd', '0xabcg', ' 0xab', '0xab\n', 7, null])
    expect(v.is(Bytes, text)).toBe(false)
  for (const text of ['0xab', '0xabcdef', '0x']) expect(v.is(bytesOf(2), text)).toBe(false)
})

test('`0X` is no quantity, and no part of a block or a receipt', () => {
  expect(v.parse(Quantity, '0xFf')).toBe(255n)
  expect(v.is(Quantity, '0XFf')).toBe(false)
  const hash = `0x${'A'.repeat(64)}`
  const receipt = { transactionHash: hash, blockHash: hash, status: '0x1', logs: [] }
  expect(v.parse(Receipt, receipt).blockHash).toBe(hash.toLowerCase())
  expect(v.is(Receipt, { ...receipt, blockHash: hash.toUpperCase() })).toBe(false)
  expect(v.is(Receipt, { ...receipt, contractAddress: `0X${'a'.repeat(40)}` })).toBe(false)
  const block = { number: '0x1', hash, parentHash: hash, timestamp: '0x1', transactions: [] }
  expect(v.is(Block, block)).toBe(true)
  expect(v.is(Block, { ...block, parentHash: `0X${'a'.repeat(64)}` })).toBe(false)
})
