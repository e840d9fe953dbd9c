import { createRequire } from 'node:module'
import { createTestClock, createTestHost } from '@foyer/testing'
import { b58Encode, PrefixV2 } from '@taquito/utils'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectTo, freshAddress, freshKey, networkAt, standInPage } from '../test/stage.js'
import { michelineString } from '../wire/micheline.js'
import { keysOf, openSealed, readMessage, senderIdOf, sessionWith, writeMessage } from './boxes.js'

// Their builds for modules name files that aren't there.
const required = createRequire(import.meta.url)
const core: typeof import('@airgap/beacon-core') = required('@airgap/beacon-core')
const utils: typeof import('@airgap/beacon-utils') = required('@airgap/beacon-utils')

const here = networkAt({ url: 'http://127.0.0.1:1', id: 'NetXdQprcVkpaWU' })
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const publicKey = b58Encode(new Uint8Array(32).fill(9), PrefixV2.Ed25519PublicKey)

beforeEach(() => void vi.stubGlobal('window', standInPage()))
afterEach(() => void vi.unstubAllGlobals())

const codeOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(String, (error: unknown) => Reflect.get(Object(error), 'code'))

test('[F18] boxes, session keys, messages and senders are those of Beacon’s own libraries, both ways', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string(), async (seed, text) => {
      const own = keysOf(seed)
      const peer = await utils.getKeypairFromSeed(text)
      const sealed = await utils.sealCryptobox(text || 'x', Buffer.from(own.publicKey))
      expect(new TextDecoder().decode(openSealed(own, Buffer.from(sealed, 'hex')))).toBe(text || 'x')
      class Channel extends core.CommunicationClient {
        async init() {}
        async unsubscribeFromEncryptedMessages() {}
        async unsubscribeFromEncryptedMessage() {}
        async sendMessage() {}
        async start() {}
        keysWith = async (of: string) => ({
          sending: (await this.createCryptoBoxClient(of, peer)).send,
          receiving: (await this.createCryptoBoxServer(of, peer)).receive,
        })
      }
      const { sending, receiving } = await new Channel(peer).keysWith(hexOf(own.publicKey))
      const session = sessionWith(own, Uint8Array.from(peer.publicKey))
      const message = { id: '1', text }
      const written = await new core.Serializer().serialize(message)
      expect(writeMessage(message)).toBe(written)
      expect(readMessage(session.open(await utils.encryptCryptoboxPayload(written, sending)) ?? '')).toEqual(message)
      expect(await utils.decryptCryptoboxPayload(Buffer.from(session.seal(written), 'hex'), receiving)).toBe(written)
      expect(senderIdOf(own.publicKey)).toBe(await core.getSenderId(hexOf(own.publicKey)))
    }),
    { numRuns: 10 },
  )
})

test('[F18] what was sealed for another, or changed on the way, opens for nobody', () => {
  const [one, two, three] = [1, 2, 3].map((byte) => keysOf(new Uint8Array(32).fill(byte)))
  if (!one || !two || !three) return expect.fail()
  const sealed = sessionWith(one, two.publicKey).seal('Hello')
  expect(sessionWith(two, one.publicKey).open(sealed)).toBe('Hello')
  expect(sessionWith(three, one.publicKey).open(sealed)).toBeUndefined()
  // What this page said itself comes back to it.
  expect(sessionWith(one, two.publicKey).open(sealed)).toBeUndefined()
  for (const other of ['', 'xyz', sealed.slice(2), `${sealed.slice(0, -2)}${sealed.endsWith('00') ? '01' : '00'}`])
    expect(sessionWith(two, one.publicKey).open(other)).toBeUndefined()
  for (const text of ['', 'x', 'tz1', writeMessage({}).slice(1)]) expect(readMessage(text)).toBeUndefined()
})

/** An extension whose answers a test has, by Beacon's own libraries. */
async function place(answers: (type: string) => object | undefined) {
  const peer = await utils.getKeypairFromSeed(freshKey())
  let page = ''
  class Channel extends core.CommunicationClient {
    async init() {}
    async unsubscribeFromEncryptedMessages() {}
    async unsubscribeFromEncryptedMessage() {}
    async sendMessage() {}
    async start() {}
    open = async (payload: string) => {
      const { receive } = await this.createCryptoBoxServer(page, peer)
      const text = await utils.decryptCryptoboxPayload(Buffer.from(payload, 'hex'), receive)
      return Object(await new core.Serializer().deserialize(text))
    }
    seal = async (message: object) => {
      const { send } = await this.createCryptoBoxClient(page, peer)
      return utils.encryptCryptoboxPayload(await new core.Serializer().serialize(message), send)
    }
  }
  const channel = new Channel(peer)
  const asked: Record<string, unknown>[] = []
  const say = (message: object, id = 'own') =>
    window.postMessage({ message: { target: 'toPage', ...message }, sender: { id } }, window.location.origin)
  const listen = async ({ data }: MessageEvent) => {
    if (data?.target !== 'toExtension' || data.targetId !== 'own') return
    if (data.payload) {
      const request = Object(await new core.Serializer().deserialize(data.payload))
      page = request.publicKey
      const said = answers('pair') ?? {}
      const response = { ...('type' in said ? {} : said), id: request.id }
      const text = JSON.stringify({ publicKey: hexOf(peer.publicKey), ...response })
      return say({ payload: await utils.sealCryptobox(text, Buffer.from(page, 'hex')) })
    }
    const message = await channel.open(data.encryptedPayload)
    asked.push(message)
    const answer = answers(message.type)
    if (answer) say({ encryptedPayload: await channel.seal({ id: message.id, version: '2', ...answer }) })
  }
  window.addEventListener('message', listen)
  return { asked, say, seal: channel.seal }
}

