import * as kits from '@foyer/core/networks'
import * as v from 'valibot'
import { familyOf } from '../families/families.js'
import { ChainConfig } from './chain.js'
import { presets } from './presets.js'

/** Nodes that serve everyone, in moderation, of the networks that the kit brings. */
const publicNodes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(kits).flatMap((each) =>
    typeof each === 'object' && 'caipNetworkId' in each && each.rpcUrls.default.http.length > 0
      ? [[each.caipNetworkId, each.rpcUrls.default.http] as const]
      : [],
  ),
)

const IdAlone = v.pipe(
  v.string(),
  v.transform((id): Readonly<Record<string, unknown>> => ({ id })),
)

/** Configured fields of a known network take precedence over its preset; a network that is known whole is its id alone. */
const WithPreset = v.pipe(
  v.lazy((value) => (typeof value === 'string' ? IdAlone : v.looseObject({}))),
  v.transform(completed),
  ChainConfig,
  v.forward(v.check(hasOwnTokens, sentenceOfTokens), ['tokens']),
)

function completed(said: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known = typeof said.id === 'string' ? presets.get(said.id) : undefined
  const nodes = typeof said.id === 'string' ? publicNodes.get(said.id) : undefined
  return { ...known, ...(nodes && { upstreams: nodes }), ...said }
}

function hasOwnTokens({ id, tokens }: ChainConfig): boolean {
  return tokens.every(({ address }) => familyOf(id).tokens?.is(address) ?? false)
}

function sentenceOfTokens({ input }: v.CheckIssue<ChainConfig>): string {
  const kind = familyOf(input.id).tokens
  return kind === undefined ? 'must be left out: none are read on such a network' : `must each have ${kind.sentence}`
}

/** The whole file of networks. */
export const ChainsConfig = v.pipe(
  v.array(WithPreset),
  v.check((chains) => new Set(chains.map(({ id }) => id)).size === chains.length, 'must name each network once'),
)
