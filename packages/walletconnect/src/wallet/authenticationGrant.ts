import {
  type AuthPayload,
  type Cacao,
  familyOf,
  InvalidAuthenticationError,
  parseIssuer,
  recapChains,
  recapIn,
  recapMethods,
  type SessionNamespaces,
} from '../protocol/index.js'

/** The fields that bind a signature to what was asked. */
const bound = ['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId', 'statement'] as const

/** @throws InvalidAuthenticationError where something else was signed than was asked for */
export function checkCacaos({
  payload,
  cacaos,
}: {
  readonly payload: AuthPayload
  readonly cacaos: readonly Cacao[]
}): void {
  if (cacaos.length === 0) throw new InvalidAuthenticationError({ field: 'cacaos' })
  for (const { p } of cacaos) {
    if (!payload.chains.includes(parseIssuer(p.iss).chainId)) throw new InvalidAuthenticationError({ field: 'iss' })
    const field = bound.find((each) => p[each] !== payload[each])
    if (field !== undefined) throw new InvalidAuthenticationError({ field })
  }
}

/** What a session may do by the methods that were granted in a sign-in; undefined where none were. */
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
