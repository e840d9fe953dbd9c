import { createPublicKey, verify } from 'node:crypto'
import { listen } from '@foyer/page'
import { base58 } from '@scure/base'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logIn, testFrame } from '../test/testFrame.js'

/** The local node's answers, by method. */
const answers: Readonly<Record<string, unknown>> = {
  getBalance: { value: 5_000_000_000 },
  getFeeForMessage: { value: 5_000 },
}

let origin: string
let stop: () => Promise<void>
const reads: string[] = []

beforeAll(async () => {
  const node = await listen({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method } = await request.json()
      reads.push(`${pathname}${search} ${method}`)
      return Response.json({ jsonrpc: '2.0', id: 1, result: answers[method] })
    },
  })
  origin = node.url
  stop = node.stop
})
afterAll(() => stop())
beforeEach(() => {
  reads.length = 0
})

/** A legacy transaction, unsigned: coins of an account to another, in base58. */
function transferBy(address: string, lamports: number): string {
  const amount = [lamports, 0, 0, 0, 0, 0, 0, 0]
  const instruction = [2, 2, 0, 1, 12, 2, 0, 0, 0, ...amount]
  const [to, system, blockhash] = [Array(32).fill(7), Array(32).fill(0), Array(32).fill(9)]
  const message = [1, 0, 1, 3, ...base58.decode(address), ...to, ...system, ...blockhash, 1, ...instruction]
  return base58.encode(Uint8Array.from([1, ...Array(64).fill(0), ...message]))
}

const messageOf = (transaction: string): readonly number[] => [...base58.decode(transaction).slice(65)]

function isSignedBy(address: string, transaction: string): boolean {
  const bytes = base58.decode(transaction)
  const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)])
  const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
  return verify(null, bytes.slice(65), publicKey, bytes.slice(1, 65))
}

/** Asks in a frame with somebody logged in, and approves what it shows. */
async function asked(method: string, paramsBy: (address: string) => unknown) {
  const opened = await testFrame({ origin })
  await logIn(opened)
  const { ask, frame } = opened
  const { payload } = await ask('GET_USER', { chainId: 'solana:local' })
  const { address } = Object(payload)
  const answer = ask('RPC_REQUEST', { method, params: paramsBy(address) })
  await expect.poll(() => frame.state.get().approvals.length).toBe(1)
  const [approval] = frame.state.get().approvals
  frame.approvals.approve(approval?.id ?? 0, approval?.hashes ?? [])
  return { address, approval, answer: await answer }
}

test('[S6.4] a transaction of Solana’s is signed as it was asked for, and answered in base58, after its cost was read under the page’s own origin', async () => {
  const { address, approval, answer } = await asked('solana_signTransaction', (by) => ({
    transaction: transferBy(by, 5),
  }))
  const { transaction } = Object(answer.payload)
  expect(isSignedBy(address, transaction)).toBe(true)
  expect(messageOf(transaction)).toEqual(messageOf(transferBy(address, 5)))
  expect(Object.keys(Object(answer.payload))).toEqual(['transaction'])
  const facts = [...(approval?.shown.sums ?? []), ...(approval?.shown.facts ?? [])].map(({ value }) => value).join()
  expect(facts).toContain('0.000000005 SOL')
  expect(facts).toContain('0.000005 SOL')
  const path = '/v1/?chainId=solana%3Alocal&projectId=shop'
  expect([...reads].sort()).toEqual(
    ['getBalance', 'getFeeForMessage', 'getMultipleAccounts'].map((method) => `${path} ${method}`),
  )
})

test('[S6.4] [F13] of several, each is signed by its own approval', async () => {
  const { address, answer, approval } = await asked('solana_signAllTransactions', (by) => ({
    transactions: [transferBy(by, 5), transferBy(by, 6)],
  }))
  const { transactions } = Object(answer.payload)
  expect(new Set(approval?.hashes).size).toBe(2)
  expect(transactions.map(messageOf)).toEqual([5, 6].map((lamports) => messageOf(transferBy(address, lamports))))
  for (const each of transactions) expect(isSignedBy(address, each)).toBe(true)
})

test('[F13] what is asked for in another form than base58, or for another account, is never shown', async () => {
  const opened = await testFrame({ origin })
  await logIn(opened)
  await opened.ask('GET_USER', { chainId: 'solana:local' })
  const stranger = base58.encode(new Uint8Array(32).fill(3))
  for (const [transaction, code] of [
    ['AQAA+/==', -32_602],
    [transferBy(stranger, 5), 4100],
  ] as const) {
    const answer = await opened.ask('RPC_REQUEST', { method: 'solana_signTransaction', params: { transaction } })
    expect(answer).toMatchObject({ ok: false, payload: { code } })
  }
  expect(opened.workers.posted.some(({ to }) => to.task === 'sign')).toBe(false)
})
