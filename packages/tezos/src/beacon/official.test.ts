import { createRequire } from 'node:module'
import { createTestTezosWallet } from '@foyer/testing'
import { verifySignature } from '@taquito/utils'
import { afterAll, expect, test, vi } from 'vitest'
import { freshKey, standInPage } from '../test/stage.js'

// Beacon's own library takes the window that is there when it is loaded: others may have loaded it before, without one.
vi.stubGlobal('window', standInPage())
const required = createRequire(import.meta.url)
for (const file of Object.keys(required.cache)) if (file.includes('@airgap')) delete required.cache[file]
const core: typeof import('@airgap/beacon-core') = required('@airgap/beacon-core')
const utils: typeof import('@airgap/beacon-utils') = required('@airgap/beacon-utils')

afterAll(() => void vi.unstubAllGlobals())

interface Peer {
  readonly publicKey: string
}

/** As much of the client of Beacon's own transport as is needed. */
interface Way {
  getPublicKey(): Promise<string>
  sendPairingRequest(id: string): Promise<void>
  listenForChannelOpening(opened: (peer: Peer) => void): Promise<void>
  listenForEncryptedMessage(publicKey: string, heard: (message: string) => void): Promise<void>
  sendMessage(message: string, peer: Peer): Promise<void>
}

test('the wallet of the tests is found, paired and asked by Beacon’s own transport', async () => {
  const wallet = await createTestTezosWallet({ name: 'Willow', accounts: [{ key: freshKey() }] })
  const leave = wallet.appearIn(window)
  // It calls for extensions when it is loaded, and once.
  const { PostMessageTransport }: typeof import('@airgap/beacon-transport-postmessage') = required(
    '@airgap/beacon-transport-postmessage',
  )
  const extensions = await PostMessageTransport.getAvailableExtensions()
  expect(extensions).toMatchObject([{ id: wallet.extensionId, name: 'Willow' }])
  const keyPair = await utils.getKeypairFromSeed(freshKey())
  const transport = Reflect.construct(PostMessageTransport, ['Dapp', keyPair, new core.LocalStorage(), 'peers'])
  const way: Way = Reflect.get(transport, 'client')
  const peer = await new Promise<Peer>((resolve) => {
    void way.listenForChannelOpening(resolve)
    void way.sendPairingRequest(wallet.extensionId)
  })
  const heard: Record<string, unknown>[] = []
  const serializer = new core.Serializer()
  await way.listenForEncryptedMessage(peer.publicKey, async (message) => {
    heard.push(Object(await serializer.deserialize(message)))
  })
  const senderId = await core.getSenderId(await way.getPublicKey())
  // The extension's id goes along, as it came with the pairing.
  const ask = async (message: object) =>
    way.sendMessage(await serializer.serialize(Object({ version: '2', senderId, ...message })), peer)
  const answerTo = (id: string) => heard.find((each) => each.id === id && each.type !== 'acknowledge')
  await ask({ id: 'a', type: 'permission_request', network: { type: 'mainnet' }, scopes: ['sign'] })
  await vi.waitFor(() => expect(answerTo('a')?.address).toBe(wallet.accounts[0]))
  const payload = '05010000000548656c6c6f'
  const sourceAddress = wallet.accounts[0]
  await ask({ id: 'b', type: 'sign_payload_request', signingType: 'micheline', payload, sourceAddress })
  await vi.waitFor(() => expect(answerTo('b')).toBeDefined())
  const signature = String(answerTo('b')?.signature)
  expect(verifySignature(payload, String(answerTo('a')?.publicKey), signature)).toBe(true)
  leave()
})
