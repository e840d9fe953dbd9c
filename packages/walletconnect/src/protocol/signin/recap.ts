import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'
import { bytesOfBase64, bytesToBase64, bytesToUtf8, utf8ToBytes } from '../codec.js'
import { listOf, mapOf, text } from '../schemas.js'
import { InvalidAuthenticationError } from './errors.js'

/**
 * The abilities that are allowed, by resource (`eip155`) and ability (`request/personal_sign`); each with its limits,
 * such as `{ chains: […] }` (EIP-5573).
 */
const Recap = v.object({ att: mapOf(mapOf(listOf(mapOf(v.unknown())))), prf: v.optional(v.array(text)) })
export type Recap = Pick<Output<typeof Recap>, 'att'>

const before = 'urn:recap:'

/** The ReCap that asks for methods on a family's chains; a wallet fills in which chains. */
export function recapFor({
  family,
  methods,
  chains,
}: {
  readonly family: string
  readonly methods: readonly string[]
  readonly chains?: readonly string[] | undefined
}): Recap {
  const limits = chains === undefined ? {} : { chains }
  const abilities = [...new Set(methods)].sort().map((method) => [`request/${method}`, [limits]] as const)
  return { att: { [family]: Object.fromEntries(abilities) } }
}

/** Writes a ReCap as the last resource of a message. */
export const formatRecap = ({ att }: Recap): string =>
  `${before}${bytesToBase64(utf8ToBytes(JSON.stringify({ att }))).replaceAll('=', '')}`

/**
 * Reads a ReCap.
 *
 * @throws {@link InvalidAuthenticationError}
 */
export function parseRecap(resource: string): Recap {
  try {
    if (!resource.startsWith(before)) throw new InvalidAuthenticationError({ field: 'resources' })
    const encoded = resource.slice(before.length)
    const bytes = bytesOfBase64(encoded, /[-_]/.test(encoded) ? 'base64url' : 'base64')
    if (!bytes) throw new InvalidAuthenticationError({ field: 'resources' })
    const value: unknown = JSON.parse(bytesToUtf8(bytes))
    const { att } = v.parse(Recap, value)
    return { att }
  } catch (cause) {
    throw cause instanceof InvalidAuthenticationError
      ? cause
      : new InvalidAuthenticationError({ field: 'resources', cause })
  }
}

/**
 * The ReCap of a message's resources: it is the last, where there is one.
 *
 * @throws {@link InvalidAuthenticationError}
 */
export function recapIn(resources: readonly string[] | undefined): Recap | undefined {
  const last = resources?.at(-1)
  return last?.startsWith(before) ? parseRecap(last) : undefined
}

/** The methods that a ReCap allows in a family. */
export function recapMethods({ recap, family }: { readonly recap: Recap; readonly family: string }): string[] {
  const abilities = Object.hasOwn(recap.att, family) ? Object.keys(recap.att[family] ?? {}) : []
  return abilities.flatMap((ability) => (ability.startsWith('request/') ? [ability.slice('request/'.length)] : []))
}

/** The chains that a ReCap's limits name, of all of its abilities in a family. */
export function recapChains({ recap, family }: { readonly recap: Recap; readonly family: string }): string[] {
  const limits = Object.hasOwn(recap.att, family) ? Object.values(recap.att[family] ?? {}).flat() : []
  const chains = limits.flatMap((each) => (Array.isArray(each.chains) ? each.chains : []))
  return [...new Set(chains.filter((chain): chain is string => typeof chain === 'string'))]
}

/** A statement with what the ReCap allows, in the words of EIP-5573. */
export function recapStatement({
  statement,
  recap,
}: {
  readonly statement: string | undefined
  readonly recap: Recap
}): string {
  const words = 'I further authorize the stated URI to perform the following actions on my behalf:'
  const sentences = Object.entries(recap.att).flatMap(([resource, abilities]) =>
    [...byKind(Object.keys(abilities))].map(
      ([kind, names]) => `'${kind}': ${names.map((name) => `'${name}'`).join(', ')} for '${resource}'.`,
    ),
  )
  const numbered = sentences.map((sentence, index) => `(${index + 1}) ${sentence}`).join(' ')
  return `${statement ? `${statement} ` : ''}${words} ${numbered}`
}

/** Names of abilities (`request/personal_sign`) by what stands before the slash, each in order. */
function byKind(abilities: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>()
  for (const ability of [...abilities].sort()) {
    const slash = ability.indexOf('/')
    const kind = slash === -1 ? ability : ability.slice(0, slash)
    kinds.set(kind, [...(kinds.get(kind) ?? []), ability.slice(slash + 1)])
  }
  return kinds
}
