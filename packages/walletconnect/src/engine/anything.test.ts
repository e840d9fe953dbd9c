import { FoyerError } from '@foyer/core/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { granted, peer } from '../dapp/test/wallet.js'
import { createTestWorld } from '../dapp/test/world.js'
import { type CallMethod, calls, isCallMethod } from '../protocol/calls.js'
import { unsigningCiphers } from '../transport/test/ciphers.js'

// FOYER_FULL=1: a hundred times as many messages.
const numRuns = process.env.FOYER_FULL ? 10_000 : 100

const methods: readonly CallMethod[] = Object.keys(calls).filter(isCallMethod)
const chain = fc.constantFrom('eip155:1', 'eip155:10', 'eip155:5', 'solana:1', '')
const words = (...all: string[]) => fc.subarray(all)
const namespaces = fc.dictionary(
  fc.constantFrom('eip155', 'eip155:1', 'solana', '__proto__'),
  fc.record(
    {
      accounts: words('eip155:1:0xab', 'eip155:10:0xab', 'eip155:5:0xab', 'solana:1:ab', 'x'),
      methods: words('personal_sign', 'eth_sign', 'eth_sendTransaction'),
      events: words('chainChanged', 'message'),
    },
    { requiredKeys: ['accounts'] },
  ),
)
const settlement = fc.record(
  {
    relay: fc.constant({ protocol: 'irn' }),
    controller: fc.record({ publicKey: fc.constantFrom('own', 'ab'.repeat(32)), metadata: fc.constant(peer) }),
    namespaces: fc.oneof(fc.constant(granted), namespaces),
    expiry: fc.constantFrom(1_600_000_000, 1_700_604_800, Number.MAX_SAFE_INTEGER, -1),
  },
  { requiredKeys: ['relay', 'namespaces'] },
)
/** Right, nearly right, or anything. */
const params: fc.Arbitrary<unknown> = fc.oneof(
  fc.record({ namespaces }),
  settlement,
  fc.record({ event: fc.record({ name: fc.string(), data: fc.jsonValue() }), chainId: chain }),
  fc.constant({ code: 6000, message: 'User disconnected.' }),
  fc.constant({}),
  fc.jsonValue(),
)
type Step =
  | { readonly type: 'call'; readonly onPairing: boolean; readonly method: string; readonly params: unknown }
  | { readonly type: 'answer'; readonly onPairing: boolean; readonly result: unknown; readonly isOwnId: boolean }
  | { readonly type: 'agree' | 'settle' | 'reload' }
  | { readonly type: 'pass'; readonly ms: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('call'),
      onPairing: fc.boolean(),
      method: fc.oneof(fc.constantFrom<string[]>(...methods), fc.constantFrom('toString', '', 'wc_x')),
      params,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('answer'),
      onPairing: fc.boolean(),
      result: fc.oneof(
        fc.jsonValue(),
        fc.constant({ relay: { protocol: 'irn' }, responderPublicKey: '00'.repeat(32) }),
      ),
      isOwnId: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('agree', 'settle', 'reload') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('pass'), ms: fc.integer({ min: 0, max: 400_000 }) }) },
)

const beginning = fc.constantFrom<Step[][]>([], [{ type: 'agree' }], [{ type: 'agree' }, { type: 'settle' }])

test('[W5 W8] whatever a wallet says, in whatever order: nothing throws, and no session has what wasn’t asked for', async () => {
  const ciphers = await unsigningCiphers()
  let settled = 0
  await fc.assert(
    fc.asyncProperty(beginning, fc.array(step, { maxLength: 20 }), async (begun, then) => {
      const steps = [...begun, ...then]
      const { clock, dapp: first, wallet, page, offered, scanned } = await createTestWorld({ ciphers })
      const pages = [first]
      const attempt = await offered()
      const proposal = await scanned(attempt.uri)
      const keys = await clock.until(wallet.agree({ ...proposal, id: '1' }))
      for (const each of steps) {
        switch (each.type) {
          case 'call':
            await clock.until(wallet.call(each.onPairing ? proposal : keys, each))
            break
          case 'answer': {
            const id = each.isOwnId ? proposal.id : '7'
            const channel = each.onPairing ? proposal : keys
            await clock.until(wallet.answer(channel, 'wc_sessionPropose', { type: 'result', id, result: each.result }))
            break
          }
          case 'agree': {
            const result = { relay: { protocol: 'irn' }, responderPublicKey: keys.publicKey }
            await clock.until(wallet.answer(proposal, 'wc_sessionPropose', { type: 'result', id: proposal.id, result }))
            break
          }
          case 'settle':
            await clock.until(wallet.settle(keys))
            break
          case 'reload':
            pages.at(-1)?.client.stop()
            pages.push(page())
            break
          case 'pass':
            await clock.advance(each.ms)
        }
        await clock.advance(100)
        for (const session of (await pages.at(-1)?.client.sessions()) ?? []) {
          expect([session.topic, session.controller]).toEqual([keys.topic, keys.publicKey])
          expect(JSON.stringify(session.namespaces)).not.toMatch(/eth_sign"|message|eip155:5|solana/)
          expect(Object.values(session.namespaces).flatMap(({ accounts }) => accounts)).not.toEqual([])
        }
      }
      if (pages.some(({ news }) => news.some(({ type }) => type === 'settled'))) settled += 1
      const faults = pages.flatMap((each) => each.faults)
      expect(faults.filter((fault) => !(fault instanceof FoyerError))).toEqual([])
      pages.at(-1)?.client.stop()
      wallet.transport.stop()
    }),
    { numRuns },
  )
  expect(settled).toBeGreaterThan(numRuns / 5)
})
