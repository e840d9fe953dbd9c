import { namehash, packetToBytes } from 'viem/ens'
import { encodeFunctionData, parseAbi, toHex } from 'viem/utils'
import { expect } from 'vitest'
import { signBody } from '../../webhooks/signature.js'
import { adminToken, type ContractCall, type ContractWorld, secret } from './contractWorld.js'

const resolverAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function addr(bytes32 node) view returns (address)',
])

/** Builds a resolver's question to a gateway about a name (ENSIP-10). */
export function question(name: string): string {
  const data = encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [namehash(name)] })
  const args = [toHex(packetToBytes(name)), data] as const
  return encodeFunctionData({ abi: resolverAbi, functionName: 'resolve', args })
}

/** Signs as a desk or an exchange does. */
export function signed(message: Readonly<Record<string, unknown>>): ContractCall {
  const body = JSON.stringify(message)
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    body,
    headers: {
      'foyer-timestamp': String(timestamp),
      'foyer-signature': signBody({ secret, purpose: 'webhook', timestamp, body }),
    },
  }
}

/** A browser that the operator's token was given. */
async function session({ url }: ContractWorld): Promise<{ cookie: string; form: string }> {
  const opened = await fetch(`${url}/admin/session`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token: adminToken }),
  })
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? expect.fail('There is no cookie.')
  const page = await (await fetch(`${url}/admin`, { headers: { cookie } })).text()
  return { cookie, form: /name="form" value="([^"]+)"/.exec(page)?.[1] ?? expect.fail('There is no form.') }
}

/** A page of the operator's. */
export async function page(world: ContractWorld, call: ContractCall = {}): Promise<ContractCall> {
  const { cookie } = await session(world)
  return { ...call, headers: { cookie } }
}

/** A form of it, with its own token. */
export async function form(
  world: ContractWorld,
  call: ContractCall & { body?: Readonly<Record<string, string>> } = {},
) {
  const { cookie, form: token } = await session(world)
  return { ...call, body: { ...call.body, form: token }, headers: { cookie } }
}
