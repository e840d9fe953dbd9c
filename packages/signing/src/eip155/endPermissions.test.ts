import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { permissionsEnded, permissionsNumber, prepareEndPermissions } from './endPermissions.js'
import {
  chainAgain,
  daily,
  expiry,
  fresh,
  granted,
  inADayOn,
  nodeOf,
  redeemingOn,
  sessionKeyOn,
} from './permissions/test/onChain.js'
import { walletOf } from './permissions/test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const redeem = redeemingOn(() => chain.url)

test('[F13] all permissions of an account are ended by one transaction of its owner’s, also those that no list has; what is allowed later holds', async () => {
  const of = walletOf({ chain, delegate, place: 3 })
  const rules = [expiry(await inADayOn(chain.url))]
  const keys = [await sessionKeyOn(chain.url), await sessionKeyOn(chain.url)] as const
  const grantTo = async (by: (typeof keys)[number]) => {
    const { context } = await granted(of, daily(10n), { to: by.address, rules })
    return { by, context, to: fresh(), value: 1n }
  }
  const uses = [await grantTo(keys[0]), await grantTo(keys[1])]
  for (const use of uses) await redeem(use)
  const [first] = of.grants
  // One of them the wallet has forgotten.
  of.grants.splice(0, 1)
  const on = { network: of.network, address: of.address }
  const was = await permissionsNumber(on)
  const prepared = await prepareEndPermissions({ network: of.network, account: of.account })
  if (prepared.kind !== 'ask') throw new Error('It isn’t asked for.')
  const { title, facts, warnings } = spokenRequest(prepared.shown, sayRequestInEnglish)
  expect(title).toBe('End all permissions on a network')
  expect(facts.map(({ label }) => label)).toEqual(['From', 'Network', 'Fee, at most'])
  expect(warnings).toEqual([expect.stringMatching(/^No application’s key may act for you here any more/)])
  const hash = String(await prepared.perform())
  expect(await permissionsEnded({ ...on, hash, was })).toBe(true)
  for (const use of uses) await expect(redeem(use)).rejects.toThrow()
  expect(await of.answer('wallet_getGrantedExecutionPermissions')).toEqual([])
  // What was ended stays so for an application that still has it.
  if (first) of.grants.push(first)
  expect(await of.answer('wallet_getGrantedExecutionPermissions')).toEqual([])
  const later = await grantTo(keys[0])
  // It begins now, and a node carries a call out at the time of its last block.
  await nodeOf(chain.url).mine({ blocks: 1 })
  await redeem(later)
})

test('what isn’t in a block yet isn’t said to be ended, and what was sent meanwhile has it asked for again', async () => {
  const of = walletOf({ chain, delegate, place: 4 })
  const on = { network: of.network, address: of.address }
  const was = await permissionsNumber(on)
  const ask = async () => {
    const prepared = await prepareEndPermissions({ network: of.network, account: of.account })
    return prepared.kind === 'ask' ? prepared : expect.fail('It isn’t asked for.')
  }
  const [one, other] = [await ask(), await ask()]
  await nodeOf(chain.url).setAutomine(false)
  const hash = String(await one.perform())
  expect(await permissionsEnded({ ...on, hash, was, mostMs: 50 })).toBeUndefined()
  const again = await other.recheck?.()
  expect(again?.kind === 'ask' && again.shown.warnings[0]?.name).toBe('request.warn.sentMeanwhile')
  await nodeOf(chain.url).setAutomine(true)
  await nodeOf(chain.url).mine({ blocks: 1 })
  expect(await permissionsEnded({ ...on, hash, was })).toBe(true)
})
