import { expect, test } from 'vitest'
import { createRpc, type RpcParameters } from './rpc.js'

const network = { chainId: 'eip155:10', name: 'Local', currency: { symbol: 'ETH', decimals: 18 }, tokens: [] }
const never = () => Promise.reject(new Error('Nothing of this is asked.'))

/** Creates an RPC with a node that answers so, and lists what it is asked. */
function asking(answer: () => unknown, more: Partial<RpcParameters> = {}) {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = []
  const rpc = createRpc({
    networks: [{ ...network, rpcUrl: 'https://wallet.example/v1/?eip155:10' }],
    ...{ chainId: () => network.chainId, addressOn: () => '0xa11ce', site: 'https://dapp.example', sign: never },
    isSeen: () => false,
    approvals: {
      ask: never,
      approve() {},
      limit() {},
      reject() {},
      fail() {},
      rejectAll() {},
      fillIn: () => true,
      finish: async () => {},
      leave() {},
    },
    store: { isKept: true, get: () => expect.fail('No device is looked at.'), set: never, refresh: never },
    page: { cookie: '' },
    async fetch(url, init) {
      asked.push({ url: String(url), init })
      return Response.json(answer())
    },
    ...more,
  })
  const { signal } = new AbortController()
  return { asked, ask: (request: Parameters<typeof rpc>[0]) => rpc(request, signal) }
}

test('[S6.3] what is safe is asked of its network’s node once, as JSON-RPC and without cookies, and answered by its result', async () => {
  const { asked, ask } = asking(() => ({ jsonrpc: '2.0', id: 1, result: null }))
  expect(await ask({ method: 'eth_blockNumber' })).toBeNull()
  expect(await ask({ method: 'eth_getBalance', params: ['0xa11ce', 'latest'] })).toBeNull()
  expect(asked.map(({ url }) => url)).toEqual(Array(2).fill('https://wallet.example/v1/?eip155:10'))
  expect(asked.map(({ init }) => JSON.parse(String(init?.body)))).toEqual([
    { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
    { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: ['0xa11ce', 'latest'] },
  ])
  const headers = { 'content-type': 'application/json' }
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    headers,
    credentials: 'omit',
    signal: expect.any(AbortSignal),
  })
})

test('a node’s error is the request’s, with its code; an answer that is none is a failure of the node', async () => {
  const refused = asking(() => ({ error: { code: -32_000, message: 'no', data: '0x' } }))
  await expect(refused.ask({ method: 'eth_call' })).rejects.toMatchObject({ code: -32_000, message: 'no' })
  const silent = asking(() => 7)
  await expect(silent.ask({ method: 'eth_call' })).rejects.toMatchObject({ sentence: 'error.node', rpcCode: -32_603 })
})

test('a node that can’t be reached is a failure of the node, which keeps why', async () => {
  const cause = new TypeError('fetch failed')
  const { ask } = asking(() => ({}), { fetch: () => Promise.reject(cause) })
  await expect(ask({ method: 'eth_call' })).rejects.toMatchObject({ sentence: 'error.node', rpcCode: -32_603, cause })
})

test('the network in use is the one that is named and asked, and one that the wallet hasn’t is refused', async () => {
  const { ask, asked } = asking(() => ({ result: 1 }), { chainId: () => 'eip155:11' })
  expect(await ask({ method: 'eth_chainId' })).toBe('0xb')
  expect(await ask({ method: 'eth_accounts' })).toEqual(['0xa11ce'])
  await expect(ask({ method: 'eth_call' })).rejects.toMatchObject({ sentence: 'error.network', rpcCode: 4902 })
  expect(asked).toEqual([])
})
