import type { Connector, Network } from '@foyer/core'
import { connectorConformance, createTestCardanoWallet, createTestHost } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { writeAddress } from '../addresses/address.js'
import { cardano } from '../cardano.js'
import { cardanoMainnet, cardanoPreprod, cardanoPreview } from '../networks.js'
import { fresh, freshKey } from '../test/stage.js'
import { connectWallet } from './connectWallet.js'

const [main, here, there] = [cardanoMainnet, cardanoPreprod, cardanoPreview]

// The libraries of the wallet's make bytes of another realm under jsdom: the page is as much of one as wallets need.
beforeAll(() => void vi.stubGlobal('window', new EventTarget()))
afterAll(() => void vi.unstubAllGlobals())

const request = (host: ReturnType<typeof createTestHost>, network = here) => ({
  ...{ host, network, signal: new AbortController().signal, step: () => {} },
  ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
})

async function find({ hasEvents = false, networks = [here, there] } = {}) {
  const accounts = [{ key: freshKey(), stakeKey: freshKey() }, { key: freshKey() }] as const
  const wallet = await createTestCardanoWallet({ name: `W${freshKey().slice(0, 8)}`, accounts, hasEvents })
  const found: Connector[] = []
  const leave = wallet.appearIn(window)
  const host = createTestHost({ networks })
  const stop = cardano().discover?.({ host, register: (connector) => found.push(connector) })
  onTestFinished(() => {
    stop?.()
    leave()
  })
  await vi.waitFor(() => expect(found).toHaveLength(1))
  const [connector] = found
  if (!connector) throw new Error('No wallet was found.')
  return { connector, host, here, there, wallet }
}

describe.each([
  ['with events', true],
  ['without events', false],
])('a wallet %s', (_, hasEvents) => {
  connectorConformance({ describe, test, expect, make: () => find({ hasEvents }) })
})

test('a wallet on another network than the kit’s connects nothing', async () => {
  const { connector, host, wallet } = await find()
  wallet.switchNetwork(1)
  await expect(connector.connect(request(host))).rejects.toMatchObject({ code: 'chain_not_supported' })
})

