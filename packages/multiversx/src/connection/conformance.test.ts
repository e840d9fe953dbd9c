import type { Connector, LiveConnection } from '@foyer/core'
import { connectorConformance, createTestClock, createTestHost, createTestMultiversxWallet } from '@foyer/testing'
import { Address, Message, MessageComputer, Transaction, TransactionComputer, UserVerifier } from '@multiversx/sdk-core'
import { ExtensionProvider } from '@multiversx/sdk-extension-provider'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { multiversx } from '../multiversx.js'
import { freshAddress, freshKey, networkAt, standInPage } from '../test/stage.js'
import { connectWallet } from './connectWallet.js'

const here = networkAt({ url: 'http://127.0.0.1:1' })
const there = networkAt({ url: 'http://127.0.0.1:1', id: 'D' })

beforeEach(() => void vi.stubGlobal('window', standInPage()))
afterEach(() => void vi.unstubAllGlobals())

connectorConformance({
  describe,
  test,
  expect,
  async make() {
    const made = await createTestMultiversxWallet({
      name: 'Willow',
      accounts: [{ key: freshKey() }, { key: freshKey() }],
    })
    const found: Connector[] = []
    const leave = made.appearIn(window)
    const host = createTestHost({ networks: [here, there] })
    const stop = multiversx().discover?.({ host, register: (connector) => found.push(connector) })
    onTestFinished(() => {
      stop?.()
      leave()
    })
    const [connector] = found
    if (!connector) throw new Error('No wallet was found.')
    // The extension says nothing of another account, or of a site that was cut off.
    const { nextRequest, next, release, disappear } = made
    const wallet = {
      ...{ nextRequest, next, release, disappear, accounts: made.accounts },
      get promptCount() {
        return made.promptCount
      },
      get listenerCount() {
        return made.listenerCount
      },
    }
    return { connector, host, here, there, wallet }
  },
})

/** An extension that answers what the test has, and what it was asked. */
function place(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  const say = (data: unknown, changes: object = {}) =>
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin: window.origin, source: window }, changes))
  window.addEventListener('message', (event) => {
    const { target, type } = event.data
    if (target !== 'erdw-inpage') return
    asked.push(type)
    if (type in answers) say({ target: 'erdw-contentScript', type: `${type}Response`, data: answers[type] })
  })
  Reflect.set(window, 'multiversxWallet', true)
  return { asked, say }
}

/** Has the page's messages look as a browser's own do: no test can make an event that is trusted. */
function trustMessages(page: Window): void {
  const { addEventListener, removeEventListener } = page
  const wrapped = new Map<unknown, (event: Event) => void>()
  Object.assign(page, {
    addEventListener(type: string, listener: (event: object) => void) {
      const trusted = (event: Event) => listener(Object.create(event, { isTrusted: { value: true } }))
      wrapped.set(listener, trusted)
      Reflect.apply(addEventListener, page, [type, trusted])
    },
    removeEventListener: (type: string, listener: unknown) =>
      Reflect.apply(removeEventListener, page, [type, wrapped.get(listener)]),
  })
}

test('the wallet of the tests answers the extension’s own library, which signs by it', async () => {
  const wallet = await createTestMultiversxWallet({ name: 'Willow', accounts: [{ key: freshKey() }] })
  const [own = ''] = wallet.accounts
  onTestFinished(wallet.appearIn(window))
  trustMessages(window)
  const provider = ExtensionProvider.getInstance()
  expect(await provider.init()).toBe(true)
  expect((await provider.login()).address).toBe(own)
  const sender = Address.newFromBech32(own)
  const verifier = UserVerifier.fromAddress(sender)
  const message = await provider.signMessage(new Message({ data: Buffer.from('Hellö') }))
  const hash = new MessageComputer().computeBytesForVerifying(message)
  expect(await verifier.verify(hash, message.signature ?? expect.fail())).toBe(true)
  const transaction = await provider.signTransaction(
    new Transaction({ nonce: 1n, value: 1n, sender, receiver: sender, gasLimit: 50_000n, chainID: 'D' }),
  )
  const bytes = new TransactionComputer().computeBytesForVerifying(transaction)
  expect(await verifier.verify(bytes, transaction.signature)).toBe(true)
  expect(await provider.logout()).toBe(true)
  expect(wallet.requests.map(({ method }) => method)).toEqual(['connect', 'signMessage', 'signTransactions', 'logout'])
})

const clock = createTestClock()
const reach = (signal = new AbortController().signal): Promise<LiveConnection> =>
  connectWallet({
    found: { id: 'mvx:own' },
    request: {
      ...{ host: createTestHost({ networks: [here, there], clock }), network: here, signal, step: () => {} },
      ...{ ask: async () => ({ opened: false }) as const, picked: () => undefined },
    },
  })
