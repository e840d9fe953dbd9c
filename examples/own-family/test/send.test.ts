import { defineNetwork } from '@foyer/core/networks'
import { createTestHost } from '@foyer/testing'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sui, suiLocal } from '../src/sui'
import { reached } from './stage'
import { createSuiNode, type SuiNode } from './suiNode'
import { createSuiWallet } from './suiWallet'

let node: SuiNode
beforeAll(async () => {
  node = await createSuiNode()
})
afterAll(async () => {
  await node.close()
  vi.unstubAllGlobals()
})

const one = 10n ** 9n

async function stage() {
  const wallet = createSuiWallet({ name: 'Larch', nodeUrl: node.url })
  const [own = ''] = wallet.accounts
  node.give(own, one)
  const network = defineNetwork(suiLocal(node.url))
  const host = createTestHost({ networks: [network] })
  const connected = await reached({ wallet, host })
  const actions = await sui().actions(host)
  const to = Ed25519Keypair.generate().toSuiAddress()
  const send = (
    amount: bigint,
    asset: { readonly type: 'coin' } | { readonly type: 'token'; readonly address: string } = { type: 'coin' },
  ) => actions.sendTransfer?.({ wallet: connected, transfer: { to, asset, amount } })
  return { wallet, network, actions, connected, own, to, send }
}

test('all that can be sent arrives, and the fee is what was paid', async () => {
  const { network, actions, own, to, send } = await stage()
  const work = { transfer: { to, asset: { type: 'coin' }, amount: 1n } } as const
  const { value, maxAmount = 0n } = (await actions.estimateFee?.({ address: own, network, work })) ?? expect.fail()
  const { hash } = (await send(maxAmount)) ?? expect.fail()
  const mined = await actions.waitForTransaction?.({ network, hash })
  expect(mined).toMatchObject({ hash, status: 'success', fee: value })
  expect([node.balanceOf(to), node.balanceOf(own)]).toEqual([maxAmount, one - maxAmount - value])
})

test('more than there is, is refused in the node’s words, and nothing moves', async () => {
  const { own, to, send } = await stage()
  await expect(send(one)).rejects.toMatchObject({
    code: 'sui_node',
    facts: { said: 'InsufficientCoinBalance in command 0' },
  })
  expect([node.balanceOf(own), node.balanceOf(to)]).toEqual([one, 0n])
})

test('a wallet that signs another transfer sends nothing', async () => {
  const { wallet, own, to, send } = await stage()
  const thief = Ed25519Keypair.generate().toSuiAddress()
  wallet.tamper(() => {
    const other = new Transaction()
    other.setSender(own)
    other.setGasBudget(6_000_000n)
    other.transferObjects([other.splitCoins(other.gas, [1000n])[0]], thief)
    return other
  })
  await expect(send(1000n)).rejects.toMatchObject({ code: 'unsafe_sui_transaction' })
  expect([node.balanceOf(own), node.balanceOf(to), node.balanceOf(thief)]).toEqual([one, 0n, 0n])
})

test.each([
  [0n, { type: 'coin' }],
  [2n ** 64n, { type: 'coin' }],
  [1n, { type: 'token', address: '0x2' }],
] as const)('%d of %o is asked of no wallet', async (amount, asset) => {
  const { wallet, send } = await stage()
  await expect(send(amount, asset)).rejects.toMatchObject({ code: 'unsupported_sui_transfer' })
  expect(wallet.requests).toEqual(['connect'])
})

test('an answer that is no transaction goes to no node', async () => {
  const { network, connected } = await stage()
  const features = { 'sui:signTransaction': { signTransaction: async () => ({ bytes: 'AAAA', signature: 'AAAA' }) } }
  const liar = { ...connected, provider: { ...connected.provider, accounts: connected.provider.accounts, features } }
  const actions = await sui().actions(createTestHost({ networks: [network] }))
  const transfer = { to: connected.account.address, asset: { type: 'coin' }, amount: 1n } as const
  await expect(actions.sendTransfer?.({ wallet: liar, transfer })).rejects.toMatchObject({
    code: 'unsafe_sui_transaction',
  })
})
