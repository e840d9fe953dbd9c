import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { readFields, toProjectChanges } from '../admin/projectForm.js'
import { Callable, callableAt, callableInLine, linesOfCallable } from './callable.js'

const address = `0x${'aB'.repeat(20)}`
const game = { chainId: 'eip155:8453', address, selectors: ['0x70E87AAF', '0x70e87aaf', '0x12345678'] }
const kept = { chainId: 'eip155:8453', address: address.toLowerCase(), selectors: ['0x70e87aaf', '0x12345678'] }

describe('the functions that an operator lists', () => {
  test('[F13] are found by the network and the address of their contract, however they are written', () => {
    const listed = v.parse(Callable, [game])
    expect(listed).toEqual([kept])
    expect(callableAt(listed, { chainId: 'eip155:8453', address })).toEqual(kept.selectors)
    expect(callableAt(listed, { chainId: 'eip155:1', address })).toEqual([])
    expect(callableAt(listed, { chainId: 'eip155:8453', address: `0x${'11'.repeat(20)}` })).toEqual([])
    expect(callableAt([], kept)).toEqual([])
  })

  test('are written a contract a line, and read as they were written', () => {
    const lines = linesOfCallable([kept])
    expect(lines).toEqual([`eip155:8453 ${kept.address} 0x70e87aaf 0x12345678`])
    expect(v.parse(Callable, lines.map(callableInLine))).toEqual([kept])
    expect(callableInLine(` eip155:8453,${address}  0x70e87aaf, 0x12345678 `)).toEqual({
      chainId: 'eip155:8453',
      address,
      selectors: ['0x70e87aaf', '0x12345678'],
    })
  })

  test('are read from the form of a project, whose faults name the line', () => {
    const changesOf = (callable: string) => toProjectChanges(readFields({ name: 'A', callable }))
    const line = `eip155:8453 ${address} 0x70E87AAF 0x12345678`
    expect(changesOf(`\n${line}\n`)).toMatchObject({ changes: { callable: [kept] } })
    expect(changesOf('')).toMatchObject({ changes: { callable: [] } })
    expect(changesOf(`${line}\neip155:1 0x12 0x70e87aaf`)).toEqual({
      problems: { callable: 'The 2nd contract must be an address of 40 hex digits after 0x.' },
    })
  })

  test.each<[string, object]>([
    ['no network', { ...game, chainId: 'solana:local' }],
    ['no address', { ...game, address: '0x12' }],
    ['no function', { ...game, selectors: [] }],
    ['every function', { ...game, selectors: ['0x'] }],
    ['too many functions', { ...game, selectors: Array.from({ length: 51 }, (_, index) => `0x${index + 10_000_000}`) }],
    ['more than is known', { ...game, arguments: [] }],
  ])('name %s: refused', (_, one) => {
    expect(v.is(Callable, [one])).toBe(false)
  })

  test('name a contract once, and a hundred contracts at most', () => {
    expect(v.is(Callable, [game, kept])).toBe(false)
    expect(v.is(Callable, [game, { ...kept, chainId: 'eip155:1' }])).toBe(true)
    const on = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...kept, chainId: `eip155:${index + 1}` }))
    expect([v.is(Callable, on(100)), v.is(Callable, on(101))]).toEqual([true, false])
  })
})
