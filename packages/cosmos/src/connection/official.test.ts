import { coin, GasPrice, SigningStargateClient } from '@cosmjs/stargate'
import { Comet38Client } from '@cosmjs/tendermint-rpc'
import { createTestCosmosWallet, type TestCosmosWalletOptions } from '@foyer/testing'
import { Keplr } from '@keplr-wallet/provider-extension'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isSignedByAdr36 } from '../test/independent.js'
import { createStage, freshAddress, freshKey, type Stage, standInPage } from '../test/stage.js'

let stage: Stage
// Of a chain of its own, a test's account is number 0: that of which clients say nothing.
beforeEach(async () => {
  stage = await createStage()
  vi.stubGlobal('window', standInPage())
  vi.stubGlobal('document', { readyState: 'complete' })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await stage.chain.stop()
})

/** A wallet of the tests in the page, with coins. */
async function enter(options: Partial<TestCosmosWalletOptions> = {}) {
  const chains = { 'foyer-1': 'cosmos' }
  const wallet = createTestCosmosWallet({ name: 'Keplr', keys: [freshKey()], chains, ...options })
  onTestFinished(wallet.appearIn(window))
  const [own = ''] = wallet.accounts
  await stage.chain.fund({ address: own, amount: 5_000_000n })
  return { wallet, own }
}

test('Keplr’s own client finds the wallet of the tests, and none where none is', async () => {
  expect(await Keplr.getKeplr(10)).toBeUndefined()
  const { wallet, own } = await enter()
  const keplr = (await Keplr.getKeplr()) ?? expect.fail()
  wallet.next({ connect: 'reject' })
  await expect(keplr.enable('foyer-1')).rejects.toThrow('Request rejected')
  await keplr.enable(['foyer-1'])
  expect(await keplr.getKey('foyer-1')).toMatchObject({ bech32Address: own, algo: 'secp256k1', isNanoLedger: false })
  await expect(keplr.enable('other-1')).rejects.toThrow('There is no chain info for other-1')
  await keplr.disable('foyer-1')
  await expect(keplr.getKey('foyer-1')).rejects.toThrow()
})

/** Where a page takes Keplr from. */
const ways = {
  'its own client': async () => (await Keplr.getKeplr()) ?? expect.fail(),
  'window.keplr': async (): Promise<Keplr> => Reflect.get(window, 'keplr'),
}

describe.each(Object.entries(ways))('Keplr by %s', (_, reach) => {
  test('has a message signed by ADR-36, in the eyes of cosmjs', async () => {
    const { own } = await enter()
    const keplr = await reach()
    await keplr.enable('foyer-1')
    const { signature } = await keplr.signArbitrary('foyer-1', own, 'Hellö')
    const { pubKey: publicKey } = await keplr.getKey('foyer-1')
    expect(isSignedByAdr36({ address: own, message: 'Hellö', signature, publicKey })).toBe(true)
  })

  test.each([
    ['signDirect', 'getOfflineSigner', false],
    ['signAmino', 'getOfflineSignerOnlyAmino', false],
    ['signDirect', 'getOfflineSignerAuto', false],
    ['signAmino', 'getOfflineSignerAuto', true],
  ] as const)(
    'has cosmjs send payments that the wallet of the tests signs: %s by %s, of a device: %s',
    async (method, made, isDevice) => {
      const { wallet, own } = await enter({ isDevice })
      const keplr = await reach()
      await keplr.enable('foyer-1')
      const comet = await Comet38Client.connect(stage.chain.url)
      const { gasPrice, denom } = stage.chain
      const options = { gasPrice: GasPrice.fromString(`${gasPrice}${denom}`), broadcastPollIntervalMs: 10 }
      const client = await SigningStargateClient.createWithSigner(comet, Object(await keplr[made]('foyer-1')), options)
      onTestFinished(() => client.disconnect())
      const to = freshAddress()
      wallet.next({ signTransaction: 'reject' })
      const send = (amount: string) => client.sendTokens(own, to, [coin(amount, 'uatom')], 'auto', 'Thänks')
      await expect(send('1')).rejects.toThrow('Request rejected')
      for (const amount of ['1000000', '2000000']) expect(await send(amount)).toMatchObject({ code: 0 })
      expect(await client.getBalance(to, 'uatom')).toEqual(coin('3000000', 'uatom'))
      expect(wallet.requests.at(-1)?.method).toBe(method)
    },
  )
})
