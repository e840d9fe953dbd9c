import { createTestNearWallet } from '@foyer/testing'
import { NearConnector } from '@hot-labs/near-connect'
import { JsonRpcProvider } from 'near-api-js'
import { verifyMessage } from 'near-api-js/nep413'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'

let stage: Stage
let provider: JsonRpcProvider
beforeAll(async () => {
  stage = await createStage()
  provider = new JsonRpcProvider({ url: stage.chain.url })
})
afterAll(() => stage.chain.stop())
// The node's bytes are of another realm under jsdom: the page is as much of one as the client needs, in no frame.
beforeEach(() => void vi.stubGlobal('window', Object.assign(new EventTarget(), { parent: { postMessage() {} } })))
afterEach(() => void vi.unstubAllGlobals())

/** A wallet of the tests, and the official client that found it. */
async function found() {
  const accounts = [{ key: freshKey(), name: `a${freshKey().slice(0, 20)}.near` }, { key: freshKey() }] as const
  const wallet = createTestNearWallet({ name: 'Willow', rpcUrl: stage.chain.url, accounts })
  const [own = ''] = wallet.accounts
  await stage.chain.fund({ accountId: own, amount: 5n * one, publicKey: wallet.publicKey })
  onTestFinished(wallet.appearIn(window))
  const kept = new Map<string, string>()
  const storage = {
    get: async (key: string) => kept.get(key) ?? null,
    set: async (key: string, value: string) => void kept.set(key, value),
    remove: async (key: string) => void kept.delete(key),
  }
  const client = new NearConnector({ manifest: { wallets: [], version: '1.0.0' }, autoConnect: false, storage })
  await client.whenManifestLoaded
  expect(client.availableWallets.map(({ manifest }) => manifest.name)).toEqual(['Willow'])
  return { wallet, own, client }
}

/** A message that a page asks to have signed. */
const asked = () => ({
  message: 'Hellö',
  recipient: 'dapp.test',
  nonce: crypto.getRandomValues(new Uint8Array(32)),
})

/** Throws unless near-api-js verifies it, by what the node knows of the key. */
const verify = (
  payload: ReturnType<typeof asked>,
  said: { readonly accountId: string; readonly publicKey: string; readonly signature: string },
) =>
  verifyMessage({
    ...{ payload, provider, signerAccountId: said.accountId, signerPublicKey: said.publicKey },
    signature: Uint8Array.from(Buffer.from(said.signature, 'base64')),
  })

test('the official client finds the wallet of the tests, connects, and is connected until it leaves', async () => {
  const { wallet, own, client } = await found()
  wallet.next({ connect: 'reject' })
  await expect(client.connect({ walletId: 'willow' })).rejects.toMatchObject({ code: 4001 })
  await client.connect({ walletId: 'willow' })
  const { accounts } = await client.getConnectedWallet()
  expect(accounts).toEqual([{ accountId: own, publicKey: wallet.publicKey }])
  await client.disconnect()
  await expect(client.wallet()).rejects.toThrow('No accounts found')
})

test('a message that the official client asks for is verified by near-api-js', async () => {
  const { client } = await found()
  const reached = await client.connect({ walletId: 'willow' })
  const payload = asked()
  const signed = await reached.signMessage(payload)
  await verify(payload, signed)
  await expect(verify({ ...payload, message: 'Hello' }, signed)).rejects.toThrow()
})

test('the official client has a visitor sign in while connecting', async () => {
  const { own, client } = await found()
  const payload = asked()
  const signedIn = new Promise<{ accounts: { accountId: string; signedMessage: Parameters<typeof verify>[1] }[] }>(
    (resolve) => client.on('wallet:signInAndSignMessage', resolve),
  )
  await client.connect({ walletId: 'willow', signMessageParams: payload })
  const [account] = (await signedIn).accounts
  expect(account?.accountId).toBe(own)
  await verify(payload, account?.signedMessage ?? expect.fail())
})

test('transfers that the official client asks for arrive, one and several', async () => {
  const { wallet, client } = await found()
  const reached = await client.connect({ walletId: 'willow' })
  const receiverId = freshAddress()
  const transfer = { type: 'Transfer', params: { deposit: `${one}` } } as const
  wallet.next({ signTransaction: 'reject' })
  await expect(reached.signAndSendTransaction({ receiverId, actions: [transfer] })).rejects.toMatchObject({
    code: 4001,
  })
  const sent = await reached.signAndSendTransaction({ receiverId, actions: [transfer] })
  expect(sent).toMatchObject({ status: { SuccessValue: '' } })
  // As near-api-js makes them.
  const made = { receiverId, actions: [Object({ transfer: { deposit: one } })] }
  expect(await reached.signAndSendTransactions({ transactions: [made, made] })).toHaveLength(2)
  expect((await provider.viewAccount({ accountId: receiverId })).amount).toBe(3n * one)
})
