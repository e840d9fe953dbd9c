import type { Transfer } from '@foyer/core'
import { createTestHost } from '@foyer/testing'
import { hex } from '@scure/base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { polkadot } from '../polkadot.js'
import { actionsOn, createStage, freshAddress, one, reachWallet, relay, type Stage } from '../test/stage.js'
import { hashOf } from '../transaction/transfer.js'

/* What isn't known of a chain, a transaction or a wallet, and what is said of it. */

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.chain.stop())

const saidOf = (work: Promise<unknown> | undefined) =>
  (work ?? expect.fail()).then(
    (done) => done,
    (error: unknown) => ({ code: Reflect.get(Object(error), 'code'), facts: Reflect.get(Object(error), 'facts') }),
  )
const coins = (to: string, amount: bigint): Transfer => ({ to, asset: { type: 'coin' }, amount })

test('on a chain of which it isn’t known how a transfer is written nothing is sent, nor is a fee said, and it is said why', async () => {
  const { reached, wallet } = await reachWallet({ stage })
  const { network, host } = stage
  const { transfers: _, ...plain } = relay
  const actions = await actionsOn({ host, chains: { [network.caipNetworkId]: plain } })
  const before = wallet.promptCount
  const transfer = coins(freshAddress(), one)
  const sending = actions.sendTransfer?.({ wallet: reached, transfer })
  expect(await saidOf(sending)).toMatchObject({ code: 'unsupported_method' })
  const fee = actions.estimateFee?.({ address: reached.account.address, network, work: { transfer } })
  expect(await saidOf(fee)).toMatchObject({ code: 'unsupported_method', facts: { method: 'transferKeepAlive' } })
  expect((await actions.capabilities?.({ wallet: reached }))?.transfers).toEqual([])
  // Of a chain that isn't known at all neither.
  const nowhere = { ...reached, networkId: `polkadot:${'e'.repeat(32)}` } as const
  expect((await actions.capabilities?.({ wallet: nowhere }))?.transfers).toEqual([])
  expect(wallet.promptCount).toBe(before)
})

test.each([
  ['the chain writes transactions otherwise', 'transactionVersion', 25, undefined],
  ['the node is of another chain', 'genesisHash', 26, 'e'.repeat(32)],
] as const)('where %s, it is said by what', async (_, field, transactionVersion, id) => {
  const { reached } = await reachWallet({ stage })
  const { transfers = expect.fail() } = relay
  const caipNetworkId = id === undefined ? stage.network.caipNetworkId : (`polkadot:${id}` as const)
  const network = { ...stage.network, id: id ?? stage.network.id, caipNetworkId }
  const chains = { [caipNetworkId]: { ...relay, transfers: { ...transfers, transactionVersion } } }
  const actions = await polkadot({ chains }).actions(createTestHost({ networks: [network] }))
  const work = { transfer: coins(freshAddress(), one) }
  const fee = actions.estimateFee?.({ address: reached.account.address, network, work })
  expect(await saidOf(fee)).toMatchObject({ code: 'polkadot_runtime', facts: { field } })
})

test('a transfer that is called off while the wallet lists its accounts isn’t asked for', async () => {
  const { reached, wallet } = await reachWallet({ stage })
  const [actions, controller, before] = [await actionsOn(stage), new AbortController(), wallet.promptCount]
  const getAccounts: typeof reached.provider.getAccounts = ({ signal } = {}) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      controller.abort(new Error('called off'))
      if (!signal) reject(new Error('no signal'))
    })
  const listing = { ...reached, provider: { ...reached.provider, getAccounts } }
  const { signal } = controller
  await expect(
    actions.sendTransfer?.({ wallet: listing, transfer: coins(freshAddress(), one), signal }),
  ).rejects.toThrow('called off')
  expect(wallet.promptCount).toBe(before)
})

test('a page that didn’t send a transaction finds it in the blocks that went by, and says of what is no transfer that it wasn’t carried out', async () => {
  const { reached } = await reachWallet({ stage })
  const { network } = stage
  const sent = await (await actionsOn(stage)).sendTransfer?.({
    wallet: reached,
    transfer: coins(freshAddress(), one),
  })
  const { hash } = sent ?? expect.fail()
  stage.chain.pass(20)
  const later = await polkadot({ chains: stage.chains }).actions(createTestHost({ networks: [network] }))
  expect(await later.waitForTransaction?.({ network, hash })).toMatchObject({ status: 'success', fee: 158_000_000n })
  // By each block the chain sets its time.
  const other = hashOf(hex.decode('280403000b000000000000'))
  expect(await later.waitForTransaction?.({ network, hash: other })).toStrictEqual({
    hash: other,
    status: 'reverted',
    blockNumber: expect.any(BigInt),
  })
})
