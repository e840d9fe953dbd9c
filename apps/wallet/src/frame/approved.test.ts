import { encodeBytes, sha256 } from '@foyer/custody/bytes'
import { createSigningKeys } from '@foyer/custody/signed'
import type { RpcRequest } from '@foyer/embedded/protocol'
import { partsOf } from '@foyer/signing/switching'
import { base58, base64 } from '@scure/base'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Approvals, ApprovedPayload } from '../approval/approvals.js'
import type { AskedSignatures } from '../login/sign.js'
import { approved } from './approved.js'

const me = new Uint8Array(32).fill(7)
const address = base58.encode(me)
const evmAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A legacy transaction that sends a coin, without its signature; its blockhash is 32 times the byte. */
function transaction(blockhash: number): string {
  const to = new Uint8Array(32).fill(9)
  const program = new Uint8Array(32)
  const transfer = [2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
  const keys = [3, ...me, ...to, ...program]
  const message = [1, 0, 1, ...keys, ...new Uint8Array(32).fill(blockhash), 1, ...transfer]
  return base58.encode(Uint8Array.from([1, ...new Uint8Array(64), ...message]))
}

/** The transaction's own bytes, which are signed. */
const messageOf = (wire: string) => base58.decode(wire).subarray(65)
const hashOf = async (bytes: Uint8Array) => encodeBytes(await sha256(Uint8Array.from(bytes)))

const node: Readonly<Record<string, unknown>> = {
  getBalance: { value: 5_000_000 },
  getFeeForMessage: { value: 5_000 },
  getMultipleAccounts: { value: [null, null, null] },
}

const keys = await createSigningKeys()
/** Nobody's. */
const device = { version: 1, user: null, wallet: null, ceremony: null, social: null, refreshToken: null, keys } as const

/** Asks for signatures of these transactions; the visitor approves as many as are said. */
function ask(
  transactions: readonly string[],
  {
    count = transactions.length,
    signatures = false,
    hashed = (bytes: Uint8Array, _all: readonly Uint8Array[]) => bytes,
    chainId = 'solana:local',
    chains = ['solana:local'],
  } = {},
  { request: given, answers = node }: { request?: RpcRequest; answers?: typeof node } = {},
) {
  const all: RpcRequest = { method: 'solana_signAllTransactions', params: { transactions: [...transactions] } }
  const request = given ?? all
  const urls = new Set<string>()
  const sent: unknown[] = []
  const answerNode: typeof fetch = async (url, init) => {
    const { method, params } = JSON.parse(String(init?.body))
    urls.add(String(url))
    if (method === 'sendTransaction') sent.push(params)
    const said = method in answers ? { result: answers[method] } : { error: { code: -3, message: 'no' } }
    return Response.json({ jsonrpc: '2.0', id: 1, ...said })
  }
  vi.stubGlobal('fetch', answerNode)
  const asked: AskedSignatures[] = []
  const approvals: Pick<Approvals, 'ask'> = {
    ask: async ({ payloads = [] }) => {
      const all: ApprovedPayload[] = []
      const parts = payloads.flatMap(partsOf)
      for (const bytes of parts.slice(0, count))
        all.push({
          hash: await hashOf(hashed(bytes, parts)),
          signature: signatures ? new Uint8Array(64).fill(3) : undefined,
        })
      return all
    },
  }
  const refuse = () => Promise.reject(new Error('Nothing else is asked.'))
  const network = { chainId: 'solana:local', name: 'Solana', currency: { symbol: 'SOL', decimals: 9 }, tokens: [] }
  const result = approved({
    ...{ request, signal: new AbortController().signal, site: 'https://dapp.example', fetch: refuse },
    networks: chains.map((each) => ({ ...network, chainId: each, rpcUrl: `https://wallet.example/v1/?${each}` })),
    chainId: () => chainId,
    isSeen: () => false,
    addressOn: (family) => (family === 'solana' ? address : evmAddress),
    approvals: {
      ...approvals,
      approve() {},
      limit() {},
      reject() {},
      fail() {},
      rejectAll() {},
      fillIn: () => true,
      finish: async () => {},
      leave() {},
    },
    store: { isKept: true, get: () => device, set: async () => {}, refresh: async () => {} },
    page: { cookie: '' },
    async sign(of) {
      asked.push(of)
      return [new Uint8Array(64).fill(asked.length)]
    },
  })
  return { result, asked, urls, sent }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('[F13] each of two transactions is signed by the approval of its own bytes', async () => {
  const both = [transaction(1), transaction(2)]
  const { result, asked } = ask(both)
  await result
  // Both are hashed at once, and whichever hash is there first is signed first.
  const signed = asked.map(({ payloads, approved: by }) => [
    payloads.flatMap(partsOf).map((bytes) => base64.encode(bytes)),
    by,
  ])
  const hashed = await Promise.all(
    both.map(async (wire) => [[base64.encode(messageOf(wire))], [await hashOf(messageOf(wire))]]),
  )
  expect(new Map(signed.map((each) => [String(each[0]), each]))).toEqual(
    new Map(hashed.map((each) => [String(each[0]), each])),
  )
  expect(signed).toHaveLength(2)
})

test('two equal transactions are signed by an approval each', async () => {
  const { result, asked } = ask([transaction(1), transaction(1)])
  expect(await result).toMatchObject({ transactions: [expect.any(String), expect.any(String)] })
  expect(asked).toHaveLength(2)
})

test.each([1, 2])(
  '[F13] one approval signs once: of two transactions (blockhashes 1 and %i) the second is rejected',
  async (blockhash) => {
    const { result, asked } = ask([transaction(1), transaction(blockhash)], { count: 1 })
    await expect(result).rejects.toMatchObject({ sentence: 'error.rejected', rpcCode: 4001 })
    // The second is refused before the first is signed, or after it: they are asked for at once.
    await expect.poll(() => asked).toHaveLength(1)
    expect(asked[0]?.payloads).toEqual([messageOf(transaction(1))])
  },
)

test('[F13] a signature that the wallet’s own window made stands for one transaction, and nothing is signed here', async () => {
  const { result, asked } = ask([transaction(1), transaction(1)], { count: 1, signatures: true })
  await expect(result).rejects.toMatchObject({ rpcCode: 4001 })
  expect(asked).toEqual([])
})

const others: readonly (readonly [
  what: string,
  hashed: (bytes: Uint8Array, all: readonly Uint8Array[]) => Uint8Array,
])[] = [
  ['a byte fewer', (bytes) => bytes.subarray(1)],
  ['a byte more', (bytes) => Uint8Array.from([...bytes, 0])],
  ['another byte', (bytes) => bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte))],
  ['none', () => new Uint8Array()],
]

