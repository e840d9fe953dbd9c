import * as v from 'valibot'
import type { DappSession } from '../engine/engine.js'
import { addressesMethod, addressesProperty } from '../protocol/families.js'
import { familyOf, mayRequest } from '../protocol/index.js'
import { listOf, word } from '../protocol/schemas.js'

/** An address as a wallet lists it, with whatever it says of it; older wallets list plain addresses. */
export type Listed = string | { readonly address: string }

const List: v.GenericSchema<unknown, readonly Listed[]> = listOf(v.union([word, v.looseObject({ address: word })]))
const Addresses = v.union([List, v.pipe(v.string(), v.parseJson(), List)])

/** The addresses that a wallet lists, as they are or as text of JSON; none where that is no list. */
export function listedIn(value: unknown): readonly Listed[] {
  const { success, output } = v.safeParse(Addresses, value)
  return success ? output : []
}

export const addressIn = (listed: Listed): string => (typeof listed === 'string' ? listed : listed.address)

/**
 * A session after its wallet said that its addresses are others: what it said of them when it granted the session is over. Where it may be asked for
 * them it will be; else those of the event count that it had granted, or had said by then [W8].
 *
 * @param input.said - by network
 * @param input.grantedOn - the addresses that are granted on a network
 */
export function withoutFormerAddresses({
  session,
  said,
  grantedOn,
}: {
  readonly session: DappSession
  readonly said: ReadonlyMap<string, readonly Listed[]>
  readonly grantedOn: (networkId: string) => readonly string[]
}): DappSession {
  if (said.size === 0) return session
  const sessionProperties: Record<string, unknown> = { ...session.sessionProperties }
  const scopedProperties: Record<string, unknown> = { ...session.scopedProperties }
  for (const [networkId, listed] of said) {
    const property = `${familyOf(networkId)}${addressesProperty}`
    const scoped: Readonly<Record<string, unknown>> = Object(session.scopedProperties?.[networkId])
    const former = [scoped[property], session.sessionProperties?.[property]].flatMap(listedIn).map(addressIn)
    const known = new Set([...grantedOn(networkId), ...former])
    const { namespaces } = session
    const canAsk = mayRequest({ namespaces, chainId: networkId, method: addressesMethod })
    delete sessionProperties[property]
    const now = canAsk ? undefined : listed.filter((each) => known.has(addressIn(each)))
    scopedProperties[networkId] = { ...scoped, [property]: now }
  }
  return { ...session, sessionProperties, scopedProperties }
}
