import { createTestPolkadotWallet, type TestPolkadotAccount } from '@foyer/testing'
import { ApiPromise, HttpProvider } from '@polkadot/api'
import { stringToHex } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createStage, freshAddress, freshKey, one, type Stage } from '../test/stage.js'

// The extension’s client takes the window that is there when it is loaded.
vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('document', { readyState: 'complete' })
const { web3Accounts, web3AccountsSubscribe, web3Enable, web3FromAddress } = await import('@polkadot/extension-dapp')

let stage: Stage
let api: ApiPromise
beforeAll(async () => {
  stage = await createStage()
  // Its types say otherwise of the provider than its provider’s own.
  api = await ApiPromise.create(Object({ provider: new HttpProvider(stage.chain.url), noInitWarn: true }))
})
afterAll(async () => {
  await api.disconnect()
  await stage.chain.stop()
  vi.unstubAllGlobals()
})

/** A wallet of the tests that has let the official client in. */
async function enabled(type: TestPolkadotAccount['type'] = 'sr25519') {
  const accounts = [{ key: freshKey(), type }, { key: freshKey() }] as const
  const wallet = await createTestPolkadotWallet({ name: 'Willow', accounts })
  onTestFinished(wallet.appearIn(window))
  expect(await web3Enable('Dapp')).toMatchObject([{ name: 'willow', version: '0.63.1' }])
  const [own = ''] = wallet.accounts
  const { signer } = await web3FromAddress(own)
  return { wallet, own, signer }
}

test.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
  'the official client finds the wallet of the tests, which signs a message by %s',
  async (type) => {
    const { own, signer } = await enabled(type)
    expect(await web3Accounts({ ss58Format: 0 })).toMatchObject([{ address: own, type, meta: { source: 'willow' } }])
    const data = stringToHex('Hellö')
    const signed = await signer.signRaw?.({ address: own, data, type: 'bytes' })
    expect(signatureVerify('Hellö', signed?.signature ?? '', own)).toMatchObject({ isValid: true, crypto: type })
  },
)

test.each(['sr25519', 'ed25519', 'ecdsa'] as const)(
  'polkadot.js’s api has the wallet of the tests sign a transfer by %s, which the node takes',
  async (type) => {
    const { wallet, own, signer } = await enabled(type)
    await stage.chain.fund({ address: own, amount: 50n * one })
    const to = freshAddress()
    const transfer = api.tx.balances?.transferKeepAlive ?? expect.fail()
    wallet.next({ signTransaction: 'reject' })
    await expect(transfer(to, one).signAndSend(own, { signer })).rejects.toThrow('Cancelled')
    for (const amount of [one, 2n * one]) await transfer(to, amount).signAndSend(own, { signer })
    expect((await api.query.system?.account?.(to))?.toJSON()).toMatchObject({ data: { free: Number(3n * one) } })
  },
)

test('the official client says which accounts there are, and when they are others', async () => {
  const { wallet, own } = await enabled()
  const heard: string[][] = []
  const stop = await web3AccountsSubscribe((all) => void heard.push(all.map(({ address }) => address)), {
    ss58Format: 0,
  })
  await vi.waitFor(() => expect(heard).toEqual([[own]]))
  wallet.switchAccount(1)
  await vi.waitFor(() => expect(heard).toEqual([[own], [...wallet.accounts]]))
  wallet.revoke()
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([]))
  stop()
  expect(wallet.listenerCount).toBe(0)
})

test('a wallet that lets the page in to nothing is none for the official client', async () => {
  const wallet = await createTestPolkadotWallet({ name: 'Willow', accounts: [{ key: freshKey() }] })
  onTestFinished(wallet.appearIn(window))
  wallet.next({ connect: 'reject' })
  expect(await web3Enable('Dapp')).toEqual([])
})
