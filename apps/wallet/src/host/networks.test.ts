import { delegateAddress } from '@foyer/signing/delegate'
import { expect, test } from 'vitest'
import { createNetworks, NetworksUnknownError } from './networks.js'
import { testHost } from './test/testHost.js'

const minute = 60_000

const network = {
  chainId: 'eip155:1',
  name: 'Ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [{ symbol: 'USDC', decimals: 6, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', name: 'USD Coin' }],
  contracts: [{ address: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', name: 'Market' }],
}
const listed = (more: object = {}) => Response.json({ networks: [{ ...network, hasDelegate: true, ...more }] })

function networks({
  own,
  first = listed,
}: {
  own?: (typeof network)[]
  first?: () => Response | Promise<Response>
} = {}) {
  const asked: string[] = []
  const reported: unknown[] = []
  const world = { now: 0, answer: first }
  const networksOf = createNetworks({
    ...{ api: 'https://api.example', own, now: () => world.now },
    report: (error) => reported.push(error),
    fetch: async (url) => {
      asked.push(String(url))
      return world.answer()
    },
  })
  /** Returns the networks once nothing is asked any more: what is asked for goes on behind an answer. */
  const settled = async () => {
    await networksOf()
    await new Promise(setImmediate)
    return networksOf()
  }
  return { networksOf, settled, asked, reported, world }
}

test('the networks of the page are the API’s, asked for once a minute, with the one known delegate where it has found it', async () => {
  const { networksOf, settled, asked, world } = networks()
  const answers = await Promise.all([networksOf(), networksOf()])
  expect(answers).toEqual([[{ ...network, delegate: delegateAddress }], [{ ...network, delegate: delegateAddress }]])
  expect(asked).toEqual(['https://api.example/v1/networks'])
  world.answer = () => listed({ hasDelegate: false })
  world.now = minute - 1
  expect(await settled()).toMatchObject([{ delegate: delegateAddress }])
  world.now = minute
  // A page never waits for what is only older.
  expect(await networksOf()).toMatchObject([{ delegate: delegateAddress }])
  expect(await settled()).toEqual([network])
  expect(asked).toHaveLength(2)
})

test('what the page can’t sign for is left out, and what the API says beside the schema goes nowhere', async () => {
  const bitcoin = { ...network, chainId: 'bip122:000000000019d6689c085ae165831e93', hasDelegate: false }
  const evil = { ...network, hasDelegate: true, delegate: `0x${'66'.repeat(20)}`, rpcUrl: 'https://evil.example' }
  const { networksOf } = networks({ first: () => Response.json({ networks: [bitcoin, evil] }) })
  expect(await networksOf()).toEqual([{ ...network, delegate: delegateAddress }])
})

test('the operator’s own words stand in place of the API’s; the delegate is the API’s', async () => {
  const own = [
    { ...network, name: 'Ours' },
    { ...network, chainId: 'eip155:8453' },
  ]
  const { networksOf } = networks({ own })
  expect(await networksOf()).toEqual([{ ...network, name: 'Ours', delegate: delegateAddress }, own[1]])
  const away = networks({ own, first: () => Promise.reject(new TypeError('fetch failed')) })
  expect(await away.networksOf()).toEqual(own)
})

test.each([
  ['fails', () => new Response('', { status: 500 })],
  ['answers something else', () => Response.json({ networks: 7 })],
  ['can’t be reached', () => Promise.reject(new TypeError('fetch failed'))],
])(
  'while the API %s, its last word is taken, of delegates for an hour; it is reported once and asked again every five seconds',
  async (_, failing) => {
    const { settled, networksOf, asked, reported, world } = networks({ first: failing })
    expect(await networksOf()).toBeUndefined()
    expect(await networksOf()).toBeUndefined()
    expect(asked).toHaveLength(1)
    world.now = 5_000
    expect(await networksOf()).toBeUndefined()
    expect(asked).toHaveLength(2)
    expect(reported).toEqual([expect.any(NetworksUnknownError)])

    world.answer = listed
    world.now = 10_000
    expect(await networksOf()).toMatchObject([{ delegate: delegateAddress }])
    world.answer = failing
    world.now += 60 * minute - 1
    expect(await settled()).toMatchObject([{ delegate: delegateAddress }])
    world.now += 1
    expect(await settled()).toEqual([network])
    expect(reported).toHaveLength(2)
  },
)

test('the page’s document has them; while none are known the frame is a 503, and what opens a wallet is there', async () => {
  const served = [{ ...network, delegate: delegateAddress }]
  const origins = { shop: ['https://shop.example'] }
  const there = await testHost({ origins, networksOf: async () => served })
  const frame = '/sdk?projectId=shop&origin=https://shop.example'
  expect(await (await there.host.request(frame)).text()).toContain(delegateAddress)

  const absent = await testHost({ origins, networksOf: async () => undefined })
  const statuses = [frame, '/approve', '/recover', '/confirm', '/dashboard'].map(async (path) => {
    return (await absent.host.request(path)).status
  })
  expect(await Promise.all(statuses)).toEqual([503, 503, 200, 200, 200])
})

test('any page may read which networks the wallet has and where accounts carry out several steps at once, before a login', async () => {
  const served = [
    { ...network, delegate: delegateAddress },
    { ...network, chainId: 'eip155:8453' },
  ]
  const { host } = await testHost({ networksOf: async () => served })
  const answer = await host.request('/networks', { headers: { origin: 'https://dapp.example' } })
  expect(await answer.json()).toEqual({
    networks: [
      { chainId: 'eip155:1', hasDelegate: true },
      { chainId: 'eip155:8453', hasDelegate: false },
    ],
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
})
