import { base58, base64 } from '@scure/base'
import { getAddress } from 'viem'
import { expect, test, vi } from 'vitest'
import type { Simulated } from './simulate.js'
import { simulateByCall } from './simulateByCall.js'
import { simulateSolana } from './simulateSolana.js'

// What a stranger's request names is looked at as far as it is used: neither thousands of addresses, nor accounts of programs.

vi.mock('viem', async (original) => {
  const all = await original<typeof import('viem')>()
  return { ...all, getAddress: vi.fn(all.getAddress) }
})

const { signal } = new AbortController()
type Asked = Parameters<Simulated['chain']['request']>[0]

test('of 8,000 addresses that calls name as many are spelled out as are watched', async () => {
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const word = (at: number) => `${'0'.repeat(24)}${'9'.repeat(30)}${at.toString(16).padStart(10, '0')}`
  const data = `0x12345678${Array.from({ length: 4_000 }, (_, at) => word(at)).join('')}`
  const calls = [0, 1].map(() => ({ to: account, data, value: '0' }) as const)
  const chain = {
    id: 'eip155:31337',
    request: async ({ calls: asked }: Asked) =>
      asked.map(({ method }) => ({ result: method === 'eth_getBalance' ? '0xff' : '0x' })),
  }
  vi.mocked(getAddress).mockClear()
  const request = { body: { chainId: chain.id, calls, atomic: false }, chain, client: 'c', signal, account }
  await simulateByCall({ ...request, head: { number: 16n, around: { gasPrice: 1n } } } as never)
  expect(vi.mocked(getAddress).mock.calls.length).toBeLessThan(1_000)
})

test('of accounts of Solana those of token programs alone are read, their beginnings, and 2 MB of answers', async () => {
  const key = (digit: number) => new Uint8Array(32).fill(digit)
  const [me, token] = [base58.encode(key(1)), 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA']
  const held = (amount: number) => {
    const data = new Uint8Array(300)
    data.set([...key(8), ...key(1), amount])
    return { lamports: 5, owner: token, data: [base64.encode(data), 'base64'] }
  }
  const ofProgram = { lamports: 5, owner: me, data: ['is not read, so that it may be anything', 'base64'] }
  const accounts = (amount: number) => [{ ...ofProgram, owner: base58.encode(key(0)) }, held(amount), ofProgram]
  const message = Uint8Array.from([1, 0, 1, 3, ...key(1), ...key(2), ...key(3), ...key(9), 1, 2, 2, 0, 1, 0])
  const transaction = base64.encode(Uint8Array.from([1, ...new Uint8Array(64), ...message]))
  const asked: Asked[] = []
  const chain = {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    request: async (each: Asked) => {
      asked.push(each)
      const after = { context: { slot: 5 }, value: { err: null, logs: [], accounts: accounts(9) } }
      return each.calls.map(({ method }) => ({
        result: method === 'simulateTransaction' ? after : { value: each.calls.length > 1 ? accounts(4) : [null] },
      }))
    },
  }
  const request = { body: { chainId: chain.id, transaction }, chain, account: me, client: 'c', signal, now: 0 }
  const tokens = { of: async () => new Map(), listed: () => [] }
  const found = await simulateSolana({ ...request, tokens, keyOf: (text: string) => text } as never)
  expect(found).toMatchObject({ changes: [{ kind: 'token', contract: base58.encode(key(8)), amount: '5' }] })
  expect(asked.flatMap(({ calls }) => calls.filter(({ method }) => method === 'getMultipleAccounts'))).toMatchObject(
    Array(2).fill({ params: [expect.any(Array), { dataSlice: { offset: 0, length: 165 } }] }),
  )
  expect(asked.map(({ count }) => [count?.(2 * 1024 * 1024), count?.(1)])).toEqual([
    [true, false],
    [true, false],
  ])
})
