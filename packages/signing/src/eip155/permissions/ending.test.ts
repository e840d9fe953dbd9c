import type { ShownRequest } from '@foyer/core/words'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, encodeFunctionData, isHex, parseAbi } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { delegationManager } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import type { Sponsoring, SponsorQuote, Unpaid } from '../../sponsoring.js'
import { contextOf, delegationHash, readContext } from './delegation.js'
import {
  chainAgain,
  daily,
  expiry,
  fresh,
  granted,
  inADayOn,
  nodeOf,
  nowOn,
  redeemingOn,
  sessionKeyOn,
} from './test/onChain.js'
import { walletOf } from './test/walletOf.js'

let chain: StartedChain
let delegate: Address
beforeAll(async () => {
  chain = await startChain({ id: 31337 })
  delegate = (await deployDelegation({ url: chain.url })).delegate
})
afterAll(() => chain.stop())
beforeEach(() => chainAgain(chain.url))

const wallet = (place: number, more: object = {}) => walletOf({ chain, delegate, place, ...more })
const redeem = redeemingOn(() => chain.url)
const refused = (redeemed: Parameters<typeof redeem>[0]) => expect(redeem(redeemed)).rejects.toThrow()
const node = () => nodeOf(chain.url)
const sessionKey = () => sessionKeyOn(chain.url)
const now = () => nowOn(chain.url)
const inADay = () => inADayOn(chain.url)
const nonceAbi = parseAbi(['function incrementNonce(address manager)'])

