import type { Connector } from '@foyer/core'
import { connectorConformance, createTestAlgorandWallet, createTestHost } from '@foyer/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { algorand } from '../algorand.js'
import { algorandMainnet, algorandTestnet } from '../networks.js'
import { freshAddress, freshKey, networkAt } from '../test/stage.js'

const [here, there] = [algorandMainnet, algorandTestnet]
const genesisHashes = [
  'wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=',
  'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
] as const
const [ofHere, ofThere] = genesisHashes
const elsewhere = networkAt({ url: 'http://127.0.0.1:1', reference: 'e'.repeat(32) })

// The official library makes bytes of another realm under jsdom: the page is as much of one as wallets need.
beforeAll(() => void vi.stubGlobal('window', new EventTarget()))
afterAll(() => void vi.unstubAllGlobals())

const request = (host: ReturnType<typeof createTestHost>, network = here) => ({
  ...{ host, network, signal: new AbortController().signal, step: () => {} },
  ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
})

async function find(kind: 'arc27' | 'window' = 'arc27') {
  const accounts = [{ key: freshKey() }, { key: freshKey() }] as const
  const name = `Willow-${freshKey().slice(0, 8)}`
  const wallet = await createTestAlgorandWallet({ name, accounts, genesisHashes, kind })
  const found: Connector[] = []
  const leave = wallet.appearIn(window)
  const host = createTestHost({ networks: [here, there] })
  const stop = algorand().discover?.({ host, register: (connector) => found.push(connector) })
  onTestFinished(() => {
    stop?.()
    leave()
  })
  await vi.waitFor(() => expect(found).toHaveLength(1))
  const [connector] = found
  if (!connector) throw new Error('No wallet was found.')
  return { connector, host, here, there, wallet }
}

describe.each(['arc27', 'window'] as const)('a wallet of the kind %s', (kind) => {
  connectorConformance({ describe, test, expect, make: async () => ({ ...(await find(kind)), isSilent: true }) })
})

describe('a wallet that says nothing between requests', () => {
  test.each([
    ['has gone to another account', (wallet: Awaited<ReturnType<typeof find>>['wallet']) => wallet.switchAccount(1)],
    ['has let the page go', (wallet: Awaited<ReturnType<typeof find>>['wallet']) => wallet.revoke()],
  ])('and %s is found out by the next one, which asks no visitor and ends the connection', async (_, change) => {
    const { connector, host, wallet } = await find()
    const live = await connector.connect(request(host))
    const events: unknown[] = []
    onTestFinished(live.listen((event) => events.push(event)))
    const [{ address }] = live.accounts
    change(wallet)
    const asked = live.providers.algorand?.signMessage?.({ address, message: 'Hello' })
    await expect(asked).rejects.toMatchObject({ code: 'account_not_connected' })
    expect(wallet.promptCount).toBe(1)
    expect(events).toEqual([{ type: 'accountsChanged', family: 'algorand', accounts: [] }])
  })

  test('is not asked to go to a network that it doesn’t name', async () => {
    const { connector, host, wallet } = await find()
    await expect(connector.connect(request(host, elsewhere))).rejects.toMatchObject({ code: 'chain_not_supported' })
    expect(wallet.promptCount).toBe(0)
  })
})

/** Answers the events of ARC-27 with whatever the test says. */
function answerWith(said: (method: string, detail: unknown) => object | undefined) {
  for (const method of ['discover', 'enable', 'sign_message']) {
    const listen = (event: Event) => {
      const detail: unknown = Reflect.get(event, 'detail')
      const answer = said(method, detail)
      if (!answer) return
      const body = JSON.stringify({ requestId: Reflect.get(Object(detail), 'id'), ...answer })
      window.dispatchEvent(new CustomEvent(`arc0027:${method}:response`, { detail: body }))
    }
    window.addEventListener(`arc0027:${method}:request`, listen)
    onTestFinished(() => window.removeEventListener(`arc0027:${method}:request`, listen))
  }
}

const providerId = 'own'
const about = { providerId, name: 'Own', networks: [{ genesisHash: ofHere, genesisId: 'x', methods: [] }] }
async function reachOwn(enabled: object) {
  answerWith((method) => ({ result: method === 'discover' ? about : { providerId, ...enabled } }))
  const found: Connector[] = []
  const host = createTestHost({ networks: [here, there] })
  onTestFinished(algorand().discover?.({ host, register: (connector) => found.push(connector) }) ?? (() => {}))
  const [connector] = found
  return connector?.connect(request(host)) ?? expect.fail()
}

test.each([
  ['of another network', { genesisHash: ofThere, accounts: [{ address: freshAddress() }] }, 'chain_not_supported'],
  ['without an account', { genesisHash: ofHere, accounts: [] }, 'wallet_answer'],
  ['of a sibling family', { genesisHash: ofHere, accounts: [{ address: '0x00' }] }, 'wallet_answer'],
  ['with a wrong checksum', { genesisHash: ofHere, accounts: [{ address: 'A'.repeat(58) }] }, 'wallet_answer'],
])('accounts %s connect nothing', async (_, enabled, code) => {
  await expect(reachOwn(enabled)).rejects.toMatchObject({ code })
})

test('another wallet’s answer, and another request’s, are none of this one’s', async () => {
  const address = freshAddress()
  answerWith((method, detail) => {
    if (method === 'discover') return { result: about }
    const forged = { providerId: 'thief', accounts: [{ address: freshAddress() }], genesisHash: ofHere }
    const forge = (said: object) =>
      window.dispatchEvent(new CustomEvent('arc0027:enable:response', { detail: JSON.stringify(said) }))
    forge({ requestId: 'other', result: { ...forged, providerId } })
    forge({ requestId: Reflect.get(Object(detail), 'id'), result: forged })
    forge({ requestId: Reflect.get(Object(detail), 'id'), error: { code: 4001, data: { providerId: 'thief' } } })
    return { result: { providerId, accounts: [{ address }], genesisHash: ofHere } }
  })
  const found: Connector[] = []
  const host = createTestHost({ networks: [here] })
  onTestFinished(algorand().discover?.({ host, register: (connector) => found.push(connector) }) ?? (() => {}))
  const live = (await found[0]?.connect(request(host))) ?? expect.fail()
  expect(live.accounts.map((each) => each.address)).toEqual([address])
})
