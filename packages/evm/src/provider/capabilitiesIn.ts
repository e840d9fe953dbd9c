import type { ChannelProperties } from '@foyer/core'
import { isAccountId } from '@foyer/core/chain'
import * as v from 'valibot'
import { hexIdOf, parseChainId } from '../connection/walletRequest.js'

/** An object, or the text of one in JSON, as wallets write either. */
const Properties: v.GenericSchema<unknown, Readonly<Record<string, unknown>>> = v.union([
  v.record(v.string(), v.unknown()),
  v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
])
const propertiesIn = (value: unknown): Readonly<Record<string, unknown>> | undefined => {
  const { success, output } = v.safeParse(Properties, value)
  return success ? output : undefined
}

/**
 * Reads the capabilities that a wallet gave when it settled (EIP-5792): for an address in the session's `capabilities`,
 * and for a chain in the scoped properties, where an entry for the account takes the place of what holds for all.
 *
 * @param parameters.params - of `wallet_getCapabilities`: an address, and the chains where not all are meant
 * @returns by chain in hex; undefined where it said nothing of that, so that it must be asked
 */
export function capabilitiesIn({
  properties: { sessionProperties, scopedProperties = {} },
  params,
}: {
  readonly properties: ChannelProperties
  readonly params: unknown
}): Readonly<Record<string, unknown>> | undefined {
  const { success, output } = v.safeParse(v.looseTuple([v.string()]), params)
  if (!success) return undefined
  const [address, asked] = output
  const isAddress = (text: string) => text.toLowerCase().endsWith(address.toLowerCase())
  const ofAddress = Object.entries(propertiesIn(sessionProperties?.capabilities) ?? {}).find(([key]) => isAddress(key))
  const known = new Map(Object.entries(propertiesIn(ofAddress?.[1]) ?? {}).map(([key, each]) => [hexIn(key), each]))
  for (const [scope, value] of Object.entries(scopedProperties)) {
    const all = Object.entries(propertiesIn(value) ?? {})
    const ofAccount = propertiesIn(all.find(([key]) => isAccountId(key) && isAddress(key))?.[1])
    const scoped = ofAccount ?? Object.fromEntries(all.filter(([key]) => !isAccountId(key)))
    const chain = scope.startsWith('eip155:') ? hexIn(scope) : undefined
    if (chain && Object.keys(scoped).length > 0) known.set(chain, { ...propertiesIn(known.get(chain)), ...scoped })
  }
  const wanted = Array.isArray(asked) ? new Set(asked.map(hexIn)) : undefined
  const found = [...known].filter(([chain]) => chain !== undefined && (wanted?.has(chain) ?? true))
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** A chain's id in hex, however it is written: as a number, in hex, or by CAIP-2. `0x0` stands for all chains. */
function hexIn(value: unknown): string | undefined {
  if (value === '0x0') return value
  const networkId = parseChainId(typeof value === 'string' ? value.replace(/^eip155:/, '') : value)
  return networkId && hexIdOf(networkId)
}
