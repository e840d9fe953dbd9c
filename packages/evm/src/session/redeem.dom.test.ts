import { createFoyer } from '@foyer/core'
import { readPermission } from '@foyer/core/permissions'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { concat, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforcer, type Grantor, grantorOn, half, manager, word } from '../actions/test/grants.js'
import { evm } from '../index.js'
import { redeem } from './redeem.js'

let chain: StartedChain
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
})
afterAll(() => chain.stop())

/** Takes whatever it is called with. */
const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const call = { to, data: '0x12345678' } as const
const bounds = [
  [enforcer.allowedTargets, to],
  [enforcer.allowedMethods, '0x12345678'],
] as const

/** The page's key, as it acts for an account. */
function actingFor({ privateKey, account }: Grantor, context: Hex) {
  const { id, name, nativeCurrency, url } = chain
  const networks = [{ id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } }] as const
  const foyer = createFoyer({ projectId: 'project', networks, adapters: [evm()] })
  const networkId = `eip155:${id}` as const
  const granted = { context, delegationManager: manager, expiresAt: 4_000_000_000 } as const
  const read = () => readPermission(foyer, { networkId, context })
  return {
    read,
    act: (asked: object = {}) =>
      redeem({ foyer, networkId, account, privateKey, granted, read }, { ...call, ...asked }),
  }
}

test('the key acts up to the limit, pays for it by itself, and is told that it is over', async () => {
  const of = await grantorOn(chain)
  const { act, read } = actingFor(of, (await of.grant([...bounds, [enforcer.limitedCalls, word(2)]])).context)
  expect(await act()).toMatch(/^0x[0-9a-f]{64}$/)
  await act()
  expect(await read()).toMatchObject({ spent: 2n, left: 0n })
  await expect(act()).rejects.toMatchObject({ code: 'session_over', why: 'spent' })
})

test('what the permission doesn’t allow is refused before anything is sent', async () => {
  const of = await grantorOn(chain)
  const { act, read } = actingFor(of, (await of.grant([...bounds, [enforcer.limitedCalls, word(2)]])).context)
  await expect(act({ data: '0x87654321' })).rejects.toMatchObject({ code: 'session_call_refused' })
  await expect(act({ to: of.account })).rejects.toMatchObject({ code: 'session_call_refused' })
  expect(await read()).toMatchObject({ spent: 0n })
})

test('without coin of its own the key says how much it takes', async () => {
  const of = await grantorOn(chain)
  const { act } = actingFor(of, (await of.grant(bounds)).context)
  await of.takeCoin()
  const error: unknown = await act().catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'session_without_coin', facts: { address: of.key, held: '1' } })
  expect(BigInt(Object(error).facts.needed)).toBeGreaterThan(1n)
})

test('what the account has ended, or whose time is over, is over', async () => {
  const of = await grantorOn(chain)
  const one = await of.grant(bounds, 1n)
  await one.disable()
  await expect(actingFor(of, one.context).act()).rejects.toMatchObject({ code: 'session_over', why: 'ended' })
  const until = half(Math.floor(Date.now() / 1_000) - 60)
  const late = await of.grant([...bounds, [enforcer.timestamp, concat([half(0), until])]])
  await expect(actingFor(of, late.context).act()).rejects.toMatchObject({ code: 'session_over', why: 'expired' })
  const { act } = actingFor(of, (await of.grant(bounds, 2n)).context)
  await of.switchOff()
  await expect(act()).rejects.toMatchObject({ code: 'session_over', why: 'off' })
})
