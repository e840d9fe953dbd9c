import { devMnemonic } from '@foyer/stack'
import { type Address, createClient, encodeFunctionData, type Hex, http, parseEther, toHex } from 'viem'
import { getBalance } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Batches, KeptBatch } from '../family.js'
import { createEip155 } from './eip155.js'
import { abi, ask, me, now, openStage, person, reads, type Stage } from './test/stage.js'

// What is given, against all that the account has of it: 10,000 DUSD, and as good as all of its coins.

let stage: Stage
let dusd: Address
let coins: bigint
beforeAll(async () => {
  stage = await openStage()
  dusd = stage.tokenOf('DUSD')
  coins = await getBalance(createClient({ transport: http(stage.chain.url) }), { address: me })
})
afterAll(() => stage.chain.stop())

const transfer = (whole: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [person, whole * 10n ** 6n] })
const transaction = (to: Address, data: Hex, value = 0n) => ({ from: me, to, data, value: toHex(value) })
const call = (to: Address, data: Hex, value = 0n) =>
  ask({
    ...{ network: stage.network, method: 'eth_sendTransaction' },
    params: [transaction(to, data, value)],
  })
const batch = (...calls: readonly object[]) =>
  ask({
    ...{ network: stage.network, method: 'wallet_sendCalls' },
    params: [{ version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: true, calls }],
  })

test('all of a token or of the coin, and nearly all, is warned of; less isn’t, and more coins than there are is said otherwise', async () => {
  reads(await call(dusd, transfer(10_000n)), { level: 'careful', warnings: ['This is all of your DUSD'] })
  reads(await call(dusd, transfer(9_500n)), { level: 'careful', warnings: ['nearly all of your DUSD'] })
  reads(await call(dusd, transfer(9_499n)), { level: 'plain', warnings: [] })
  reads(await call(person, '0x', (coins * 96n) / 100n), { level: 'careful', warnings: ['nearly all of your ETH'] })
  reads(await call(person, '0x', coins / 2n), { level: 'plain', warnings: [] })
  reads(await call(person, '0x', coins + 1n), { level: 'careful', warnings: ['This costs more'] })
})

test('so is what is exchanged, and what several calls come to; the coin in its form as a token stays the account’s', async () => {
  const swap = encodeFunctionData({
    ...{ abi, functionName: 'swapExactTokensForTokens' },
    args: [10_000n * 10n ** 6n, parseEther('3'), [dusd, stage.market.weth], me, now + 1_200n],
  })
  reads(await call(stage.market.router, swap), { level: 'careful', warnings: ['This is all of your DUSD'] })
  const half = { to: dusd, data: transfer(5_000n) }
  reads(await batch(half, half), { level: 'careful', warnings: ['This is all of your DUSD'] })
  const wrap = encodeFunctionData({ abi, functionName: 'deposit' })
  reads(await call(stage.market.weth, wrap, (coins * 96n) / 100n), { level: 'plain', warnings: [] })
})

test('a wallet that signs says so too, of one call and of several', async () => {
  const family = createEip155()
  const kept = new Map<string, KeptBatch>()
  const batches: Batches = {
    asOne: true,
    get: (id) => kept.get(id),
    set: (each) => void kept.set(each.id, each),
  }
  const host = {
    ...{ batches, network: () => stage.network, networks: () => [stage.network] },
    ...{ addNetwork: async () => {}, switchNetwork: async () => {} },
  }
  const prepare = (method: string, params: unknown) =>
    family.prepare(
      { method, params, chainId: stage.network.chainId, addresses: [me], peerUrl: 'https://dapp.example' },
      { keyring: { phrase: devMnemonic, count: 1, imported: [] }, host },
    )
  const all = { name: 'request.warn.allOfIt', values: { token: 'DUSD' } }
  const warned = { kind: 'ask', shown: { warnings: expect.arrayContaining([all]) } }
  expect(await prepare('eth_sendTransaction', [transaction(dusd, transfer(10_000n))])).toMatchObject(warned)
  const half = { to: dusd, data: transfer(5_000n) }
  const calls = [half, half]
  const asked = { version: '2.0.0', chainId: '0x7a69', from: me, atomicRequired: false, calls }
  expect(await prepare('wallet_sendCalls', [asked])).toMatchObject(warned)
})
