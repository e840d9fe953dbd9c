import { quoteRedeemingCall } from '@foyer/core/wire'
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { grantOf } from '../../sessions/test/grantedSession.js'
import { signRedeeming } from '../../sponsor/test/redeemed.js'
import type { ContractCall, ContractWorld } from './contractWorld.js'
import { answered } from './request.js'

/** Until when a session is asked for, and for what. */
const sessionExpiry = Math.floor(Date.now() / 1000) + 3_600
const sessionPermission = ({ market }: ContractWorld) => ({
  type: 'erc20-recurring-allowance' as const,
  data: { token: market.addressOf('DUSD'), allowance: '0x64', start: 1, period: 60 },
})

export const WithPci = v.object({ pci: v.string() })

/** Asks for a session of a key's. */
export const grantCall = (world: ContractWorld, { publicKey }: Pick<PrivateKeyAccount, 'publicKey'>): ContractCall => ({
  params: { address: world.account },
  body: {
    ...{ chainId: '0x7a69', expiry: sessionExpiry },
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey }] } },
    ...{ permissions: [sessionPermission(world)], policies: [] },
  },
})

/** Makes a thing once for each server. */
function oncePerWorld<T>(make: (world: ContractWorld) => Promise<T>): (world: ContractWorld) => Promise<T> {
  const made = new WeakMap<ContractWorld, Promise<T>>()
  return (world) => {
    const one = made.get(world) ?? make(world)
    made.set(world, one)
    return one
  }
}

/** Has a key's session granted on chain, to be put on the list. */
export async function activationCall(world: ContractWorld, key: Pick<PrivateKeyAccount, 'address' | 'publicKey'>) {
  const { pci } = v.parse(WithPci, await answered(world, 'grantSmartSession', grantCall(world, key)))
  const of = { owner: world.owner, to: key.address, permission: sessionPermission(world) }
  const context = await grantOf({ ...of, expiry: sessionExpiry })
  return { params: { address: world.account }, body: { pci, context, expiry: 1 } }
}

/** A key's session, which is listed, and a call that its project pays for: grants are few in a minute. */
export const redeemable = oncePerWorld(async (world) => {
  const key = world.newAccount()
  const { params, body } = await activationCall(world, key)
  await answered(world, 'activateSmartSession', { params, body })
  const { pci, context } = body
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [key.address, 1n] })
  const call = { to: getAddress(world.market.addressOf('DUSD')), value: 0n, data }
  return { key, pci, context, params, call, asked: { pci, call: { ...call, value: '0' } } }
})

/** The call, signed as it is quoted: what is sent again is the same. */
export const redeemed = oncePerWorld(async (world) => {
  const { params, asked, ...session } = await redeemable(world)
  const quote = v.parse(quoteRedeemingCall.reply, await answered(world, 'quoteRedeeming', { params, body: asked }))
  if (!quote.sponsored) return expect.fail(`It isn’t paid for: ${quote.because}.`)
  const of = { ...{ call: session.call, projectId: 'demo' }, now: Date.now() }
  return { params, body: await signRedeeming({ ...session, now: Date.now }, quote, of) }
})