describe.each([false, true])(
  '[F13] bytes other than those that were approved, signed by the own window: %s',
  (signatures) => {
    test.each(others)('reach no signature, on Solana: %s', async (_, hashed) => {
      const { result, asked } = ask([transaction(1)], { signatures, hashed })
      await expect(result).rejects.toMatchObject({ sentence: 'error.rejected', rpcCode: 4001 })
      expect(asked).toEqual([])
    })

    test('nor do two that were approved for each other', async () => {
      const hashed = (bytes: Uint8Array, all: readonly Uint8Array[]) => all.find((each) => each !== bytes) ?? bytes
      const { result, asked } = ask([transaction(1), transaction(2)], { signatures, hashed })
      await expect(result).rejects.toMatchObject({ sentence: 'error.rejected', rpcCode: 4001 })
      expect(asked).toEqual([])
    })

    test.each(others)('nor on EVM: %s', async (_, hashed) => {
      const request: RpcRequest = { method: 'personal_sign', params: ['0x68656c6c6f', evmAddress] }
      const of = { count: 1, signatures, chainId: 'eip155:1', chains: ['eip155:1'] }
      const { result, asked } = ask([], { ...of, hashed }, { request })
      await expect(result).rejects.toMatchObject({ sentence: 'error.rejected', rpcCode: 4001 })
      expect(asked).toEqual([])
      const meant = ask([], of, { request })
      await meant.result.catch(() => {}) // what it is answered with is no signature of EVM's
      expect(meant.asked).toHaveLength(signatures ? 0 : 1)
    })
  },
)

test('[F13] what is signed are the bytes as they were when they were compared', async () => {
  const { result, asked } = ask([transaction(1)])
  await result
  expect(await hashOf(partsOf(asked[0]?.payloads[0] ?? new Uint8Array())[0] ?? new Uint8Array())).toBe(
    asked[0]?.approved[0],
  )
})

test('a request of a family that isn’t in use is for the first network of it; without one it is refused', async () => {
  const chains = ['eip155:1', 'solana:first', 'solana:second']
  const { result, urls } = ask([transaction(1)], { chainId: 'eip155:1', chains })
  await result
  expect([...urls]).toEqual(['https://wallet.example/v1/?solana:first'])
  const none = ask([transaction(1)], { chainId: 'eip155:1', chains: ['eip155:1'] })
  await expect(none.result).rejects.toMatchObject({ sentence: 'error.network', rpcCode: 4901 })
})

describe('a transaction that is sent', () => {
  const wire = transaction(1)
  const sending = (options?: object): RpcRequest => ({
    method: 'solana_signAndSendTransaction',
    params: { transaction: wire, ...(options ? { options } : {}) },
  })
  const signature = base58.encode(new Uint8Array(64).fill(1))

  test.each([
    ['none', undefined, { preflightCommitment: 'confirmed' }],
    [
      'its own',
      { skipPreflight: true, maxRetries: 2 },
      { preflightCommitment: 'confirmed', skipPreflight: true, maxRetries: 2 },
    ],
  ])(
    'goes to the node as it was signed, with options: %s; and its signature is the answer',
    async (_, options, said) => {
      const answers = { ...node, sendTransaction: signature }
      const { result, sent } = ask([wire], {}, { request: sending(options), answers })
      expect(await result).toEqual({ signature })
      const bytes = base58.decode(wire)
      bytes.fill(1, 1, 65)
      expect(sent).toEqual([[base64.encode(bytes), { encoding: 'base64', ...said }]])
    },
  )

  test('that the node refuses fails with a code, and in words', async () => {
    const { result } = ask([wire], {}, { request: sending() })
    await expect(result).rejects.toMatchObject({
      name: 'RpcFailure',
      code: -32_000,
      message: expect.stringMatching(/./),
    })
  })
})