describe('a permission', () => {
  test('is ended on its own network, whichever is in use, and nowhere by what its account didn’t sign', async () => {
    const beside = await startChain({ id: 31338 })
    try {
      await deployDelegation({ url: beside.url })
      const of = wallet(9, { inUse: beside })
      const key = await sessionKey()
      const { context } = await granted(of, daily(1_000n), { to: key.address, rules: [expiry(await inADay())] })
      const use = { by: key, context, to: fresh(), value: 1n }
      await redeem(use)
      // The wallet has forgotten it: the signature says which chain it is for.
      of.grants.splice(0)
      const ending = await of.asked('wallet_revokeExecutionPermission', [{ permissionContext: context }])
      expect(ending.words.facts).toContainEqual({ label: 'Network', value: chain.name })
      expect(await ending.perform()).toEqual({})
      await refused(use)
      const signed = readContext(context) ?? expect.fail('It is no context.')
      const forged = contextOf({ ...signed, salt: signed.salt + 1n })
      expect(await of.refusedFor('wallet_revokeExecutionPermission', [{ permissionContext: forged }])).toMatch(
        /^-32602 `permissionContext` wasn’t signed/,
      )
      expect(await of.refusedFor('wallet_revokeExecutionPermission', [{ permissionContext: context, x: 1 }])).toMatch(
        /^-32602 `x`/,
      )
    } finally {
      await beside.stop()
    }
  })

  test('is ended with the account’s own fee where nobody pays, which was never said to be free; what was shown as free and isn’t paid for says that it isn’t', async () => {
    let answer: SponsorQuote | Unpaid = 'unpaid'
    const sponsoring: Sponsoring = {
      ...{ underwayMs: 1_000, networks: async () => [chain.caipNetworkId], quote: async () => answer },
      ...{ send: async () => 'unpaid', read: async () => ({ is: 'dropped' }) },
    }
    const of = wallet(7, { own: { sponsoring } })
    const key = await sessionKey()
    const { context } = await granted(of, daily(1n), { to: key.address, rules: [expiry(await inADay())] })
    const ask = () => of.asked('wallet_revokeExecutionPermission', [{ permissionContext: context }])
    const notFree = 'request.warn.notFree'
    const warned = (shown: ShownRequest | undefined) => shown?.warnings.map(({ name }) => name)
    expect(warned((await ask()).shown)).not.toContain(notFree)
    answer = {
      nonce: 0n,
      verificationGasLimit: 1n,
      callGasLimit: 1n,
      authorizationNonce: null,
      validUntil: 4_000_000_000,
    }
    const { shown, perform, instead } = await ask()
    expect(shown.facts.map(({ label }) => label.name)).toContain('request.cost')
    const again = await perform().then(() => undefined, instead)
    if (again?.kind !== 'ask') throw new Error('It isn’t asked for again.')
    expect(warned(again.shown)).toContain(notFree)
    expect(again.shown.title.name).toBe('request.endGrant')
    expect(await again.perform()).toEqual({})
  })

  test('of the older shape is ended where it is the only one that stands; of two it can’t be said which', async () => {
    const of = wallet(4)
    const key = await sessionKey()
    const asked = {
      ...{ chainId: '0x7a69', address: of.address, expiry: await inADay(), policies: [] },
      signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key.publicKey }] } },
      permissions: [
        {
          type: 'native-token-recurring-allowance',
          data: { allowance: '0x64', start: Number(await now()), period: 3_600 },
        },
      ],
    }
    const grantOne = async () => {
      const { perform } = await of.asked('wallet_grantPermissions', [asked])
      const { context } = Object(await perform())
      if (!isHex(context)) throw new Error('It has no context.')
      return context
    }
    const [first, second] = [await grantOne(), await grantOne()]
    const { permissions, expiry: until } = asked
    const ending = [{ pci: crypto.randomUUID(), permissions, expiry: until, address: of.address }]
    expect(await of.refusedFor('wallet_revokePermissions', ending)).toMatch(/^-32602 `permissions` fit more than one/)
    // The newer is ended by itself: what is left is the older.
    await of.asked('wallet_revokeExecutionPermission', [{ permissionContext: second }]).then((each) => each.perform())
    const { words, perform } = await of.asked('wallet_revokePermissions', ending)
    const signed = readContext(first) ?? expect.fail('It is no context.')
    expect(words.facts).toContainEqual({ label: 'Permission', value: delegationHash(signed), isCode: true })
    await perform()
    await refused({ by: key, context: first, to: fresh(), value: 1n })
    // Both are over: only the server's session is left to be ended.
    expect((await of.asked('wallet_revokePermissions', ending)).payloads).toHaveLength(1)
  })

  test('isn’t listed once its account has ended all, has switched its code off, or didn’t sign it', async () => {
    const of = wallet(7)
    const key = await sessionKey()
    const { answer, context } = await granted(of, daily(1n), { to: key.address, rules: [expiry(await inADay())] })
    const listed = () => of.answer('wallet_getGrantedExecutionPermissions', [])
    expect(await listed()).toEqual([answer])
    const signed = readContext(context) ?? expect.fail('It is no context.')
    of.grants.unshift({
      chainId: of.network.chainId,
      answer: Object(answer),
      context: contextOf({ ...signed, salt: 0n }),
    })
    expect(await listed()).toEqual([answer])
    const snapshot = await node().snapshot()
    await node().setCode({ address: of.address, bytecode: '0x' })
    expect(await listed()).toEqual([])
    await node().revert({ id: snapshot })
    expect(await listed()).toEqual([answer])
    const all = {
      from: of.address,
      to: enforcers.nonce,
      data: encodeFunctionData({ abi: nonceAbi, args: [delegationManager] }),
    }
    const { perform } = await of.asked('eth_sendTransaction', [all])
    await perform()
    await expect.poll(listed).toEqual([])
    expect(await of.answer('wallet_revokeExecutionPermission', [{ permissionContext: context }])).toEqual({})
  })

  test('that was ended isn’t brought back by an application', async () => {
    const of = wallet(8)
    const data = `0x3ed01015${'00'.repeat(64)}`
    const sending = { from: of.address, to: delegationManager.toLowerCase(), data }
    expect(await of.refusedFor('eth_sendTransaction', [sending])).toMatch(/^-32602 .*bring back/)
    const batch = {
      version: '2.0.0',
      chainId: '0x7a69',
      atomicRequired: true,
      calls: [{ to: delegationManager, data }],
    }
    expect(await of.refusedFor('wallet_sendCalls', [batch])).toMatch(/^-32602 .*bring back/)
  })
})

test('[F13] a context whose lists point at one place from many others is none, and is refused before it is read', () => {
  const word = (value: number): string => value.toString(16).padStart(64, '0')
  const [delegations, caveats, terms] = [60, 60, 4_000]
  const caveat = `${word(0)}${word(96)}${word(96)}${word(terms)}${'11'.repeat(terms)}`
  const list = `${word(caveats)}${word(32 * caveats).repeat(caveats)}${caveat}`
  const fields = [1, 2, 3, 192, 7, 192 + list.length / 2].map(word).join('')
  const context = `0x${word(32)}${word(delegations)}${word(32 * delegations).repeat(delegations)}${fields}${list}${word(0)}`
  expect(context.length).toBeLessThan(20_000)
  const before = performance.now()
  expect(readContext(context)).toBeUndefined()
  expect(performance.now() - before).toBeLessThan(200)
})