test('a wallet on another network than the wanted one is shown on its own, and goes to no other for the page', async () => {
  const wider = await find({ networks: [here, main] })
  wider.wallet.switchNetwork(1)
  const live = await wider.connector.connect(request(wider.host))
  expect(live.networks).toEqual({ cip34: main.caipNetworkId })
  await expect(live.switchNetwork?.({ network: here, signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'chain_not_supported',
  })
})

test('a wallet that goes to another network is followed', async () => {
  const { connector, host, wallet } = await find({ hasEvents: true, networks: [here, main] })
  const live = await connector.connect(request(host))
  const events: unknown[] = []
  onTestFinished(live.listen((event) => events.push(event)))
  wallet.switchNetwork(1)
  await vi.waitFor(() =>
    expect(events).toEqual([
      { type: 'networkChanged', family: 'cip34', networkId: main.caipNetworkId },
      {
        type: 'accountsChanged',
        family: 'cip34',
        accounts: [expect.objectContaining({ address: wallet.accounts[0] })],
      },
    ]),
  )
})

test('an account that the wallet shows no more is asked for no signature', async () => {
  const { connector, host, wallet } = await find({ hasEvents: true })
  const live = await connector.connect(request(host))
  const [{ address }] = live.accounts
  wallet.switchAccount(1)
  const asked = live.providers.cip34?.signData?.({ address, payload: new Uint8Array(4) })
  await expect(asked).rejects.toMatchObject({ code: 'account_not_connected' })
  expect(wallet.requests.filter(({ method }) => method === 'signData')).toEqual([])
})

/** A wallet whose apis answer for the account that it had when each was made, and else by the number of CIP-30 for a switched one. */
function switching() {
  const [first, second] = [fresh(28), fresh(28)].map((hash) => Uint8Array.of(0x60, ...hash))
  const at = { now: first ?? fresh(), isEnabled: true, enabled: 0, signed: 0 }
  const listening: unknown[] = []
  const enable = async () => {
    at.enabled += 1
    const of = at.now
    const said = (answer: () => unknown) => async () => {
      if (of === at.now && at.isEnabled) return answer()
      throw { code: at.isEnabled ? -4 : -3, info: 'another account' }
    }
    return {
      experimental: { on: (_: string, changed: unknown) => void listening.push(changed), off: () => {} },
      getNetworkId: said(() => 0),
      getUsedAddresses: said(() => [hex(of)]),
      getChangeAddress: said(() => hex(of)),
      getUtxos: said(() => []),
      signData: said(() => {
        at.signed += 1
        return { signature: '00', key: '00' }
      }),
    }
  }
  const object = { enable, isEnabled: async () => at.isEnabled }
  const found = { id: 'cardano:switching', source: () => object }
  return { at, first, second, found, listening, host: createTestHost({ networks: [here, there] }) }
}

test('[S2.14] an account that is switched without a word is found by the next request, which signs nothing with it', async () => {
  const { at, first, second, found, host } = switching()
  const live = await connectWallet({ found, request: request(host) })
  const events: unknown[] = []
  onTestFinished(live.listen((event) => events.push(event)))
  const [old, next] = [first, second].map((bytes) => writeAddress(bytes ?? fresh()))
  at.now = second ?? fresh()
  const signing = (address = '') => live.providers.cip34?.signData?.({ address, payload: new Uint8Array(4) })
  await expect(signing(old)).rejects.toMatchObject({ code: 'account_not_connected' })
  expect(live.accounts.map(({ address }) => address)).toEqual([next])
  expect(events).toContainEqual(expect.objectContaining({ type: 'accountsChanged' }))
  await live.providers.cip34?.getUtxos?.({ address: next ?? '' })
  await signing(next)?.catch(() => {})
  expect(at.signed).toBe(1)
})

test('a page that isn’t let in any more asks nobody again', async () => {
  const { at, first, found, host } = switching()
  const live = await connectWallet({ found, request: request(host) })
  const before = at.enabled
  at.isEnabled = false
  const asked = live.providers.cip34?.getUtxos?.({ address: writeAddress(first ?? fresh()) })
  await expect(asked).rejects.toMatchObject({ code: 'account_not_connected' })
  expect(at.enabled).toBe(before)
})

test('the events of each api that the wallet gives are listened to', async () => {
  const { at, second, found, listening, host } = switching()
  const live = await connectWallet({ found, request: request(host) })
  onTestFinished(live.listen(() => {}))
  expect(listening).toHaveLength(2)
  at.now = second ?? fresh()
  await live.providers.cip34?.getUtxos?.({ address: writeAddress(second ?? fresh()) }).catch(() => {})
  expect(listening).toHaveLength(4)
})

const reach = (answers: Readonly<Record<string, unknown>>, experimental?: object) => {
  const said = { getNetworkId: 0, getUsedAddresses: [], getChangeAddress: '', ...answers }
  const methodOf = (answer: unknown) => (typeof answer === 'function' ? answer : async () => answer)
  const methods = Object.entries(said).map(([name, answer]) => [name, methodOf(answer)])
  const api = { ...Object.fromEntries(methods), experimental }
  const object = { enable: async () => api, isEnabled: async () => true }
  const host = createTestHost({ networks: [here, there] })
  return connectWallet({ found: { id: 'cardano:own', source: () => object }, request: request(host) })
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const [own, script, reward, mainnet] = [0x00, 0x10, 0xe0, 0x01].map((head) =>
  Uint8Array.of(head, ...fresh(head === 0xe0 ? 28 : 56)),
)

test.each([
  ['of scripts alone', { getChangeAddress: hex(script ?? fresh()) }],
  ['of the main network, of a wallet that says it is on another', { getChangeAddress: hex(mainnet ?? fresh()) }],
  ['of a stake alone', { getChangeAddress: hex(reward ?? fresh()) }],
  ['that are none', { getChangeAddress: '00', getUsedAddresses: ['zz'] }],
  ['on a network that there is not', { getNetworkId: 2, getChangeAddress: hex(own ?? fresh()) }],
])('addresses %s connect nothing', async (_, answers) => {
  await expect(reach(answers)).rejects.toMatchObject({ code: 'wallet_answer' })
})

test('the address that was used first is shown, and the one for change of a wallet that was never used', async () => {
  const used = Uint8Array.of(0x60, ...fresh(28))
  const both = await reach({ getUsedAddresses: [hex(used)], getChangeAddress: hex(own ?? fresh()) })
  expect(both.accounts.map(({ address }) => address)).toEqual([writeAddress(used)])
  const unused = await reach({ getChangeAddress: hex(own ?? fresh()) })
  expect(unused.accounts.map(({ address }) => address)).toEqual([writeAddress(own ?? fresh())])
})

describe('a wallet that says which network of tests it is on (CIP-142)', () => {
  function enabled(getNetworkMagic: () => Promise<unknown>) {
    const asked: unknown[] = []
    const api = {
      getNetworkId: async () => 0,
      getUsedAddresses: async () => [],
      getChangeAddress: async () => hex(own ?? fresh()),
      cip142: { getNetworkMagic },
    }
    const object = {
      supportedExtensions: [{ cip: 30 }, { cip: 142 }],
      isEnabled: async () => true,
      enable: async (options: unknown) => {
        asked.push(options)
        return api
      },
    }
    const connect = (networks: readonly Network[]) => {
      const host = createTestHost({ networks })
      const found = { id: 'cardano:own', source: () => object }
      return connectWallet({ found, request: request(host) })
    }
    return { asked, connect }
  }

  test('is on that one, and on no other', async () => {
    const { asked, connect } = enabled(async () => 2)
    const live = await connect([here, there])
    expect(live.networks).toEqual({ cip34: 'cip34:0-2' })
    expect(asked).toEqual([{ extensions: [{ cip: 142 }] }])
    await expect(connect([here])).rejects.toMatchObject({ code: 'chain_not_supported' })
  })

  test.each([
    ['fails', async () => Promise.reject(new Error('no'))],
    ['says no number', async () => 'preview'],
  ])('and %s is on the wanted one, as those that can’t say it are', async (_, magic) => {
    expect((await enabled(magic).connect([here, there])).networks).toEqual({ cip34: 'cip34:0-1' })
  })
})

const fail = (code: number) => async () => {
  throw { code, info: 'It failed.' }
}
test.each([
  ['used', { getUsedAddresses: fail(-2), getChangeAddress: hex(own ?? fresh()) }],
  ['used, of which it says nothing', { getUsedAddresses: null, getChangeAddress: hex(own ?? fresh()) }],
  ['used, beside some that can’t be read', { getUsedAddresses: ['zz', null, hex(own ?? fresh())] }],
  ['of the change', { getUsedAddresses: [hex(own ?? fresh())], getChangeAddress: fail(-2) }],
  ['of the change, of which it says nothing', { getUsedAddresses: [hex(own ?? fresh())], getChangeAddress: null }],
])('a wallet that fails at its addresses that are %s connects by the others', async (_, answers) => {
  const live = await reach(answers)
  expect(live.accounts.map(({ address }) => address)).toEqual([writeAddress(own ?? fresh())])
})

test('a wallet that can’t be listened to is connected all the same', async () => {
  const raise = () => {
    throw new Error('No listening here')
  }
  const live = await reach({ getChangeAddress: hex(own ?? fresh()) }, { on: raise, off: raise })
  expect(() => live.listen(() => {})()).not.toThrow()
})
