import { familyOf } from '../protocol/families.js'
import type { SessionNamespaces } from '../protocol/namespaces.js'
import { type Cacao, parseIssuer } from './message.js'
import { recapChains, recapIn, recapMethods } from './recap.js'

/**
 * What a session may do by the methods that were granted in a sign-in, which both sides derive from the same messages; undefined where none were.
 *
 * @throws InvalidAuthenticationError where an issuer or a ReCap can't be read
 */
export function grantedBy(cacaos: readonly Cacao[]): SessionNamespaces | undefined {
  const accounts = new Set<string>()
  const methods = new Set<string>()
  const chains = new Set<string>()
  let family: string | undefined
  for (const { p } of cacaos) {
    const { chainId, address } = parseIssuer(p.iss)
    const recap = recapIn(p.resources)
    family ??= familyOf(chainId)
    if (!recap) continue
    for (const method of recapMethods({ recap, family })) methods.add(method)
    for (const chain of [chainId, ...recapChains({ recap, family })]) {
      chains.add(chain)
      accounts.add(`${chain}:${address}`)
    }
  }
  if (family === undefined || methods.size === 0) return undefined
  const events = ['chainChanged', 'accountsChanged']
  return { [family]: { chains: [...chains], accounts: [...accounts], methods: [...methods], events } }
}
