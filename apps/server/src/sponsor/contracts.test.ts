import * as v from 'valibot'
import { toFunctionSelector } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import type { RpcCall } from '../chains/chains.js'
import { eachChain } from './test/killable.js'
import { chainId, type SponsorWorld } from './test/openSponsor.js'
import { openSession, refusedRedeeming, vote, withSessions } from './test/redeemed.js'
import { onSponsorStage } from './test/sponsorGround.js'

/* Contracts of strangers run on the operator's nodes only where a project pays for their calls, and never for long. */

let world: SponsorWorld
onSponsorStage((stage) => {
  ;({ world } = stage)
})

/** Recovers signatures until little gas is left, and reverts as a contract does that knows no such function. */
const burner = {
  at: '0x00000000000000000000000000000000000c0099',
  code: '0x60015f52601b602052600160405260016060525b61c3505a11601f575f5ffd5b6020608060805f60015afa50601356',
} as const
/** Goes on until there is no gas. */
const endless = { at: '0x00000000000000000000000000000000000c0096', code: '0x5b5f56' } as const

const Run = v.tuple([v.object({ to: v.pipe(v.string(), v.toLowerCase()), gas: v.optional(v.string()) })])

/** A server, and how it has had contracts run. */
function listening() {
  const calls: RpcCall[] = []
  const chains = eachChain(world.chains(), (chain) => ({
    ...chain,
    request(request) {
      calls.push(...request.calls)
      return chain.request(request)
    },
  }))
  const by = world.node({ chains })
  onTestFinished(by.stop)
  const runsOf = (at: string) =>
    calls.flatMap(({ method, params }) => {
      const run = v.safeParse(Run, Array.isArray(params) ? params.slice(0, 1) : params)
      return method === 'eth_call' && run.success && run.output[0].to === at ? [run.output[0]] : []
    })
  return { by, runsOf }
}

test('a session’s contract that no project pays for is asked nothing, whichever call is asked for', async () => {
  await world.client.setCode({ address: burner.at, bytecode: burner.code })
  await world.sponsor(withSessions())
  const session = await openSession(world, { target: burner.at })
  const { by, runsOf } = listening()
  expect(await refusedRedeeming(by, session, { call: vote(burner.at) })).toBe('calls')
  expect(await refusedRedeeming(by, session)).toBe('session')
  expect(runsOf(burner.at)).toEqual([])
})

test.each([
  ['burns all but a little', burner, 'simulation'],
  ['never ends', endless, 'session'],
])(
  'one that is paid for, and %s, is given little gas for each question, and has few',
  async (_, { at, code }, because) => {
    await world.client.setCode({ address: at, bytecode: code })
    const selectors = [toFunctionSelector('vote()')]
    await world.sponsor(withSessions({}, [{ to: at }]), [{ chainId, address: at, selectors }])
    const session = await openSession(world, { target: at })
    const { by, runsOf } = listening()
    expect(await refusedRedeeming(by, session, { call: vote(at) })).toBe(because)
    const runs = runsOf(at)
    expect(runs.length).toBeGreaterThan(10)
    expect(runs.length).toBeLessThan(100)
    expect(runs.every(({ gas }) => Number(gas) <= 100_000)).toBe(true)
  },
)