const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))

const address = freshAddress()
const signature = 'ab'.repeat(64)

test.each([
  ['nothing', undefined, 'user_rejected'],
  ['an empty text', '', 'user_rejected'],
  ['no address', { address: '' }, 'user_rejected'],
  ['an error that says so', { error: 'Transaction canceled' }, 'user_rejected'],
  ['an address of another prefix', { address: address.replace('erd', 'cosmos') }, 'wallet_answer'],
  [
    'an address whose checksum fails',
    { address: `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}` },
    'wallet_answer',
  ],
  ['an address of Ethereum’s', { address: `0x${'11'.repeat(20)}` }, 'wallet_answer'],
  ['a list', [address], 'wallet_answer'],
])('an extension that answers %s connects nothing', async (_, said, code) => {
  place({ connect: said })
  expect(await codeOf(reach())).toBe(code)
})

test.each([
  ['nothing', null, 'user_rejected'],
  ['a text', 'Transaction canceled', 'user_rejected'],
  ['bytes that are missing some', { signature: signature.slice(2) }, 'wallet_answer'],
  ['base64', { signature: Buffer.alloc(64).toString('base64') }, 'wallet_answer'],
])('[S8.39] a signature that is %s is none', async (_, said, code) => {
  place({ connect: { address }, signMessage: said })
  const live = await reach()
  expect(await codeOf(live.providers.mvx?.signMessage?.({ address, message: 'Hello' }))).toBe(code)
})

test('an address in capitals is the one in lower case', async () => {
  place({ connect: { address: address.toUpperCase() } })
  expect((await reach()).accounts[0].address).toBe(address)
})

test('[F18] what others write into the window is no answer of the extension’s', async () => {
  const { asked, say } = place({})
  const connecting = reach()
  await vi.waitFor(() => expect(asked).toEqual(['connect']))
  const forged = { target: 'erdw-contentScript', type: 'connectResponse', data: { address: freshAddress() } }
  say(forged, { source: null })
  say(forged, { origin: 'https://elsewhere.test' })
  say({ ...forged, target: 'erdw-inpage' })
  say({ ...forged, data: { address } })
  expect((await connecting).accounts[0].address).toBe(address)
})

test('[F18 F22] a request that is aborted is called off there, and the next waits until that is said, or for a second', async () => {
  const { asked, say } = place({ connect: { address } })
  const live = await reach()
  const { signMessage } = live.providers.mvx ?? expect.fail()
  const stopping = new AbortController()
  const first = codeOf(signMessage?.({ address, message: 'One', signal: stopping.signal }))
  await vi.waitFor(() => expect(asked).toEqual(['connect', 'signMessage']))
  stopping.abort()
  expect(await first).not.toBe(signature)
  const second = signMessage?.({ address, message: 'Two' })
  await vi.waitFor(() => expect(asked).toEqual(['connect', 'signMessage', 'cancelAction']))
  // Comes too late: of the first.
  say({ target: 'erdw-contentScript', type: 'signMessageResponse', data: { signature: 'cd'.repeat(64) } })
  clock.advance(1000)
  await vi.waitFor(() => expect(asked.at(-1)).toBe('signMessage'))
  say({ target: 'erdw-contentScript', type: 'signMessageResponse', data: { signature } })
  expect(await second).toBe(signature)
})

test('[S8.39] two requests at once go one after the other, and each has its own answer', async () => {
  const { asked, say } = place({ connect: { address } })
  const live = await reach()
  const { signMessage } = live.providers.mvx ?? expect.fail()
  const both = ['One', 'Two'].map((message) => signMessage?.({ address, message }))
  await vi.waitFor(() => expect(asked).toEqual(['connect', 'signMessage']))
  say({ target: 'erdw-contentScript', type: 'signMessageResponse', data: { signature: '11'.repeat(64) } })
  await vi.waitFor(() => expect(asked).toEqual(['connect', 'signMessage', 'signMessage']))
  say({ target: 'erdw-contentScript', type: 'signMessageResponse', data: { signature: '22'.repeat(64) } })
  expect(await Promise.all(both)).toEqual(['11'.repeat(64), '22'.repeat(64)])
})

test('an account that isn’t the connection’s is asked for nothing, and an extension that is gone neither', async () => {
  const { asked } = place({ connect: { address } })
  const { signMessage } = (await reach()).providers.mvx ?? expect.fail()
  expect(await codeOf(signMessage?.({ address: freshAddress(), message: '' }))).toBe('account_not_connected')
  Reflect.deleteProperty(window, 'multiversxWallet')
  expect(await codeOf(signMessage?.({ address, message: '' }))).toBe('provider_disconnected')
  expect(asked).toEqual(['connect'])
})
