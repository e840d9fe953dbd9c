import { Address, hardCodedProtocolParams, NetworkId, Transaction } from '@blaze-cardano/core'
import { TxBuilder } from '@blaze-cardano/tx'
import { WebWallet } from '@blaze-cardano/wallet'
import verifyDataSignature from '@cardano-foundation/cardano-verify-datasignature'
import { createTestCardanoWallet } from '@foyer/testing'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { isSignedByPeer } from '../test/peer.js'
import { actionsOn, createStage, freshAddress, freshKey, one, type Stage, token } from '../test/stage.js'

let stage: Stage
// The libraries of the wallet's make bytes of another realm under jsdom: the page is as much of one as these clients need.
beforeAll(async () => {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }))
  stage = await createStage()
})
afterAll(() => stage?.chain.stop())

async function reachTestWallet() {
  const name = `W${freshKey().slice(0, 8)}`
  const accounts = [{ key: freshKey(), stakeKey: freshKey() }] as const
  const wallet = await createTestCardanoWallet({ name, accounts, url: stage.chain.url })
  onTestFinished(wallet.appearIn(window))
  const [address = ''] = wallet.accounts
  await stage.chain.fund({ address, amount: 7n * one })
  await stage.chain.fund({ address, amount: 5n * one, tokens: { [token]: 40n } })
  return { name: name.toLowerCase(), wallet, address, stake: wallet.sessionAccount.split('-')[1] ?? '' }
}

/** The client keeps itself in statics, and reads the page when it is imported. */
const foundation = () => import('@cardano-foundation/cardano-connect-with-wallet-core')

test('the wallet of the tests answers the Cardano Foundation’s own client, which finds it, reads its addresses and balance, and signs by its stake', async () => {
  const { name, address, stake } = await reachTestWallet()
  const { Wallet, NetworkType } = await foundation()
  onTestFinished(() => Wallet.disconnect())
  expect(Wallet.getInstalledWalletExtensions()).toContain(name)
  await new Promise<void>((connected, failed) => Wallet.connect(name, NetworkType.TESTNET, connected, failed))
  expect([Wallet.enabledWalletObserver.get(), Wallet.stakeAddressObserver.get()]).toEqual([name, stake])
  await vi.waitFor(() => expect(Wallet.accountBalanceObserver.get()).toBe(12))
  expect(Wallet.usedAddressesObserver.get()).toEqual([address])
  expect(await Wallet.getRewardAddresses()).toEqual([stake])

  const message = 'Hello'
  const [signature, key] = await new Promise<readonly [string, string]>((signed, failed) =>
    Wallet.signMessage(message, (said, by = '') => signed([said, by]), failed, NetworkType.TESTNET),
  )
  expect(verifyDataSignature(signature, key, message, stake)).toBe(true)
  expect(verifyDataSignature(signature, key, 'Hallo', stake)).toBe(false)
})

test('a refusal and another network reach the Cardano Foundation’s own client as such', async () => {
  const { name, wallet } = await reachTestWallet()
  const { Wallet, NetworkType } = await foundation()
  const connect = (network: Parameters<typeof Wallet.connect>[1]) =>
    new Promise((connected, failed) => Wallet.connect(name, network, () => connected('connected'), failed))
  wallet.next({ connect: 'reject' })
  await expect(connect(NetworkType.TESTNET)).rejects.toMatchObject({ name: 'WalletConnectError' })
  await expect(connect(NetworkType.MAINNET)).rejects.toMatchObject({ name: 'WrongNetworkTypeError' })
  expect(Wallet.enabledObserver.get()).toBe(false)
})

test('the wallet of the tests answers Blaze’s caller of CIP-30, which pays someone by it', async () => {
  const { name, wallet, address } = await reachTestWallet()
  const enable: unknown = Reflect.get(Reflect.get(Reflect.get(window, 'cardano'), name), 'enable')
  const caller = new WebWallet(typeof enable === 'function' ? await enable() : expect.fail())
  expect(await caller.getNetworkId()).toBe(0)
  const own = Address.fromBech32(address)
  expect((await caller.getUsedAddresses()).map((each) => each.toBech32())).toEqual([address])
  expect([await caller.getUnusedAddresses(), await caller.getCollateral()]).toEqual([[], []])
  const held = await caller.getBalance()
  expect([held.coin(), [...(held.multiasset() ?? [])]]).toEqual([12n * one, [[token, 40n]]])

  const message = 'Hello'
  const said = await caller.signData(own, Buffer.from(message).toString('hex'))
  expect(isSignedByPeer({ message, signature: `${said.signature}${said.key}`, address })).toBe(true)

  const to = freshAddress()
  const written = await new TxBuilder(hardCodedProtocolParams)
    .addUnspentOutputs(await caller.getUnspentOutputs())
    .setNetworkId(NetworkId.Testnet)
    .setChangeAddress(await caller.getChangeAddress())
    .payLovelace(Address.fromBech32(to), 2n * one)
    .complete()
  const witnesses = await caller.signTransaction(written, true)
  const { nativeBalance } = await actionsOn(stage)
  await expect(caller.postTransaction(written)).rejects.toMatchObject({ code: 2 })
  expect(await nativeBalance({ address: to, network: stage.network })).toBe(0n)
  await caller.postTransaction(new Transaction(written.body(), witnesses))
  expect(await nativeBalance({ address: to, network: stage.network })).toBe(2n * one)
  expect(wallet.requests.map(({ method }) => method).slice(-3)).toEqual(['signTx', 'submitTx', 'submitTx'])
})
