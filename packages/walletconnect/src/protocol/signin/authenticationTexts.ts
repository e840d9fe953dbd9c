import { chainOf, familyOf } from '../families.js'
import { type AuthFields, type AuthPayload, authMessage, formatIssuer } from './message.js'
import { formatRecap, recapFor, recapIn, recapMethods } from './recap.js'

/** The text that a visitor signs on one chain; `payload` is the `p` of its CACAO. */
export interface AuthenticationText {
  readonly account: string
  readonly payload: AuthFields & { readonly iss: string }
  /** To be signed as `personal_sign` does. */
  readonly text: string
}

/**
 * The texts of a sign-in for those of a visitor's accounts whose chains are asked for, one each. What the wallet can do of the methods asked for
 * is granted in them, on those chains.
 *
 * @param parameters.accounts - CAIP-10, one a chain, of one family
 * @param parameters.methods - that the wallet has
 * @throws InvalidAuthenticationError where what is asked can't be written as a text
 * @example
 * for (const { payload: p, text } of authenticationTexts({ payload, accounts: ['eip155:1:0x…'], methods: ['personal_sign'] }))
 *   cacaos.push({ h: { t: 'caip122' }, p, s: { t: 'eip191', s: await account.signMessage({ message: text }) } })
 */
export function authenticationTexts({
  payload,
  accounts,
  methods,
}: {
  readonly payload: AuthPayload
  readonly accounts: readonly string[]
  readonly methods: readonly string[]
}): readonly AuthenticationText[] {
  const { type: _, chains, resources, ...fields } = payload
  const signing = accounts.filter((account) => chains.includes(chainOf(account)))
  const granted = resourcesOf({ resources, methods, chains: signing.map(chainOf) })
  return signing.map((account) => {
    const chainId = chainOf(account)
    const iss = formatIssuer({ chainId, address: account.slice(chainId.length + 1) })
    const signed = { ...fields, ...(granted.length > 0 ? { resources: granted } : {}), iss }
    return { account, payload: signed, text: authMessage({ payload: signed, issuer: iss }) }
  })
}

/** The ReCap that is asked for, cut to what is granted; none where nothing of it is. */
function resourcesOf({
  resources = [],
  methods,
  chains,
}: {
  readonly resources: readonly string[] | undefined
  readonly methods: readonly string[]
  readonly chains: readonly string[]
}): readonly string[] {
  const recap = recapIn(resources)
  const [first] = chains
  if (!recap || first === undefined) return resources
  const family = familyOf(first)
  const granted = recapMethods({ recap, family }).filter((method) => methods.includes(method))
  const others = resources.slice(0, -1)
  return granted.length > 0 ? [...others, formatRecap(recapFor({ family, methods: granted, chains }))] : others
}