const granted = { type: 'permission_response', publicKey, network: { type: 'mainnet' }, scopes: ['sign'] }
const reach = (signal?: AbortSignal) => connectTo({ extensionId: 'own', networks: [here], ...(signal && { signal }) })

test('what is asked has its sender, the network’s name and this page’s; the older form of a key is completed', async () => {
  const { asked } = await place(() => ({ ...granted, publicKey: '09'.repeat(32) }))
  const live = await reach()
  expect(live.accounts[0].publicKey).toBe(publicKey)
  expect(asked).toMatchObject([
    {
      ...{ type: 'permission_request', version: '2', scopes: ['operation_request', 'sign'] },
      network: { type: 'mainnet' },
    },
  ])
  expect(asked[0]?.senderId).toBe(Object(asked[0]?.appMetadata).senderId)
})

test('a network that wallets have no name for is told by its node', async () => {
  const { asked } = await place(() => ({ ...granted, network: { type: 'custom' } }))
  await connectTo({ extensionId: 'own', networks: [networkAt({ url: 'http://127.0.0.1:7', id: 'NetXHAoG8TyXu4i' })] })
  expect(asked[0]?.network).toEqual({ type: 'custom', name: 'Foyer NetXHA', rpcUrl: 'http://127.0.0.1:7' })
})

const bls = b58Encode(new Uint8Array(20).fill(7), PrefixV2.BLS12_381PublicKeyHash)
const blsKey = b58Encode(new Uint8Array(48).fill(7), PrefixV2.BLS12_381PublicKey)
const contract = b58Encode(new Uint8Array(20).fill(7), PrefixV2.ContractHash)

test.each([
  ['no key', { ...granted, publicKey: undefined }, 'wallet_answer'],
  ['a key that is none', { ...granted, publicKey: 'edpk1' }, 'wallet_answer'],
  ['a key that isn’t the address’s', { ...granted, address: freshAddress() }, 'wallet_answer'],
  ['an account of BLS', { ...granted, publicKey: blsKey, address: bls }, 'tezos_account_kind'],
  ['a contract', { ...granted, address: contract }, 'tezos_account_kind'],
  ['that it isn’t granted', { type: 'error', errorType: 'NOT_GRANTED_ERROR' }, 'account_not_connected'],
  ['that the visitor refused', { type: 'error', errorType: 'ABORTED_ERROR' }, 'user_rejected'],
  ['that the network is another', { type: 'error', errorType: 'NETWORK_NOT_SUPPORTED' }, 'chain_not_supported'],
  ['with an account of another network', { ...granted, network: { type: 'ghostnet' } }, 'chain_not_supported'],
  ['a failure of no name', { type: 'error', errorType: 'constructor' }, 'unknown_wallet'],
])('[F18 S8.39] an extension that answers %s connects nothing', async (_, answer, code) => {
  await place(() => answer)
  expect(await codeOf(reach())).toBe(code)
})

test.each([
  ['a key that is none', { publicKey: 'xyz' }, 'wallet_answer'],
  ['a key that is no point', { publicKey: `${'ff'.repeat(31)}7f` }, 'wallet_answer'],
])('[F18] an extension that is paired by %s connects nothing', async (_, answer, code) => {
  await place(() => answer)
  expect(await codeOf(reach())).toBe(code)
})

test('[F18] what another extension says, or seals for another, is no answer', async () => {
  const { say, seal, asked } = await place(() => undefined)
  const connecting = reach()
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  const answer = { ...granted, id: asked[0]?.id }
  say({ encryptedPayload: await seal({ ...answer, publicKey: blsKey }) }, 'other')
  say({ encryptedPayload: '00'.repeat(100) })
  say({ encryptedPayload: await seal({ ...answer, publicKey: blsKey, id: 'other' }) })
  say({ encryptedPayload: await seal({ ...answer, type: 'acknowledge' }) })
  say({ encryptedPayload: await seal(answer) })
  expect((await connecting).accounts[0].publicKey).toBe(publicKey)
})

test('[F18 S4.19] a wallet that shows an account which the kit doesn’t take shows none; one that cuts the page off is forgotten', async () => {
  const { say, seal } = await place(() => granted)
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const host = { ...createTestHost({ networks: [here], clock: createTestClock() }), report }
  const live = await connectTo({ extensionId: 'own', networks: [here], host })
  const events: object[] = []
  const stop = live.listen((event) => events.push(event))
  say({ encryptedPayload: await seal({ type: 'change_account_request', publicKey: blsKey, address: bls }) })
  await vi.waitFor(() => expect(events).toEqual([{ type: 'accountsChanged', family: 'tezos', accounts: [] }]))
  expect(reported).toMatchObject([{ code: 'tezos_account_kind' }])
  expect(host.storage.getItem('tezos:own')).not.toBeNull()
  say({ encryptedPayload: await seal({ type: 'disconnect' }) })
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'disconnected', family: 'tezos' }))
  expect(host.storage.getItem('tezos:own')).toBeNull()
  stop()
})

test('an account that isn’t the connection’s is asked for nothing, and a signature in no form of the standard is none', async () => {
  const { asked } = await place((type) =>
    type === 'sign_payload_request' ? { type: 'sign_payload_response', signature: 'ab'.repeat(64) } : granted,
  )
  const { accounts, providers } = await reach()
  const { signMessage } = providers.tezos ?? expect.fail()
  expect(await codeOf(signMessage?.({ address: freshAddress(), message: '' }))).toBe('account_not_connected')
  expect(asked).toHaveLength(1)
  expect(await codeOf(signMessage?.({ address: accounts[0].address, message: 'Hello' }))).toBe('wallet_answer')
  expect(asked[1]).toMatchObject({ signingType: 'micheline', payload: hexOf(michelineString('Hello')) })
})
