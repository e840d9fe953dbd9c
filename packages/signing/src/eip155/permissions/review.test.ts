import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { type Address, concat, encodeFunctionData, parseAbi } from 'viem'
import { getCode, getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { delegationManager } from '../../delegate.js'
import { enforcers } from '../../enforcers.js'
import type { PreparedRequest } from '../../family.js'
import {
  chainAgain,
  clientOf,
  daily,
  expiry,
  fresh,
  inADayOn,
  nodeOf,
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
const client = () => clientOf(chain.url)
const node = () => nodeOf(chain.url)
const ours = () => concat(['0xef0100', delegate])
const asking = async (to: Address) => [
  { chainId: '0x7a69', to, permission: daily(10n), rules: [expiry(await inADayOn(chain.url))] },
]
const method = 'wallet_requestExecutionPermissions'
const ended = encodeFunctionData({
  ...{ abi: parseAbi(['function incrementNonce(address manager)']), args: [delegationManager] },
})

const contextOf = async (prepared: PreparedRequest | undefined) => {
  if (prepared?.kind !== 'ask') return expect.fail('It isn’t asked for again.')
  const [answer] = [await prepared.perform()].flat()
  return Object(answer).context
}

describe('while a permission is looked at', () => {
  test('its account ends all that it gave: it is asked for again, and what is granted then may be used', async () => {
    const of = wallet(2)
    await node().setCode({ address: of.address, bytecode: ours() })
    const key = await sessionKeyOn(chain.url)
    const { recheck } = await of.asked(method, await asking(key.address))
    expect(await recheck?.()).toBeUndefined()
    await node().sendUnsignedTransaction({ from: of.address, to: enforcers.nonce, data: ended })
    await node().mine({ blocks: 1 })
    const context = await contextOf(await recheck?.())
    await redeemingOn(() => chain.url)({ by: key, context, to: fresh(), value: 1n })
  })

  test('its account’s code changes: switched off it is asked for again with the switch, and with another’s code refused', async () => {
    const of = wallet(3)
    await node().setCode({ address: of.address, bytecode: ours() })
    const { recheck, shown } = await of.asked(method, await asking(fresh()))
    const switching = (prepared: { readonly shown: typeof shown }) =>
      prepared.shown.facts.some(({ label }) => label.name === 'request.newCode')
    expect([switching({ shown }), await recheck?.()]).toEqual([false, undefined])
    await node().setCode({ address: of.address, bytecode: '0x' })
    const again = await recheck?.()
    expect(again?.kind === 'ask' && switching(again)).toBe(true)
    await node().setCode({ address: of.address, bytecode: concat(['0xef0100', fresh()]) })
    expect(await recheck?.()).toMatchObject({ kind: 'refuse', failure: { code: 5700 } })
  })

  test('its account sends something else: what switches it is asked for again, by its next number', async () => {
    const of = wallet(7)
    const { recheck } = await of.asked(method, await asking(fresh()))
    expect(await recheck?.()).toBeUndefined()
    await node().sendUnsignedTransaction({ from: of.address, to: fresh(), value: 1n })
    await node().mine({ blocks: 1 })
    expect(await contextOf(await recheck?.())).toMatch(/^0x/)
    expect(await getCode(client(), { address: of.address })).toBe(ours().toLowerCase())
  })

  test.each([
    ['switched already', true],
    ['switched by the same approval', false],
  ])('its application goes: of an account that is %s nothing is signed, sent or kept', async (_, isSwitched) => {
    const gone = new AbortController()
    const signed: Uint8Array[] = []
    const of = wallet(isSwitched ? 4 : 5, { own: { signal: gone.signal } })
    if (isSwitched) await node().setCode({ address: of.address, bytecode: ours() })
    const { perform } = await of.asked(method, await asking(fresh()))
    const { sign } = of.account
    const signing = (bytes: Uint8Array) => {
      signed.push(bytes)
      return sign(bytes)
    }
    Object.assign(of.account, { sign: signing })
    gone.abort()
    await expect(perform()).rejects.toThrow('The application waits no longer')
    expect([signed, of.grants, await getTransactionCount(client(), { address: of.address })]).toEqual([[], [], 0])
  })

  test('its application goes while the account is switched: the switch stands, and nothing is granted', async () => {
    const gone = new AbortController()
    const of = wallet(6, { own: { signal: gone.signal } })
    const { perform } = await of.asked(method, await asking(fresh()))
    await node().setAutomine(false)
    const performed = expect(perform()).rejects.toThrow('The application waits no longer')
    try {
      await expect
        .poll(() => getTransactionCount(client(), { address: of.address, blockTag: 'pending' }))
        .toBeGreaterThan(0)
      gone.abort()
    } finally {
      await node().setAutomine(true)
      await node().mine({ blocks: 1 })
    }
    await performed
    expect([of.grants, await getCode(client(), { address: of.address })]).toEqual([[], ours().toLowerCase()])
  })
})
