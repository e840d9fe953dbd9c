import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Addresses } from '../addresses.js'
import { expect } from '../fixtures.js'

/** A first part of a name that nobody has. */
export const freshName = (): string => `ada-${crypto.randomUUID().slice(0, 8)}`

/** Registers a name with its zone, without the kit, for an account that nobody else has. */
export async function registerElsewhere({
  local,
  name,
}: {
  readonly local: Addresses
  readonly name: string
}): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  const message = JSON.stringify({ name, attributes: {}, timestamp: Math.floor(Date.now() / 1000) })
  const signature = await account.signMessage({ message })
  const coinType = (local.chains[0].id | 0x8000_0000) >>> 0
  const body = JSON.stringify({ coin_type: coinType, address: account.address, message, signature })
  const url = `${local.server}/v1/profile/account`
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(answer.status, await answer.text()).toBe(200)
}
