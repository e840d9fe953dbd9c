import { familyOf } from '../families.js'
import { accountsOf, type SessionNamespaces } from '../namespaces.js'
import { InvalidAuthenticationError } from './errors.js'
import { type AuthFields, type AuthPayload, authMessage, type Cacao, type Issuer, parseIssuer } from './message.js'
import { recapIn, recapStatement } from './recap.js'

/** A message that a wallet says it has signed: the application verifies whether it has. */
export interface SignedMessage extends Issuer {
  readonly message: string
  readonly signature: string
  /** `eip191` of a key, `eip1271` of a contract. */
  readonly type: 'eip191' | 'eip1271'
}

/** The fields that bind a signature to what was asked, word for word. */
const bound = ['domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId'] as const

/**
 * Checks what was signed against what was asked: all but the signature.
 *
 * @param checked.now - ms since 1970
 * @returns the text that the signature is to be of
 * @throws InvalidAuthenticationError where something else was signed
 * @see W11
 */
export function checkAuthentication({
  payload,
  cacao: { p, s },
  now,
}: {
  readonly payload: AuthPayload
  readonly cacao: Cacao
  readonly now: number
}): SignedMessage {
  const issuer = parseIssuer(p.iss)
  if (!payload.chains.includes(issuer.chainId)) throw new InvalidAuthenticationError({ field: 'iss' })
  const field =
    bound.find((each) => p[each] !== payload[each]) ??
    untimely(p, now) ??
    ungranted({ payload, p, chain: issuer.chainId })
  if (field !== undefined) throw new InvalidAuthenticationError({ field })
  // Some wallets give the statement as it was asked for, others with what the ReCap says behind it: in the text it stands once.
  const message = authMessage({ payload: { ...p, statement: payload.statement }, issuer: p.iss })
  return { ...issuer, message, signature: s.s, type: s.t }
}

function untimely({ exp, nbf }: AuthFields, now: number): 'exp' | 'nbf' | undefined {
  if (exp !== undefined && !(now < Date.parse(exp))) return 'exp'
  return nbf !== undefined && !(now >= Date.parse(nbf)) ? 'nbf' : undefined
}

/** The ReCap grants what was asked for, or a part of it, on chains that were asked for; the statement says the same in sentences. */
function ungranted({
  payload,
  p,
  chain,
}: {
  readonly payload: AuthPayload
  readonly p: AuthFields
  readonly chain: string
}): 'resources' | 'statement' | undefined {
  const granted = recapIn(p.resources)
  const asked = recapIn(payload.resources)
  const others = (resources: readonly string[] = []) =>
    JSON.stringify(recapIn(resources) ? resources.slice(0, -1) : resources)
  if (others(p.resources) !== others(payload.resources)) return 'resources'
  if (granted) {
    const abilities = Object.entries(granted.att).flatMap(([resource, each]) =>
      Object.entries(each).map(([ability, limits]) => ({ resource, ability, limits })),
    )
    const areAsked = abilities.every(
      ({ resource, ability, limits }) =>
        resource === familyOf(chain) &&
        asked !== undefined &&
        Object.hasOwn(asked.att, resource) &&
        Object.hasOwn(asked.att[resource] ?? {}, ability) &&
        limits.every(
          ({ chains = [] }) => Array.isArray(chains) && chains.every((each) => payload.chains.includes(each)),
        ),
    )
    if (!areAsked) return 'resources'
  }
  const { statement } = payload
  const isAsSaid = granted && p.statement === recapStatement({ statement, recap: granted })
  return isAsSaid || p.statement === statement ? undefined : 'statement'
}

/**
 * Checks what a wallet's user signed against what was requested, before the application is answered.
 *
 * @param checked.payloads - each text that is signed is of one of these
 * @throws InvalidAuthenticationError where something else was signed than was requested
 */
export function checkCacaos({
  payloads,
  cacaos,
}: {
  readonly payloads: readonly AuthPayload[]
  readonly cacaos: readonly Cacao[]
}): void {
  for (const { p } of cacaos) {
    const { chainId } = parseIssuer(p.iss)
    const others = payloads.map((payload) =>
      payload.chains.includes(chainId)
        ? [...bound, 'statement' as const].find((each) => p[each] !== payload[each])
        : 'iss',
    )
    if (!others.includes(undefined)) throw new InvalidAuthenticationError({ field: others[0] ?? 'cacaos' })
  }
}

/**
 * Checks that who signed on the way to a session is who connects by it.
 *
 * @throws InvalidAuthenticationError where a text was signed by an account that wasn't granted
 */
export function checkSigners({
  cacaos,
  namespaces,
}: {
  readonly cacaos: readonly Cacao[]
  readonly namespaces: SessionNamespaces
}): void {
  const granted = new Set(accountsOf({ namespaces }).map((account) => `did:pkh:${account}`.toLowerCase()))
  if (!cacaos.every(({ p }) => granted.has(p.iss.toLowerCase()))) throw new InvalidAuthenticationError({ field: 'iss' })
}
