import { lowerHex } from '@foyer/core/chain'
import { encodeAbiParameters, getAddress, type Hex } from 'viem'
import { expect } from 'vitest'
import { readOne as readInner } from '../../eip155/readCalls.js'
import type { DescribedByMakers } from '../../outside.js'
import { sayRequestInEnglish, spokenRequest, words } from '../../sentences.js'
import { describeCall } from '../describe.js'
import { readFragment } from '../fragment.js'

export const me = getAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266')
export const person = getAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
export const contract = getAddress('0x1111111111111111111111111111111111111111')
export const dusd = getAddress('0x2222222222222222222222222222222222222222')
export const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
export const network = {
  ...{ chainId: 'eip155:1', name: 'Ethereum', currency: { symbol: 'ETH', decimals: 18 } },
  rpcUrl: 'https://node.example',
  tokens: [{ symbol: 'DUSD', decimals: 6, address: dusd }],
}

export const $schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'

/** How a call inside of another is read. */
export { readInner }

/** A descriptor of the contract, with parts of its own. */
export const descriptorOf = (
  formats: object,
  { metadata = {}, display = {}, ...more }: { metadata?: object; display?: object } & Record<string, unknown> = {},
) => ({
  $schema,
  context: { contract: { deployments: [{ chainId: 1, address: contract }] } },
  metadata: { owner: 'Lenders', ...metadata },
  display: { ...display, formats },
  ...more,
})

/** A call by a function's key, encoded as its types have it. */
export function callOf(key: string, values: readonly unknown[]): Hex {
  const { selector, inputs } = readFragment(key) ?? expect.fail(key)
  return `0x${String(selector).slice(2)}${encodeAbiParameters(inputs, values).slice(2)}`
}

export const inEnglish = (said: DescribedByMakers | undefined) => {
  if (!said) return undefined
  const { title, facts, warnings, isDeliberate } = spokenRequest(
    { act: words('request.act.send'), ...said },
    sayRequestInEnglish,
  )
  return { title, facts: facts.map(({ label, value }) => `${label}: ${value}`), warnings, isDeliberate }
}

export const describeIt = async (
  descriptor: unknown,
  { data, to = contract, value = 0n, chain = network }: { data: Hex; to?: Hex; value?: bigint; chain?: typeof network },
) =>
  inEnglish(
    await describeCall({
      descriptors: [descriptor],
      readInner,
      to,
      from: me,
      value,
      data: lowerHex(data),
      network: chain,
    }),
  )
